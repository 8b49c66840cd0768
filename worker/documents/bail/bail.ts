import { locatairesDe, type Regime } from "#domain/bail/bail.ts";
import type { BailCautionne } from "#domain/bail/cautionnement.ts";
import { duree } from "#domain/bail/duree.ts";
import type { Appartement } from "#domain/biens/appartement-fiche.ts";
import { type Jour, jourEnLettres } from "#domain/dates.ts";
import { formatEuros, formatNombre } from "#domain/montants.ts";
import { enCapitales } from "#domain/orthographe.ts";
import type { Caution } from "#domain/personnes/caution.ts";
import { adresseClient, contactParDefaut, MAILS_CLIENT } from "#domain/personnes/client.ts";
import type { Client } from "#domain/personnes/client-fiche.ts";
import type { Locataire } from "#domain/personnes/locataire-fiche.ts";
import { estMorale, type Personne } from "#domain/personnes/personne.ts";
import type { Titulaire } from "#domain/personnes/propriete.ts";
import {
  BLANK,
  enLettres,
  type ModeDeSignature,
  mandataire,
  orBlank,
  personne,
} from "../mentions.ts";
import type { Block, Inline, Paragraph, Picture, Signatory } from "../page/blocks.ts";

/** A lessor, with the right under which he lets (owner, usufructuary…). */
export type BailleurDuBail = Client & Pick<Titulaire, "droit">;

/** A lease with all the facts of its documents: contract, guarantee, inventory of furniture. */
export interface Bail extends BailCautionne, ModeDeSignature {
  emission: Jour;
  regime: Regime;
  appartement: Appartement;
  /** The lessors; the owner who is the agency’s contact comes first. */
  bailleurs: readonly BailleurDuBail[];
  locataire: Locataire;
  cautions: readonly Caution[];
  equipements: readonly { nom: string; collectif: boolean }[];
  /**
   * The facts taken from the entry inventory: the television aerial (null without an inventory), the place where the
   * inventory was signed, and the names of the rooms.
   */
  antenne: string | null;
  lieuEntree: string | null;
  pieces: readonly string[];
  /** The official information notice, a PDF from the agency’s files, joined to the leases that need it. */
  notice?: Uint8Array;
  logo?: Picture;
}

/** A date in words; dots to fill in when unknown. */
export const jourOuBlanc = (jour: Jour | null | undefined): string =>
  jour ? jourEnLettres(jour) : BLANK;

export const eurosOuBlanc = (montant: number | null | undefined): string =>
  montant === null || montant === undefined ? `${BLANK}\u00A0€` : formatEuros(montant);

/** An amount in figures and words: « 850,00 € (huit cent cinquante euros) ». */
export function eurosEtLettres(montant: number | null | undefined): Inline {
  if (montant === null || montant === undefined) return eurosOuBlanc(montant);
  return [{ text: formatEuros(montant), bold: true }, { text: ` (${enLettres(montant)})` }];
}

export const surfaceOuBlanc = (surface: number | null | undefined): string =>
  `${surface ? formatNombre(surface, 2) : BLANK}\u00A0m²`;

export const QUALITES: Record<Client["qualite"], string> = {
  personne_physique: "Personne physique",
  sci_familiale:
    "Société civile constituée exclusivement entre parents et alliés jusqu'au quatrième degré inclus",
  personne_morale: "Personne morale",
};

export const adresseEnLigne = ({
  adresse,
  codePostal,
  ville,
}: {
  adresse?: string | null;
  codePostal?: string | null;
  ville?: string | null;
}): string =>
  orBlank(
    [adresse, [codePostal, ville].filter((part) => part?.trim()).join(" ")]
      .filter((part) => part?.trim())
      .join(", "),
  );

export const adresseBailleur = (client: Client): string => adresseEnLigne(adresseClient(client));

export const mailBailleur = (client: Client): string | null =>
  contactParDefaut(client, MAILS_CLIENT, client.mailDefaut);

