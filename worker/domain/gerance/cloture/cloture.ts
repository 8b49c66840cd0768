import { moisEnLettres } from "../../dates.ts";
import { formatEuros, somme } from "../../montants.ts";
import type { Anomalie, CompteRenduRow } from "./compte-rendu.ts";

/**
 * The states of an owner's statement (compte rendu) on the page that validates the statements of a month
 * (cloture/README §12.17).
 */
export const ETATS_CLOTURE = {
  bloque: "Bloqué",
  a_verifier: "À vérifier",
  pret: "Prêt",
  valide: "Validé",
} as const;

export type EtatCloture = keyof typeof ETATS_CLOTURE;

/** The words of each anomaly, singular and plural; `aVerifier`: the anomaly keeps the statement from being ready. */
export const ANOMALIES: Readonly<
  Record<Anomalie["genre"], { une: string; plusieurs: string; aVerifier: boolean }>
> = {
  non_inscrit: { une: "mandat non inscrit", plusieurs: "mandats non inscrits", aVerifier: true },
  sans_conditions: { une: "sans conditions", plusieurs: "sans conditions", aVerifier: true },
  sans_part: { une: "parts à dire", plusieurs: "parts à dire", aVerifier: true },
  frais_hors_mandat: {
    une: "frais hors mandat",
    plusieurs: "frais hors mandat",
    aVerifier: true,
  },
  tva_nulle: { une: "TVA à 0 %", plusieurs: "TVA à 0 %", aVerifier: true },
  sans_siren: { une: "SIRET de l’agence", plusieurs: "SIRET de l’agence", aVerifier: true },
  negatif: { une: "compte négatif", plusieurs: "comptes négatifs", aVerifier: true },
  sans_iban: { une: "sans IBAN", plusieurs: "IBAN manquants", aVerifier: true },
  iban_recent: { une: "IBAN récent", plusieurs: "IBAN récents", aVerifier: true },
  impaye: { une: "impayé", plusieurs: "impayés", aVerifier: true },
  depense_sans_facture: {
    une: "facture manquante",
    plusieurs: "factures manquantes",
    aVerifier: true,
  },
  depense_sans_accord: { une: "accord manquant", plusieurs: "accords manquants", aVerifier: true },
  honoraires_dus: { une: "honoraires dus", plusieurs: "honoraires dus", aVerifier: false },
  sans_mail: { une: "sans e-mail", plusieurs: "sans e-mail", aVerifier: false },
  sans_mouvement: { une: "sans mouvement", plusieurs: "sans mouvement", aVerifier: false },
};

export interface AnomaliesReunies {
  genre: Anomalie["genre"];
  mots: string;
  bloque: Anomalie["bloque"];
  details: string[];
}

/** The kinds of anomalies whose words always begin with a count: « 1 impayé », « 2 impayés ». */
const COMPTEES: readonly Anomalie["genre"][] = [
  "impaye",
  "depense_sans_facture",
  "depense_sans_accord",
];

/**
 * The anomalies of a statement grouped by kind, in the order of their first anomaly: « 2 impayés », « sans IBAN ».
 */
export function anomaliesReunies(anomalies: readonly Anomalie[]): AnomaliesReunies[] {
  return [...Map.groupBy(anomalies, ({ genre }) => genre)].map(([genre, anomaliesDuGenre]) => {
    const { une, plusieurs } = ANOMALIES[genre];
    const mots = anomaliesDuGenre.length > 1 ? plusieurs : une;
    return {
      genre,
      mots:
        COMPTEES.includes(genre) || (anomaliesDuGenre.length > 1 && mots !== une)
          ? `${anomaliesDuGenre.length}\u00A0${mots}`
          : mots,
      bloque: anomaliesDuGenre.find(({ bloque }) => bloque)?.bloque ?? null,
      details: anomaliesDuGenre.map(({ detail }) => detail),
    };
  });
}

/** The state of an owner's statement; an anomaly whose `aVerifier` is false lets the statement be ready. */
export function etatDeCloture({
  etat,
  anomalies,
}: Pick<CompteRenduRow, "etat" | "anomalies">): EtatCloture {
  if (etat === "valide") return "valide";
  if (anomalies.some(({ bloque }) => bloque === "cloture")) return "bloque";
  return anomalies.some(({ genre }) => ANOMALIES[genre].aVerifier) ? "a_verifier" : "pret";
}

