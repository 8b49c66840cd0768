import { dansMois } from "../../dates.ts";
import type { Payeur } from "../locataires/reglement.ts";
import { dossiersDesignes, type Signes } from "./dossiers-designes.ts";
import type { MotsDeLigne } from "./mots-de-ligne.ts";
import { memeReglement } from "./mouvements-connus.ts";
import type { LigneARapprocher, Proposition, Score } from "./proposition.ts";
import { referenceDeDossier } from "./reference.ts";
import { accord, type Candidat, type Repertoire, sommesExactes } from "./repertoire.ts";

const MOIS_APRES_DEPART = 3;
const LOYERS_AU_PLUS = 2;

/**
 * Proposes the dossiers that an incoming line may pay: the dossiers that its clues point at, and the dossiers whose
 * housing benefit it may be. Without any, the only dossier that owes exactly this amount.
 */
export function deDossiers(
  ligne: LigneARapprocher,
  mots: MotsDeLigne,
  fichier: Repertoire,
): Proposition[] {
  const signes = dossiersDesignes(ligne, mots, fichier);
  const propositions = [...signes].flatMap(([id, signesDuDossier]) => {
    const candidat = fichier.dossiers.get(id);
    return candidat ? [evaluer(ligne, mots, { candidat, signes: signesDuDossier, fichier })] : [];
  });
  if (mots.organisme) propositions.push(...groupe(ligne, mots, fichier));
  const seuls = fichier.montants.get(ligne.montant) ?? [];
  const [seul] = seuls;
  if (propositions.length > 0 || seul === undefined || seuls.length > 1) return propositions;
  const candidat = fichier.dossiers.get(seul);
  if (!candidat || !sommesExactes(candidat).has(ligne.montant)) return propositions;
  return [
    reglement(ligne, mots, {
      candidat,
      score: "C",
      raison: "Seul dossier qui doit ce montant",
      fichier,
    }),
  ];
}

interface Examen {
  candidat: Candidat;
  signes: Signes;
  fichier: Repertoire;
}

/**
 * The proposal for one dossier, with its score by the table of rapprochement/README §12.9.
 */
function evaluer(
  ligne: LigneARapprocher,
  mots: MotsDeLigne,
  { candidat, signes, fichier }: Examen,
): Proposition {
  const { reference, compte, compteSeul, nom } = signes;
  const montant = accord(candidat, ligne.montant);
  const sur =
    (reference && montant?.exact === true) ||
    (compte !== null && compteSeul && montant?.net === true);
  const probable = reference || (compte !== null && compteSeul) || montant !== null;
  const preuves = [
    reference && `Référence ${referenceDeDossier(candidat.id)}`,
    compte &&
      (compteSeul ? "Compte bancaire connu" : "Compte bancaire connu de plusieurs dossiers"),
    nom && `${nom.payeur === "caution" ? "Nom de la caution" : "Nom"} dans le libellé`,
    montant?.mots ?? "autre montant",
  ].filter((preuve) => typeof preuve === "string");
  const score: Score = sur ? "A" : probable ? "B" : "C";
  return reglement(ligne, mots, {
    candidat,
    score,
    raison: enumerer(preuves),
    fichier,
    payeur: compte?.payeur ?? nom?.payeur,
  });
}

const enumerer = ([premiere = "", ...autres]: readonly string[]): string => {
  const suite = autres.map((raison) => raison.charAt(0).toLowerCase() + raison.slice(1));
  const derniere = suite.pop();
  const debut = [premiere, ...suite].join(", ");
  return derniere === undefined ? debut : `${debut} et ${derniere}`;
};

interface Retenu {
  candidat: Candidat;
  score: Score;
  raison: string;
  fichier: Repertoire;
  payeur?: Payeur | undefined;
}

function reglement(
  ligne: LigneARapprocher,
  mots: MotsDeLigne,
  { candidat, score, raison, fichier, payeur = "locataire" }: Retenu,
): Proposition {
  const reserves = reservesDe(ligne, mots, { candidat, fichier });
  return {
    genre: "reglement",
    score,
    automatique: score === "A" && reserves.length === 0,
    raison,
    reserves,
    payeur: mots.organisme ?? payeur,
    mode: mots.mode,
    parts: [{ DossierId: candidat.id, montant: ligne.montant }],
    mois: mots.mois,
    ReglementIds: [],
  };
}

