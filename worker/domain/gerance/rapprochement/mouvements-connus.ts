import { ecartEnJours, formatJour, type Jour } from "../../dates.ts";
import { ordre } from "../../ordre.ts";
import type { Centimes } from "../livres/repartition.ts";
import { designent, dossiersDesignes } from "./dossiers-designes.ts";
import type { MotsDeLigne } from "./mots-de-ligne.ts";
import { type LigneARapprocher, type Proposition, sansLocataire } from "./proposition.ts";
import { depensesPayees } from "./proposition-de-depense.ts";
import { sommesRendues } from "./proposition-de-somme.ts";
import { versements } from "./proposition-de-virement.ts";
import type { ReglementConnu, Repertoire } from "./repertoire.ts";

/** The most days between a payment recorded by hand and its bank statement line. */
const JOURS_DE_POINTAGE = 10;
/**
 * How many days after a payment a line may show that the bank refused it: a direct debit may be refused for thirteen
 * months, a cheque for less.
 */
const JOURS_DE_REJET = 400;
const CHEQUES_A_COMBINER = 14;

const ecart = (jour: Jour, autre: Jour): number => Math.abs(ecartEnJours(jour, autre));

/**
 * Whether a line may show a payment recorded by hand: same amount, close days, and no line proves the payment yet. An
 * uncredited cheque does not count, nor a payment refused before the day of the line.
 */
export const memeReglement = (connu: ReglementConnu, montant: Centimes, date: Jour): boolean =>
  !connu.prouve &&
  connu.etat !== "recu" &&
  date <= (connu.rejeteLe ?? date) &&
  connu.montant === montant &&
  ecart(connu.date, date) <= JOURS_DE_POINTAGE;

/** Proposes the uncredited cheques that add up to a line, as one remittance to the bank. */
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

/**
 * The cheques that add up to an amount: one cheque, the cheques of one day, or all the cheques. When the line
 * mentions cheques, a combination of the oldest ones may match too. Null without a match.
 */
function remise(
  cheques: readonly ReglementConnu[],
  montant: Centimes,
  annoncee: boolean,
): ReglementConnu[] | null {
  const font = (quelques: readonly ReglementConnu[]) =>
    quelques.reduce((somme, cheque) => somme + cheque.montant, 0) === montant;
  const groupes = [
    ...cheques.map((cheque) => [cheque]),
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

/**
 * Proposes the movements of the agency's own money that a line may show: same amount, same bank account, and at most
 * ten days apart. An outgoing line may also take back money put in earlier, while the books do not record the
 * withdrawal yet.
 */
export const apportsNotes = (
  ligne: LigneARapprocher,
  { apports }: Pick<Repertoire, "apports">,
): Proposition[] => {
  const possibles = apports.filter(
    ({ genre, CompteBancaireId, date, montant }) =>
      montant === ligne.montant &&
      (ligne.CompteBancaireId ?? CompteBancaireId) === CompteBancaireId &&
      (genre === "a_reprendre" ? date <= ligne.date : ecart(date, ligne.date) <= JOURS_DE_POINTAGE),
  );
  return possibles.map(({ id, genre, date }) => ({
    genre: genre === "apport" ? "apport" : "apport_repris",
    score: possibles.length === 1 && genre !== "a_reprendre" ? "B" : "C",
    automatique: false,
    raison: `Apport de l’agence ${genre === "repris" ? "repris le" : "du"} ${formatJour(date)}, même montant`,
    ...sansLocataire("tiers"),
    ApportId: id,
  }));
};

/** Proposes the payments recorded by hand that a line may prove. */
export function pointages(
  ligne: LigneARapprocher,
  mots: MotsDeLigne,
  fichier: Repertoire,
): Proposition[] {
  const reglementsDuMontant = (fichier.reglements.get(ligne.montant) ?? []).filter((reglement) =>
    memeReglement(reglement, ligne.montant, ligne.date),
  );
  if (reglementsDuMontant.length === 0) return [];
  const designes = dossiersDesignes(ligne, mots, fichier);
  return reglementsDuMontant.map((reglement) => {
    // A line that names another dossier is weak proof of this payment.
    const seule = reglementsDuMontant.length === 1 && designes.size === 0;
    return {
      genre: "pointage",
      score: designes.has(reglement.DossierId) ? "A" : seule ? "B" : "C",
      automatique: false,
      raison: `Règlement ${reglement.numero} déjà saisi le ${formatJour(reglement.date)}, ${reglement.etat === "rejete" ? "rejeté depuis, " : ""}même montant`,
      reserves: [],
      payeur: "locataire",
      mode: reglement.mode ?? mots.mode,
      parts: [{ DossierId: reglement.DossierId, montant: reglement.montant }],
      mois: [],
      ReglementIds: [reglement.id],
    };
  });
}

/**
 * Proposes the possible meanings of an outgoing line: a transfer, a refused payment, an expense, an unidentified sum
 * sent back, the agency's own money taken back, or bank fees.
 */
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
  // The number of a supplier's bill may look like the reference of a transfer.
  if (mots.reversement && !mots.reversement.startsWith("F")) {
    const raison = `Identifiant ${mots.reversement} d’un virement`;
    return [{ ...commun, genre: "reversement", score: "A", raison }];
  }
  const frais: Proposition[] = mots.frais
    ? [{ ...commun, genre: "frais", score: "B", raison: "Libellé de frais bancaires" }]
    : [];
  const depenses = [
    ...depensesPayees(ligne, mots, fichier),
    ...sommesRendues(ligne, fichier),
    ...apportsNotes(ligne, fichier),
  ];
  if (!mots.rejet) return [...depenses, ...frais];
  const repris = (fichier.reglements.get(-ligne.montant) ?? []).filter(
    ({ etat, date, rejetProuve }) =>
      etat !== "recu" &&
      !rejetProuve &&
      date <= ligne.date &&
      ecart(date, ligne.date) <= JOURS_DE_REJET,
  );
  // A refusal that a person already recorded comes first: the line confirms it.
  const rejets = repris
    .toSorted(
      (a, b) => Number(b.etat === "rejete") - Number(a.etat === "rejete") || ordre(b.date, a.date),
    )
    .map((reglement): Proposition => {
      const designe =
        (ligne.empreinte !== null && ligne.empreinte === reglement.empreinte) ||
        designent(ligne, mots, { dossier: reglement.DossierId, fichier });
      return {
        ...commun,
        genre: reglement.etat === "rejete" ? "rejet_saisi" : "rejet",
        score: designe ? "A" : repris.length === 1 ? "B" : "C",
        raison: `${reglement.etat === "rejete" ? "Rejet déjà saisi" : "Rejet"} du règlement ${reglement.numero} du ${formatJour(reglement.date)}, même montant`,
        parts: [{ DossierId: reglement.DossierId, montant: reglement.montant }],
        ReglementIds: [reglement.id],
      };
    });
  return [...rejets, ...depenses, ...frais];
}