/** The totals of several owners' statements; euros. */
export interface TotauxDeCloture {
  nombre: number;
  encaissements: number;
  depenses: number;
  honorairesTTC: number;
  reversement: number;
}

/** The totals of several owners' statements, in euros. */
export const totauxDeCloture = (rendus: readonly CompteRenduRow[]): TotauxDeCloture => ({
  nombre: rendus.length,
  encaissements: somme(...rendus.map((rendu) => rendu.encaissements)),
  depenses: somme(...rendus.map((rendu) => rendu.depenses)),
  honorairesTTC: somme(...rendus.map((rendu) => rendu.honorairesTTC)),
  reversement: somme(...rendus.map((rendu) => rendu.reversement)),
});

/**
 * Splits the statements not validated yet: `retenus` may be validated; `laisses` may not, each with its French
 * reason.
 */
export function aValider(rendus: readonly CompteRenduRow[]): {
  retenus: CompteRenduRow[];
  laisses: { rendu: CompteRenduRow; motif: string }[];
} {
  const retenus: CompteRenduRow[] = [];
  const laisses: { rendu: CompteRenduRow; motif: string }[] = [];
  for (const rendu of rendus) {
    if (rendu.etat === "valide") continue;
    const motifs = anomaliesReunies(rendu.anomalies.filter(({ bloque }) => bloque === "cloture"));
    if (motifs.length === 0) retenus.push(rendu);
    else laisses.push({ rendu, motif: motifs.map(({ mots }) => mots).join(", ") });
  }
  return { retenus, laisses };
}

/** The number of names that a sentence gives before « et 2 autres ». */
const NOMMES = 3;

const noms = (tous: readonly string[]): string =>
  tous.length > NOMMES + 1
    ? `${tous.slice(0, NOMMES).join(", ")} et ${tous.length - NOMMES} autres`
    : tous.join(", ");

/**
 * The question put to an administrator who is about to validate the statements of a month: their number and sums, and
 * the statements left out.
 */
export function questionDeCloture({ retenus, laisses }: ReturnType<typeof aValider>): {
  title: string;
  text: string;
  warnings: string[];
} {
  const { nombre, encaissements, honorairesTTC, reversement } = totauxDeCloture(retenus);
  const [premier] = retenus;
  const seul = nombre === 1;
  const mois = premier ? ` (${moisEnLettres(premier.mois)})` : "";
  const aRegarder = retenus.filter((rendu) => etatDeCloture(rendu) === "a_verifier");
  const sansReversement = retenus.filter(({ anomalies }) =>
    anomalies.some(({ bloque }) => bloque === "reversement"),
  );
  return {
    title: seul
      ? `Valider le compte rendu de ${premier?.mandat}${mois}\u00A0?`
      : `Valider ${nombre} comptes rendus${mois}\u00A0?`,
    text: `Encaissements ${formatEuros(encaissements)}, honoraires ${formatEuros(honorairesTTC)}, à reverser ${formatEuros(reversement)}. ${seul ? "Le compte est figé, ses honoraires sont facturés et il part" : "Les comptes sont figés, leurs honoraires sont facturés et ils partent"} par e-mail. Rien ne défait une validation\u00A0: une erreur se corrige dans le compte suivant.`,
    warnings: [
      ...(laisses.length > 0
        ? [
            `${laisses.length > 1 ? `${laisses.length} comptes restent` : "Un compte reste"} à compléter\u00A0: ${noms(laisses.map(({ rendu, motif }) => `${rendu.mandat} (${motif})`))}.`,
          ]
        : []),
      ...(sansReversement.length > 0
        ? [
            `${sansReversement.length > 1 ? `${sansReversement.length} ne pourront` : "Un ne pourra"} pas être ${sansReversement.length > 1 ? "reversés" : "reversé"} pour l’instant\u00A0: ${noms(sansReversement.map(({ mandat }) => mandat))}.`,
          ]
        : []),
      ...(aRegarder.length > sansReversement.length
        ? [
            `${aRegarder.length > 1 ? `${aRegarder.length} ont` : "Un a"} une anomalie que vous acceptez\u00A0: ${noms(
              aRegarder.map(
                ({ mandat, anomalies }) =>
                  `${mandat} (${anomaliesReunies(anomalies)
                    .map(({ mots }) => mots)
                    .join(", ")})`,
              ),
            )}.`,
          ]
        : []),
    ],
  };
}
