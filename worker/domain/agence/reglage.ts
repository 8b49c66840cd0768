import type * as z from "zod/mini";
import type { Jour } from "../dates.ts";
import { booleen, choix, facultatif, isoDate, texte } from "../fields.ts";

/** A section of one of the two forms of settings. */
export interface SectionDesReglages {
  formulaire: "agence" | "defauts";
  titre: string;
  texte?: string;
}

export const GROUPES = {
  identite: { formulaire: "agence", titre: "Identité" },
  coordonnees: { formulaire: "agence", titre: "Coordonnées" },
  signature: { formulaire: "agence", titre: "Signature des documents" },
  banque: {
    formulaire: "agence",
    titre: "Compte bancaire",
    texte: "Celui sur lequel les loyers sont versés.",
  },
  carte: {
    formulaire: "agence",
    titre: "Carte professionnelle",
    texte: "Sans numéro, un mandat est refusé, et les documents le signalent.",
  },
  garantie: { formulaire: "agence", titre: "Garantie financière" },
  assurance: { formulaire: "agence", titre: "Responsabilité civile professionnelle" },
  mediateur: { formulaire: "agence", titre: "Médiateur de la consommation" },
  tva: { formulaire: "defauts", titre: "TVA" },
  irl: {
    formulaire: "defauts",
    titre: "Indice de référence des loyers",
    texte: "Repris par chaque nouveau dossier de logement, et modifiable dans celui-ci.",
  },
  bail: { formulaire: "defauts", titre: "Bail" },
  plafonds: {
    formulaire: "defauts",
    titre: "Plafonds des honoraires du locataire",
    texte: "Par mètre carré de surface habitable, toutes taxes comprises.",
  },
  courriels: {
    formulaire: "defauts",
    titre: "Courriels aux locataires",
    texte: "Pendant ce délai, un envoi peut être annulé. Avec 0, il part aussitôt.",
  },
  comptes: { formulaire: "defauts", titre: "Comptes" },
  reversements: {
    formulaire: "defauts",
    titre: "Reversements aux propriétaires",
  },
  relances: {
    formulaire: "defauts",
    titre: "Relances des impayés",
    texte: "Préparées chaque jour, à compter de l’échéance ; rien ne part sans une personne.",
  },
  mandats: { formulaire: "defauts", titre: "Mandats" },
  signatures: { formulaire: "defauts", titre: "Signature électronique simple" },
  donnees: { formulaire: "defauts", titre: "Données personnelles" },
  conservation: {
    formulaire: "defauts",
    titre: "Durées de conservation",
    texte: "Au-delà, une personne est proposée à l’effacement, dans Conservation.",
  },
  securite: { formulaire: "defauts", titre: "Sécurité" },
} as const satisfies Record<string, SectionDesReglages>;

export type Groupe = keyof typeof GROUPES;

interface Presentation {
  /** The width of the input in the form, in sixths of a row; three by default. */
  largeur?: 2 | 4 | 6;
  exemple?: string;
  unite?: string;
  clavier?: "numeric";
  /** The French warning about leaving the setting empty. */
  vide?: string;
  /** The French explanation shown under the setting. */
  aide?: string;
  /**
   * Changing the setting requires the password and is recorded in the security log; « deuxPersonnes »: a second
   * administrator must confirm the change too, if the agency chose this.
   */
  protege?: "motDePasse" | "deuxPersonnes";
}

export interface Reglage<Valeur = unknown> extends Presentation {
  groupe: Groupe;
  libelle: string;
  saisie:
    | "ligne"
    | "paragraphe"
    | "courriel"
    | "telephone"
    | "iban"
    | "nombre"
    | "entier"
    | "jour"
    | "ouiNon"
    | "choix";
  schema: z.core.$ZodType;
  defaut: Valeur;
  /** The French label of each value of a `choix`. */
  choix?: Record<string, string>;
}

/** A setting typed on one line. It may be empty, except when its schema refuses an empty text. */
export const ligne = (
  groupe: Groupe,
  libelle: string,
  reste: Presentation & Partial<Pick<Reglage<string>, "saisie" | "schema" | "defaut">> = {},
): Reglage<string> => ({
  saisie: "ligne",
  schema: facultatif(texte()),
  defaut: "",
  groupe,
  libelle,
  ...reste,
});

/** A setting that is a text of several lines. */
export const paragraphe = (
  groupe: Groupe,
  libelle: string,
  reste: Presentation = {},
): Reglage<string> =>
  ligne(groupe, libelle, { saisie: "paragraphe", schema: facultatif(texte(10_000)), ...reste });

/** A setting that is a required number. */
export const nombre = (
  groupe: Groupe,
  libelle: string,
  reste: Presentation & {
    saisie?: "entier";
    schema: z.core.$ZodType<number>;
    defaut: number;
  },
): Reglage<number> => ({ saisie: "nombre", groupe, libelle, ...reste });

/** A setting that is a number or null. */
export const nombreFacultatif = (
  groupe: Groupe,
  libelle: string,
  {
    schema,
    ...reste
  }: Presentation & {
    saisie?: "entier";
    schema: z.core.$ZodType<number>;
    defaut: number;
  },
): Reglage<number | null> => ({
  saisie: "nombre",
  schema: facultatif(schema),
  groupe,
  libelle,
  ...reste,
});

/** A setting that is a day or null. */
export const jourFacultatif = (
  groupe: Groupe,
  libelle: string,
  reste: Presentation & { defaut: Jour | null },
): Reglage<Jour | null> => ({
  saisie: "jour",
  schema: facultatif(isoDate()),
  groupe,
  libelle,
  ...reste,
});

export const ouiNon = (
  groupe: Groupe,
  libelle: string,
  defaut: boolean,
  reste: Presentation = {},
): Reglage<boolean> => ({
  saisie: "ouiNon",
  schema: booleen(),
  groupe,
  libelle,
  defaut,
  ...reste,
});

/** A setting with a fixed list of values, each with its French label. */
export const parmi = <Choix extends string>(
  groupe: Groupe,
  libelle: string,
  {
    choix: mots,
    defaut,
    ...presentation
  }: Pick<Presentation, "largeur" | "aide"> & {
    choix: Record<Choix, string>;
    defaut: NoInfer<Choix>;
  },
): Reglage<Choix> => ({
  ...presentation,
  saisie: "choix",
  schema: choix(Object.keys(mots)),
  groupe,
  libelle,
  choix: mots,
  defaut,
});

const NOMBRE = /^-?\d+(?:[.,]\d+)?$/;

/**
 * The value of a setting from its stored text: null for an empty text, NaN for an unreadable number, a boolean for a
 * yes or a no, else the trimmed text.
 */
export function valeurDuTexte({ saisie }: Reglage, texte: string | null): unknown {
  const lisible = texte?.trim() ?? "";
  if (lisible === "") return null;
  if (saisie === "nombre" || saisie === "entier")
    return NOMBRE.test(lisible) ? Number(lisible.replace(",", ".")) : Number.NaN;
  if (saisie === "ouiNon" && lisible === "true") return true;
  if (saisie === "ouiNon" && lisible === "false") return false;
  return lisible;
}

/** The kinds of input whose stored text is kept even when the schema refuses it. */
export const TEXTES: ReadonlySet<Reglage["saisie"]> = new Set([
  "ligne",
  "paragraphe",
  "courriel",
  "telephone",
  "iban",
]);