interface EtatCivil extends Personne {
  nomJeuneFille?: string | null;
  naissance?: Jour | null;
  lieuNaissance?: string | null;
  cpNaissance?: string | null;
}

export const capitale = (texte: string): string => texte.charAt(0).toUpperCase() + texte.slice(1);

const DEPARTEMENT = /^(97\d|98\d|2[AB]|(?!99)\d\d)/i;

/**
 * The civil status of a person: « Madame Jeanne DURAND née PETIT, née le 3 juillet 1985 à Lyon (69) »; an unknown fact
 * is left out.
 */
export function etatCivil({
  nomJeuneFille,
  naissance,
  lieuNaissance,
  cpNaissance,
  ...nom
}: EtatCivil): string {
  const ne = nom.titre === "Monsieur" ? "né" : "née";
  const jeuneFille = nomJeuneFille?.trim() ? ` ${ne} ${enCapitales(nomJeuneFille)}` : "";
  const departement = DEPARTEMENT.exec(cpNaissance?.trim() ?? "")?.[0];
  const lieu = [lieuNaissance?.trim(), departement && `(${departement})`].filter(Boolean);
  const details = [
    naissance ? `le ${jourEnLettres(naissance)}` : "",
    lieuNaissance?.trim() ? `à ${lieu.join("\u00A0")}` : "",
  ].filter(Boolean);
  const naissanceEnLettres = details.length > 0 ? `, ${ne} ${details.join(" ")}` : "";
  return `${personne(nom)}${jeuneFille}${naissanceEnLettres}`;
}

const JUSQU_A_DOUZE = [
  ...["zéro", "un", "deux", "trois", "quatre", "cinq", "six"],
  ...["sept", "huit", "neuf", "dix", "onze", "douze"],
];

/**
 * The length of the lease in words: « trois ans », « huit mois », « 18 mois ». The first and last days when it is not
 * a whole number of months; dots to fill in when its end is unknown.
 */
export function dureeEnLettres(bail: Bail): string {
  const { mois, terme } = duree(bail);
  if (terme === null) return BLANK;
  if (mois === null)
    return `du ${jourEnLettres(bail.dossier.dateDebutBail)} au ${jourEnLettres(terme)}`;
  const enLettres = (nombre: number) => JUSQU_A_DOUZE[nombre] ?? String(nombre);
  if (mois % 12 > 0) return `${enLettres(mois)}\u00A0mois`;
  return `${enLettres(mois / 12)}\u00A0${mois === 12 ? "an" : "ans"}`;
}

export const lieuDeSignature = ({ dossier, agence }: Bail): string =>
  orBlank(dossier.lieuSignature ?? agence.lieuSignature);

/**
 * The tenants as signatories of the lease; the parent of a minor signs as the tenant, in his own name (bail/README
 * §3.2).
 */
export function locatairesSignataires(bail: Bail, detail: string): Signatory[] {
  const pour = bail.locataire.mineurNom ? "En son nom personnel, en qualité de locataire. " : "";
  const { representantNom, representantQualite } = bail.locataire;
  const par = estMorale(bail.locataire)
    ? `Représentée par ${orBlank(representantNom)}, ${orBlank(representantQualite)}\n`
    : "";
  return locatairesDe(bail).map((locataire, rang, { length }) => ({
    role: length > 1 ? `Le locataire ${rang + 1}` : "Le locataire",
    name: personne(locataire),
    detail: `${rang === 0 ? `${pour}${par}` : ""}${detail}`,
  }));
}

export const mandataireSignataire = ({ agence, bailleurs }: Bail): Signatory =>
  mandataire(agence, bailleurs);

/** A section of a contract: its title without a number, and its blocks. */
export interface Section {
  titre: string;
  blocs: readonly Block[];
}

export const sousTitre = (text: string): Block => ({ kind: "heading", level: 2, text });

/** A justified paragraph; a text that ends with « : » stays on the page of the next block. */
export const paragraphe = (text: Inline): Paragraph => ({
  kind: "paragraph",
  text,
  align: "justified",
  keep: typeof text === "string" && text.endsWith(":"),
});
