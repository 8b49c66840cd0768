import { type Colonne, mot } from "#domain/gerance/banque/colonnes-de-releve.ts";
import { exigerEuros, exigerMontantEnEuros } from "#domain/gerance/banque/devise-ecrite.ts";
import { exigerEtat } from "#domain/gerance/banque/etat-ecrit.ts";
import { jourEcrit, montantEcrit } from "#domain/gerance/banque/montants-et-jours-ecrits.ts";
import { type LigneLue, ReleveRefuse } from "#domain/gerance/banque/releve.ts";
import { type Sens, sensDit, sensEcrit } from "#domain/gerance/banque/sens-ecrit.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import { cite } from "#domain/texte-lu.ts";
import type { Lecture } from "./csv-colonnes.ts";
import { estJour, lisible } from "./csv-table.ts";

export interface LigneDeTable {
  /** The amount of `ligne` does not include `frais`. */
  ligne: LigneLue;
  frais: Centimes;
  /**
   * The sign that the file writes on an amount which another column says is a debit: 1 or −1; 0 for any other line.
   */
  signeDeSortie: number;
  compte: string;
  solde: Centimes | null;
}

/** « TOTAL », « Solde au 31/10/2026 »: a summary line. */
const RESUME = /^(sous )?tota(l|ux)\b|^soldes?\b/;

/**
 * Reads a line of the table: « resume » for a summary line, « sans effet » for a movement that did not take place.
 * @throws ReleveRefuse for a line that cannot be read
 */
export function lire(
  cellules: readonly string[],
  lecture: Lecture,
): LigneDeTable | "resume" | "sans effet" {
  const { places } = lecture;
  const cellule = (colonne: Colonne): string => cellules[places[colonne] ?? -1]?.trim() ?? "";
  if (!estJour(cellule("date")) && cellules.some((texte) => RESUME.test(mot(texte)))) {
    // With an empty first cell, « Total » belongs to the label of the line above: the currency of this line is not
    // checked.
    if (cellules[0]) exigerEuros([cellules]);
    return "resume";
  }
  if (cellule("etat") !== "" && !exigerEtat(cellule("etat"))) return "sans effet";
  const montants = [cellule("montant"), cellule("debit"), cellule("credit")].filter(Boolean);
  if (montants.length === 0 && !/^\d/.test(cellule("date"))) return "resume";
  if (cellule("etat") === "" && lecture.etatAttendu)
    throw new ReleveRefuse("rien ne dit si l’opération a eu lieu, que d’autres lignes disent.");
  exigerMontantEnEuros(
    lecture.devises.montants.map(({ place }) => cellules[place]?.trim() ?? ""),
    [...montants, cellule("solde")],
  );
  const textes = [cellule("libelle"), cellule("detail")].filter(Boolean);
  const [premier = "", second = ""] = textes;
  const jour = (colonne: "date" | "valeur") =>
    jourEcrit(cellule(colonne), places.enUtc?.includes(colonne));
  const sens = cellule("montant") === "" ? null : sensDe(cellules, cellule, lecture);
  return {
    compte: cellule("compte"),
    signeDeSortie: sens === "sort" ? Math.sign(montantEcrit(cellule("montant"))) : 0,
    solde: cellule("solde") === "" ? null : montantEcrit(cellule("solde")),
    frais: fraisDe(cellules, lecture),
    ligne: {
      date: jour("date"),
      valeur: cellule("valeur") === "" ? null : jour("valeur"),
      montant: montantDe(cellule, sens),
      libelle: second.startsWith(premier) ? second || premier : textes.join(" "),
      reference: cellule("reference") || null,
      tiers: cellule("tiers") || null,
      iban: null,
      rejet: false,
    },
  };
}

/**
 * The sign that the file writes on debits, once this line is read: 1, −1, or 0 while no debit was read. A bank writes
 * all debits with a minus, or none.
 * @param avant the sign known before this line
 * @throws ReleveRefuse for a debit whose sign differs from the earlier ones: it may be a reversal
 */
export function exigerSigne({ signeDeSortie }: LigneDeTable, avant: number): number {
  if (signeDeSortie * avant < 0)
    throw new ReleveRefuse(
      `le montant est dit au débit et ${signeDeSortie < 0 ? "négatif, quand d’autres débits sont positifs" : "positif, quand d’autres débits sont négatifs"} : rien ne dit s’il sort, ou s’il annule un débit.`,
    );
  return signeDeSortie || avant;
}

/**
 * The fees that the bank took on top of the amount, from their own columns, in cents.
 *
 * @throws ReleveRefuse for fees that are not in euros
 */
function fraisDe(cellules: readonly string[], { frais, devises }: Lecture): Centimes {
  const fraisDeLaLigne = frais.colonnes.reduce(
    (somme, { place }) => somme + (cellules[place] ? montantEcrit(cellules[place]) : 0),
    0,
  );
  if (fraisDeLaLigne !== 0 && !frais.compris && devises.frais)
    exigerMontantEnEuros([cellules[devises.frais.place]?.trim() ?? ""]);
  return fraisDeLaLigne;
}

/**
 * The direction of an amount, from the columns beside it; null when none gives it.
 * @throws ReleveRefuse when the column of directions holds an unknown word, two columns disagree, or an unsigned
 * amount has no direction
 */
function sensDe(
  cellules: readonly string[],
  cellule: (colonne: Colonne) => string,
  { duSens, sensAttendu }: Lecture,
): Sens | null {
  const celluleDuSens = cellule("sens");
  const sens = sensDit(celluleDuSens);
  if (celluleDuSens !== "" && sens === null)
    throw new ReleveRefuse(`le sens ${cite(celluleDuSens)} n’est ni débit ni crédit.`);
  const [debit, credit] = [rempli(cellule("debit")), rempli(cellule("credit"))];
  const colonne: Sens = debit ? "sort" : "entre";
  const sensTrouves = new Set(
    [
      sens,
      sensEcrit(cellule("genre")),
      debit === credit ? null : colonne,
      ...duSens.map(({ place }) => sensDit(cellules[place] ?? "")),
    ].filter((trouve) => trouve !== null),
  );
  if (sensTrouves.size > 1)
    throw new ReleveRefuse("une colonne dit que le montant entre, une autre qu’il sort.");
  if (sensTrouves.size === 0 && sensAttendu)
    throw new ReleveRefuse("rien ne dit si le montant entre ou sort.");
  return [...sensTrouves][0] ?? null;
}

const rempli = (texte: string): boolean => texte !== "" && lisible(texte) !== 0;

/**
 * The amount of the column of amounts, else the credit, else the debit as a negative sum; cents. Banks write a debit
 * with or without a minus.
 * @throws ReleveRefuse for a line with both a debit and a credit, without any amount, or whose amount is negative
 * though another column says that it is a credit
 */
function montantDe(cellule: (colonne: Colonne) => string, sens: Sens | null): Centimes {
  if (cellule("montant") !== "") {
    const montant = montantEcrit(cellule("montant"));
    if (sens === "entre" && montant < 0)
      throw new ReleveRefuse("le montant est négatif, et dit au crédit.");
    return sens === "sort" ? -Math.abs(montant) + 0 : montant;
  }
  const [debit, credit] = [cellule("debit"), cellule("credit")].map((texte) =>
    texte === "" ? 0 : montantEcrit(texte),
  );
  if (debit && credit) throw new ReleveRefuse("le débit et le crédit sont tous deux remplis.");
  if (cellule("debit") === "" && cellule("credit") === "")
    throw new ReleveRefuse("elle n’a pas de montant.");
  return credit || -Math.abs(debit ?? 0) + 0;
}