/** The French reasons why somebody must check a proposal (rapprochement/README §12.9). */
export const RESERVES = {
  compteCommun: "Compte bancaire commun à plusieurs dossiers",
  autreCompte: "Compte bancaire connu pour un autre dossier",
  autreReference: "La référence désigne un autre dossier",
  parti: "Locataire parti depuis plus de trois mois",
  deuxLoyers: "Plus de deux loyers",
  especes: "Espèces",
  subroge: "Un garant a payé à la place du locataire",
  organisme: "Versement d’un organisme",
  bailleur: "Le propriétaire encaisse lui-même ses loyers",
  cheque: "Chèque",
  doublon: "Doublon probable d’une autre ligne",
  deja: "Un règlement du même montant est déjà saisi",
} as const;

function reservesDe(
  { date, montant, empreinte }: LigneARapprocher,
  { references, mode, organisme }: MotsDeLigne,
  { candidat, fichier }: Pick<Examen, "candidat" | "fichier">,
): string[] {
  const comptes = empreinte === null ? [] : (fichier.comptes.get(empreinte) ?? []);
  const [compte] = comptes;
  const recents = fichier.parDossier.get(candidat.id) ?? [];
  const seule = references.length === 1 && references[0] === candidat.id;
  const conditions: Record<Exclude<keyof typeof RESERVES, "doublon">, boolean> = {
    compteCommun: comptes.length > 1,
    autreCompte: comptes.length === 1 && compte?.DossierId !== candidat.id,
    autreReference: references.length > 0 && !seule,
    parti: candidat.fin !== null && dansMois(candidat.fin, MOIS_APRES_DEPART) < date,
    deuxLoyers: montant > LOYERS_AU_PLUS * candidat.loyer,
    especes: mode === "especes",
    subroge: candidat.subroge,
    organisme: organisme !== null,
    bailleur: candidat.fonds === "proprietaire",
    cheque: mode === "cheque",
    deja: recents.some((reglement) => memeReglement(reglement, montant, date)),
  };
  return Object.entries(RESERVES).flatMap(([nom, mots]) =>
    conditions[nom as keyof typeof conditions] ? [mots] : [],
  );
}

/**
 * Proposes the housing benefits of several tenants that one organization pays at once. Else, when the line quotes no
 * dossier, the only tenant whose benefit has this amount.
 */
function groupe(ligne: LigneARapprocher, mots: MotsDeLigne, fichier: Repertoire): Proposition[] {
  const aides = [...fichier.dossiers.values()].filter(
    ({ aide, fonds }) => aide?.payeur === mots.organisme && fonds === "agence",
  );
  const ensemble = [aides, aides.filter(({ echeances }) => echeances.length > 0)]
    .map((lesquelles) =>
      lesquelles.map(({ id, aide }) => ({ DossierId: id, montant: aide?.montant ?? 0 })),
    )
    .find(
      (parts) =>
        parts.length > 1 &&
        parts.reduce((total, { montant }) => total + montant, 0) === ligne.montant,
    );
  const [seule] = aides.filter(({ aide }) => aide?.montant === ligne.montant);
  const commun = {
    genre: "reglement" as const,
    score: "C" as const,
    automatique: false,
    reserves: [RESERVES.organisme],
    payeur: mots.organisme ?? "caf",
    mode: mots.mode,
    mois: [],
    ReglementIds: [],
  };
  if (ensemble) {
    const raison = `Somme des aides au logement de ${ensemble.length} dossiers`;
    return [{ ...commun, raison, parts: ensemble }];
  }
  if (!seule || mots.references.length > 0) return [];
  if (aides.filter(({ aide }) => aide?.montant === ligne.montant).length > 1) return [];
  return [
    {
      ...commun,
      raison: "Montant de l’aide au logement",
      parts: [{ DossierId: seule.id, montant: ligne.montant }],
    },
  ];
}
