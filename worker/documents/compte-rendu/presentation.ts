import type { Agence } from "#domain/agence/agence.ts";
import { formatJour } from "#domain/dates.ts";
import type {
  ContenuCompteRendu,
  EtatCompteRendu,
  MandantRendu,
} from "#domain/gerance/cloture/compte-rendu.ts";
import { mandatEnMots } from "#domain/gerance/mandats/mandat-rendu.ts";
import { type Euros, formatNombre } from "#domain/montants.ts";
import { enCapitales } from "#domain/orthographe.ts";
import { periodeEnChamp } from "../mentions.ts";
import type { Block, Column, Field, Picture } from "../page/blocks.ts";

/** An owner’s statement (compte rendu), and the other facts of its paper. */
export interface DonneesCompteRendu {
  contenu: ContenuCompteRendu;
  etat: EtatCompteRendu;
  /** The invoice of fees and the credit note of the statement; euros. */
  factures: readonly { numero: string; ttc: Euros }[];
  agence: Agence;
  logo?: Picture;
  /**
   * The owner for whom alone the paper is made: of the other owners, it gives only names and shares. Undefined when
   * all the owners read the paper.
   */
  pour?: number;
}

/** Whether the reader of the paper may see the page, the sum and the bank details of this owner. */
export const seDit = (
  { pour }: Pick<DonneesCompteRendu, "pour">,
  { ClientId }: MandantRendu,
): boolean => pour === undefined || pour === ClientId;

/** Whether the owners receive the rents themselves; the statement then gives the fees that they owe. */
export const parProprietaire = ({ modeFonds }: ContenuCompteRendu) => modeFonds === "proprietaire";

/** The heading of a section of the owner’s statement. */
export const titreDe = (text: string): Block => ({ kind: "heading", text, level: 1 });

/** A note in muted type beside the figures. */
export const paragraphe = (text: string): Block => ({ kind: "paragraph", text, tone: "muted" });

/** An amount of a column, in euros, without the sign €. */
export const nombre = (montant: Euros) => formatNombre(montant, 2);

/** An amount of a column, in euros; a dash for zero. */
export const nombreOuRien = (montant: Euros) => (montant === 0 ? "–" : nombre(montant));

/** A column of amounts, aligned on the right; `width` is relative to the other columns. */
export const chiffres = (label: string, width: number): Column => ({
  label,
  width,
  align: "right",
});

/** The references of an owner’s statement as fields: its number, its day, its mandate, its period. */
export function reperes({ du, au, editeLe, mandat, numero }: ContenuCompteRendu): Field[] {
  const signe = mandat.dateSignature === null ? "" : ` du\u00A0${formatJour(mandat.dateSignature)}`;
  return [
    { label: "Compte rendu n°", lines: [numero] },
    { label: "Édité le", lines: [formatJour(editeLe)] },
    { label: "Mandat", lines: [`${mandatEnMots(mandat.numero)}${signe}`] },
    periodeEnChamp(du, au),
  ];
}

/** The lines of an owner’s address; the last line, with postal code and town, is in capitals, as the post requires. */
export const adresseDe = ({ nom, adresse }: MandantRendu): string[] => [
  nom,
  ...adresse.slice(0, -1),
  ...adresse.slice(-1).map(enCapitales),
];
