import { ecartEnJours, formatJour, type Jour } from "../../dates.ts";
import { ordre } from "../../ordre.ts";
import type { Centimes } from "../livres/repartition.ts";
import { designent, indicesDe } from "../locataires/indices.ts";
import type { MotsDeLigne } from "./mots-de-ligne.ts";
import type { LigneARapprocher, Proposition } from "./proposition.ts";
import { depensesPayees } from "./proposition-de-depense.ts";
import { versements } from "./proposition-de-virement.ts";
import type { ReglementConnu, Repertoire } from "./repertoire.ts";

/** Days between a payment typed by hand and its line. */
const JOURS_DE_POINTAGE = 10;
/** A direct debit may be refused for thirteen months, a cheque sooner. */
const JOURS_DE_REJET = 400;
const CHEQUES_A_COMBINER = 14;

const ecart = (un: Jour, autre: Jour): number => Math.abs(ecartEnJours(un, autre));

/** A payment typed by hand may be that of the line. */
export const memeReglement = (connu: ReglementConnu, montant: Centimes, date: Jour): boolean =>
  !connu.prouve &&
  connu.etat === "credite" &&
  connu.montant === montant &&
  ecart(connu.date, date) <= JOURS_DE_POINTAGE;

/** Cheques that wait for the bank, of which the line is the remittance. */
export function deCheques(
  ligne: LigneARapprocher,
  mots: MotsDeLigne,
  { cheques }: Repertoire,
): Proposition[] {
  const attendus = cheques.filter(({ date }) => date <= ligne.date);
  const remis = remise(attendus, ligne.montant, mots.mode === "cheque");
  if (!remis) return [];
  return [
    {
      genre: "cheques",
      score: mots.mode === "cheque" ? "B" : "C",
      automatique: false,
      raison:
        remis.length === 1
          ? `Chèque ${remis[0]?.numero} en attente d’encaissement, montant exact`
          : `${remis.length} chèques en attente d’encaissement font ce montant`,
      reserves: [],
      payeur: "locataire",
      mode: "cheque",
      parts: remis.map(({ DossierId, montant }) => ({ DossierId, montant })),
      mois: [],
      ReglementIds: remis.map(({ id }) => id),
    },
  ];
}

/** Cheques that make this amount: one, those of one day, all of them, else some of the oldest. */
function remise(
  cheques: readonly ReglementConnu[],
  montant: Centimes,
  annoncee: boolean,
): ReglementConnu[] | null {
  const font = (quelques: readonly ReglementConnu[]) =>
    quelques.reduce((somme, une) => somme + une.montant, 0) === montant;
  const groupes = [
    ...cheques.map((un) => [un]),
    ...Map.groupBy(cheques, ({ date }) => date).values(),
    [...cheques],
  ];
  const simple = groupes.find((quelques) => quelques.length > 0 && font(quelques));
  if (simple || !annoncee) return simple ?? null;
  return choisir(cheques.slice(0, CHEQUES_A_COMBINER), montant);
}

function choisir(
  [premier, ...autres]: readonly ReglementConnu[],
  montant: Centimes,
): ReglementConnu[] | null {
  if (montant === 0) return [];
  if (!premier || montant < 0) return null;
  const avec = choisir(autres, montant - premier.montant);
  return avec ? [premier, ...avec] : choisir(autres, montant);
}

/** Payments typed by hand that the line proves. */
export function pointages(
  ligne: LigneARapprocher,
  mots: MotsDeLigne,
  fichier: Repertoire,
): Proposition[] {
  const memes = (fichier.reglements.get(ligne.montant) ?? []).filter((une) =>
    memeReglement(une, ligne.montant, ligne.date),
  );
  if (memes.length === 0) return [];
  const designes = indicesDe(ligne, mots, fichier);
  return memes.map((une) => {
    // A line that names somebody else is hardly that payment.
    const seule = memes.length === 1 && designes.size === 0;
    return {
      genre: "pointage",
      score: designes.has(une.DossierId) ? "A" : seule ? "B" : "C",
      automatique: false,
      raison: `Règlement ${une.numero} déjà saisi le ${formatJour(une.date)}, même montant`,
      reserves: [],
      payeur: "locataire",
      mode: une.mode ?? mots.mode,
      parts: [{ DossierId: une.DossierId, montant: une.montant }],
      mois: [],
      ReglementIds: [une.id],
    };
  });
}

/** What leaves the account: a payment that the bank takes back, one of our payouts, an expense, or what the bank charges. */
export function sorties(
  ligne: LigneARapprocher,
  mots: MotsDeLigne,
  fichier: Repertoire,
): Proposition[] {
  const commun = {
    automatique: false,
    reserves: [],
    payeur: "locataire" as const,
    mode: mots.mode,
    parts: [],
    mois: [],
    ReglementIds: [],
  };
  const verses = versements(ligne, mots, fichier);
  if (verses.length > 0) return verses;
  if (mots.reversement) {
    const raison = `Identifiant ${mots.reversement} d’un reversement`;
    return [{ ...commun, genre: "reversement", score: "A", raison }];
  }
  const frais: Proposition[] = mots.frais
    ? [{ ...commun, genre: "frais", score: "B", raison: "Libellé de frais bancaires" }]
    : [];
  const depenses = depensesPayees(ligne, mots, fichier);
  if (!mots.rejet) return [...depenses, ...frais];
  const repris = (fichier.reglements.get(-ligne.montant) ?? []).filter(
    ({ etat, date }) =>
      etat !== "recu" && date <= ligne.date && ecart(date, ligne.date) <= JOURS_DE_REJET,
  );
  // What a person said already is what the bank says next.
  const rejets = repris
    .toSorted(
      (a, b) => Number(b.etat === "rejete") - Number(a.etat === "rejete") || ordre(b.date, a.date),
    )
    .map((une): Proposition => {
      const designe =
        (ligne.empreinte !== null && ligne.empreinte === une.empreinte) ||
        designent(ligne, mots, { dossier: une.DossierId, fichier });
      return {
        ...commun,
        genre: une.etat === "rejete" ? "rejet_saisi" : "rejet",
        score: designe ? "A" : repris.length === 1 ? "B" : "C",
        raison: `${une.etat === "rejete" ? "Rejet déjà saisi" : "Rejet"} du règlement ${une.numero} du ${formatJour(une.date)}, même montant`,
        parts: [{ DossierId: une.DossierId, montant: une.montant }],
        ReglementIds: [une.id],
      };
    });
  return [...rejets, ...depenses, ...frais];
}
