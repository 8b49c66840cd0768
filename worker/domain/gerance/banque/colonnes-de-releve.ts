import { rechercheNormalisee } from "../../recherche.ts";
import type { Correspondance } from "./correspondance.ts";

/** The columns read in a bank's table, with the headers that name each, the surest first (banque/README §12.5). */
const COLONNES = {
  date: [
    /^date (de )?comptabilisation$/,
    /^date comptable$/,
    /^date ?op$/,
    /^date (d |de l )?operation local$/,
    /^operation date local$/,
    /^date (de la |de )?valeur local$/,
    /^settlement date local$/,
    /^date (d |de l )?operation$/,
    /^date$/,
    /^operation date$/,
    /^settlement date$/,
    /^completed date$/,
    /^date de fin$/,
    /^date (d |de l )?operation utc$/,
    /^operation date utc$/,
    /^date (de la |de )?valeur utc$/,
    /^settlement date utc$/,
  ],
  valeur: [
    /^date (de la |de )?valeur local$/,
    /^date (de la |de )?valeur$/,
    /^date ?val$/,
    /^settlement date( local)?$/,
    /^valeur$/,
    /^(date (de la |de )?valeur|settlement date) utc$/,
  ],
  montant: [
    /^montant total ttc$/,
    /^total amount incl vat$/,
    /^montant( de l| d)? operation( en euros?)?$/,
    /^montant( en)?( euros?| eur)?$/,
    /^amount$/,
  ],
  debit: [/^debits?( euros?| eur)?$/],
  credit: [/^credits?( euros?| eur)?$/],
  sens: [
    /^(code )?sens( d c)?$/,
    /^sens (de l |de |d |du )?(operation|ecriture|mouvement|montant)$/,
    /^signe$/,
    /^(d c|dc|dr cr)$/,
    /^(debit ou credit|debit credit|credit debit)( indicator)?$/,
    /^indicateur( de)?( debit credit| sens)?$/,
  ],
  genre: [
    /^(type|nature)( (de l |de |d |du )?(operation|transaction|mouvement|ecriture))?$/,
    /^(transaction|operation) type$/,
  ],
  libelle: [
    /^libelle( de l| d)? operation$/,
    /^libelle$/,
    /^label$/,
    /^nom de la contrepartie$/,
    /^counterparty name$/,
    /^libelle simplifie$/,
    /^libelle court$/,
    /^description$/,
  ],
  detail: [/^detail de l ecriture$/, /^informations complementaires$/, /^reference$/],
  tiers: [/^nom de la contrepartie$/, /^counterparty name$/],
  reference: [/^reference$/, /^identifiant de transaction$/, /^transaction id$/],
  solde: [
    /^solde$/,
    /^balance$/,
    /^solde (courant|progressif|apres( l)? operation|apres mouvement)$/,
    /^(running balance|balance after( transaction)?)$/,
  ],
  compte: [
    /^iban (du )?compte$/,
    /^account iban$/,
    /^account ?(num|number|no|id)$/,
    /^(numero|num|n|no) (du |de )?compte( bancaire)?$/,
    /^compte (concerne|iban|numero)$/,
    /^iban$/,
    /^compte( bancaire)?$/,
    /^(bank )?account$/,
  ],
  nomDuCompte: [/^(nom|intitule|libelle) (du |de )?compte$/, /^account ?(name|label)$/],
  etat: [
    /^(statut|etat|status|state)( (de l |de la |de |d |du )?(operation|transaction|paiement|mouvement|ecriture))?$/,
    /^(transaction|payment|operation) (status|state)$/,
  ],
} as const;

export type Colonne = keyof typeof COLONNES;

/** The index of each column found; `enUtc`: the columns whose hours are in UTC. */
export interface Places extends Partial<Record<Colonne, number>> {
  enUtc?: readonly Colonne[];
}

const COMPTE_DE_QUI = /^(iban|compte|compte bancaire|account|bank account)$/;

/** Whether a header, such as « Compte » or « IBAN », may name either the statement's account or the payer's. */
export const compteDeQui = (entete: string): boolean => COMPTE_DE_QUI.test(mot(entete));

const CELLULES_AU_PLUS = 100;

/** A cell in lower case, without accents or punctuation, so that headers and words can be compared. */
export const mot = (cellule: string): string =>
  rechercheNormalisee(cellule)
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

/** The index of each column whose header is known, whether or not the row heads a table of movements. */
function reconnues(cellules: readonly string[]): Places {
  const mots = cellules.map(mot);
  const places: Places = {};
  for (const [colonne, entetes] of Object.entries(COLONNES) as [Colonne, readonly RegExp[]][]) {
    const place = entetes.map((entete) => mots.findIndex((nom) => entete.test(nom)));
    const trouvee = place.find((rang) => rang >= 0);
    if (trouvee !== undefined) places[colonne] = trouvee;
  }
  return places;
}

function avecUtc(places: Places, cellules: readonly string[]): Places {
  const enUtc = (["date", "valeur"] as const).filter((colonne) =>
    / utc$/.test(mot(cellules[places[colonne] ?? -1] ?? "")),
  );
  return { ...places, enUtc };
}

/** The index of each column when these cells head a table of movements; else null. */
export function placesDe(cellules: readonly string[]): Places | null {
  if (cellules.length < 3 || cellules.length > CELLULES_AU_PLUS) return null;
  const places = reconnues(cellules);
  const chiffree =
    places.montant !== undefined || (places.debit !== undefined && places.credit !== undefined);
  if (places.date === undefined || places.libelle === undefined || !chiffree) return null;
  return avecUtc(places, cellules);
}

/** The columns still found by their headers once a person has named the other columns. */
const RECONNUES_TOUJOURS = ["valeur", "sens", "genre", "compte", "nomDuCompte", "etat"] as const;

/**
 * The index of each column that a person named by its header, and of each column of {@link RECONNUES_TOUJOURS} found
 * in the row. Null when a header that the person named is missing, or the row has too many cells.
 */
export function placesDites(
  cellules: readonly string[],
  correspondance: Correspondance,
): Places | null {
  if (cellules.length > CELLULES_AU_PLUS) return null;
  const designees = Object.entries(correspondance).flatMap(([colonne, entete]) =>
    entete === undefined ? [] : [[colonne, placeDe(cellules, entete)] as const],
  );
  if (designees.some(([, place]) => place < 0)) return null;
  const placesDesignees = designees.map(([, place]) => place);
  const connues = reconnues(cellules);
  const autres = RECONNUES_TOUJOURS.flatMap((colonne) => {
    const place = connues[colonne];
    return place === undefined || placesDesignees.includes(place)
      ? []
      : [[colonne, place] as const];
  });
  return avecUtc(Object.fromEntries([...autres, ...designees]), cellules);
}

function placeDe(cellules: readonly string[], entete: string): number {
  const exacte = cellules.indexOf(entete.trim());
  const motDEntete = mot(entete);
  return exacte >= 0 || motDEntete === ""
    ? exacte
    : cellules.findIndex((cellule) => mot(cellule) === motDEntete);
}
