import type { Agence } from "#domain/agence/agence.ts";
import { formatJour } from "#domain/dates.ts";
import type {
  ContenuCompteRendu,
  EtatCompteRendu,
  MandantRendu,
} from "#domain/gerance/cloture/compte-rendu.ts";
import { mandatEnMots } from "#domain/gerance/mandats/mandat-rendu.ts";
import { type Euros, formatNombre } from "#domain/montants.ts";
import type { Block, Column, Field, Picture } from "../blocks.ts";
import { periodeEnChamp } from "../mentions.ts";

/** An account, and what its paper needs besides what it says. */
export interface DonneesCompteRendu {
  contenu: ContenuCompteRendu;
  etat: EtatCompteRendu;
  /** Its invoice of fees and its credit note; euros. */
  factures: readonly { numero: string; ttc: Euros }[];
  agence: Agence;
  logo?: Picture;
  /** The owner who reads it alone: of the others, their names and their shares; else it is for all of them. */
  pour?: number;
}

/** Whether the page, the sum and the bank details of this owner are for who reads. */
export const seDit = (
  { pour }: Pick<DonneesCompteRendu, "pour">,
  { ClientId }: MandantRendu,
): boolean => pour === undefined || pour === ClientId;

/** The owners receive the rents themselves: the account tells what they owe. */
export const parProprietaire = ({ modeFonds }: ContenuCompteRendu) => modeFonds === "proprietaire";

/** The heading of a part of the account. */
export const titreDe = (text: string): Block => ({ kind: "heading", text, level: 1 });

/** What is said beside the figures. */
export const paragraphe = (text: string): Block => ({ kind: "paragraph", text, tone: "muted" });

/** An amount, as a cell of a column in euros says it. */
export const nombre = (montant: Euros) => formatNombre(montant, 2);

/** Nothing rather than a zero where a line has no such part. */
export const nombreOuRien = (montant: Euros) => (montant === 0 ? "–" : nombre(montant));

/** A column of amounts; `width` as the shares of the others. */
export const chiffres = (label: string, width: number): Column => ({
  label,
  width,
  align: "right",
});

/** Which account it is: its number and day, its mandate, its period. */
export function reperes({ du, au, editeLe, mandat, numero }: ContenuCompteRendu): Field[] {
  const signe = mandat.dateSignature === null ? "" : ` du\u00A0${formatJour(mandat.dateSignature)}`;
  return [
    { label: "Compte rendu n°", lines: [numero] },
    { label: "Édité le", lines: [formatJour(editeLe)] },
    { label: "Mandat", lines: [`${mandatEnMots(mandat.numero)}${signe}`] },
    periodeEnChamp(du, au),
  ];
}

/** The lines by which this owner is written to. */
export const adresseDe = ({ nom, adresse }: MandantRendu): string[] => [nom, ...adresse];
