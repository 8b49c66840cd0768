import {
  type Colonne,
  compteDeQui,
  type Places,
} from "#domain/gerance/banque/colonnes-de-releve.ts";
import { compteMontre } from "#domain/gerance/banque/compte-bancaire.ts";
import { type ColonnesDeDevise, colonnesDeDevise } from "#domain/gerance/banque/devise-ecrite.ts";
import { aEuLieu, sontDesEtats } from "#domain/gerance/banque/etat-ecrit.ts";
import { type ColonnesDeFrais, colonnesDeFrais } from "#domain/gerance/banque/frais-ecrits.ts";
import { ReleveRefuse } from "#domain/gerance/banque/releve.ts";
import { type ColonneNommee, colonnesDuSens } from "#domain/gerance/banque/sens-ecrit.ts";
import { ibanNu, ibanValable } from "#domain/iban.ts";
import { cite } from "#domain/texte-lu.ts";
import { estJour, lisible, type Section } from "./csv-table.ts";

export interface Lecture {
  places: Places;
  devises: ColonnesDeDevise;
  frais: ColonnesDeFrais;
  /** True when at least one line says that its movement took place; a line without a state is then refused. */
  etatAttendu: boolean;
  duSens: readonly ColonneNommee[];
  /**
   * True when no amount bears a sign but a column gives the direction; an amount without direction is then refused.
   */
  sensAttendu: boolean;
}

/** Columns that never give the direction of an amount. */
const AUTRES_COLONNES = [
  "date",
  "valeur",
  "montant",
  "debit",
  "credit",
  "libelle",
  "detail",
  "tiers",
  "reference",
  "solde",
  "compte",
  "nomDuCompte",
  "etat",
] as const satisfies readonly Colonne[];

const MONTANTS = ["montant", "debit", "credit", "solde"] as const satisfies readonly Colonne[];

const ENTREES_ET_SORTIES = ["montant", "debit", "credit"] as const satisfies readonly Colonne[];

/**
 * The columns of these lines, from their headers and their content.
 *
 * @throws ReleveRefuse when the columns cannot be understood, as for lines of several accounts without account
 * numbers
 */
export function lectureDe({ places: placesConnues, entetes, rangs }: Section): Lecture {
  const tous = rangs
    .map(({ cellules }) => cellules)
    .filter((cellules) => estJour(cellules[placesConnues.date ?? -1] ?? ""));
  const places = { ...placesConnues };
  const libres = () =>
    entetes.flatMap((entete, place) =>
      AUTRES_COLONNES.some((colonne) => places[colonne] === place) ? [] : [{ entete, place }],
    );
  places.etat ??= libres().find(({ place, entete }) =>
    sontDesEtats(
      tous.map((cellules) => cellules[place] ?? ""),
      entete,
    ),
  )?.place;
  const etats = tous.map((cellules) => aEuLieu(cellules[places.etat ?? -1] ?? ""));
  const faits = tous.filter((_, rang) => etats[rang] !== false);
  places.compte = placeDuCompte(faits, places, entetes);
  const montantEn = (cellules: readonly string[]) => lisible(cellules[places.montant ?? -1] ?? "");
  const chiffres = faits.filter((cellules) => montantEn(cellules) !== null);
  const devises = colonnesDeDevise(
    faits,
    libres(),
    MONTANTS.flatMap((colonne) => entetes[places[colonne] ?? -1] ?? []),
  );
  const frais = colonnesDeFrais(
    libres(),
    ENTREES_ET_SORTIES.flatMap((colonne) => entetes[places[colonne] ?? -1] ?? []),
    ({ place }) => faits.every((cellules) => !cellules[place] || lisible(cellules[place]) !== null),
  );
  const lecture = {
    places,
    devises,
    frais,
    etatAttendu: etats.includes(true),
    duSens: [],
    sensAttendu: false,
  };
  if (chiffres.length === 0) return lecture;
  const sure = places.sens;
  const duSens = colonnesDuSens(
    chiffres.map((cellules) => ({ cellules, montant: montantEn(cellules) ?? 0 })),
    libres().filter(({ place }) => place !== sure),
  );
  const sensDit = sure !== undefined && chiffres.some((cellules) => cellules[sure]);
  const signes = chiffres.some((cellules) => (montantEn(cellules) ?? 0) < 0);
  return { ...lecture, duSens, sensAttendu: !signes && (sensDit || duSens.length > 0) };
}

/** A whole account number, as « 30006 00001 12345678901 » or « FR76… »; false for a masked number. */
const estNumero = (texte: string): boolean =>
  /\d{5}/.test(texte.replace(/[^A-Z\d]/gi, "")) && !/[•*x]{2}/i.test(texte);

/** The least number of lines on which a column with mostly different values may be a column of payers' names. */
const LIGNES_DE_TIERS = 4;

/**
 * The column that names the account of each line; undefined when there is none. Under a header that may name the
 * payer's account, a column with mostly different values is ignored.
 * @throws ReleveRefuse for lines of several accounts, when not every line has an account number
 */
function placeDuCompte(
  lignes: readonly (readonly string[])[],
  { compte, nomDuCompte }: Places,
  entetes: readonly string[],
): number | undefined {
  for (const place of [compte, nomDuCompte]) {
    if (place === undefined) continue;
    const entete = entetes[place] ?? "";
    const valeurs = lignes.map((cellules) => cellules[place] ?? "").filter((texte) => texte !== "");
    const distincts = [...new Set(valeurs.map(compteNu))];
    const plupart = valeurs.length >= LIGNES_DE_TIERS && distincts.length > valeurs.length / 2;
    if (distincts.length === 0 || (plupart && compteDeQui(entete))) continue;
    if (place === compte && distincts.every(estNumero)) {
      if (distincts.length === 1 || valeurs.length === lignes.length) return place;
      throw new ReleveRefuse(
        `Ce fichier a des lignes de plusieurs comptes, et la colonne ${cite(entete)} ne dit pas celui de chacune.`,
      );
    }
    if (distincts.length === 1) continue;
    const noms = distincts
      .slice(0, 2)
      .map((compte) => cite(estNumero(compte) ? compteMontre(compte) : compte))
      .join(", ");
    throw new ReleveRefuse(
      `Ce fichier mêle les lignes de plusieurs comptes (${noms}) sans en dire les numéros : téléchargez un relevé par compte.`,
    );
  }
  return undefined;
}

/** An IBAN without its spaces; any other name of an account stays as written. */
export const compteNu = (texte: string): string => (ibanValable(texte) ? ibanNu(texte) : texte);
