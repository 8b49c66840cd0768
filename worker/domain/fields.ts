import * as z from "zod/mini";
import {
  EN_LETTRES_LATINES,
  estImprimable,
  lettresImprimables,
  TEXTE_EN_LETTRES_LATINES,
} from "./caracteres.ts";

export const REQUIS = "Ce champ est requis.";

/** The messages of a field: « required » when it is empty, `attendu` when it has another type. */
const messages = (attendu: string) => ({
  error: (issue: { input?: unknown }) =>
    issue.input === undefined || issue.input === null ? REQUIS : attendu,
});

/** A text, trimmed, of at most `max` characters; forbidden characters are refused. */
export const texte = (max = 255) =>
  z
    .string(messages("Un texte est attendu."))
    .check(
      z.trim(),
      z.maxLength(max, `${max} caractères au plus.`),
      z.refine(estTexteSain, "Ce texte contient un caractère interdit."),
    );

/**
 * Whether a text is well-formed Unicode, with no control character except line breaks and tabs, and no sign that
 * changes the reading direction.
 */
function estTexteSain(valeur: string): boolean {
  return valeur.isWellFormed() && !/[^\P{Cc}\n\r\t]|[\u202A-\u202E\u2066-\u2069]/u.test(valeur);
}

/** A name of a person or a company, in characters that papers can print; it may be empty. */
export const nomPropre = () => texte(100).check(z.refine(estImprimable, EN_LETTRES_LATINES));

/** A required name of a person or a company, in characters that papers can print. */
export const nomRequis = () => requis(100).check(z.refine(estImprimable, EN_LETTRES_LATINES));

/** A street or a town, in letters that papers can print; it may be empty. */
export const lieu = (max = 255) =>
  texte(max).check(z.refine(lettresImprimables, TEXTE_EN_LETTRES_LATINES));

/** A required street or town, in letters that papers can print. */
export const lieuRequis = (max = 255) =>
  requis(max).check(z.refine(lettresImprimables, TEXTE_EN_LETTRES_LATINES));

/** A required text on one line, with at least one letter, digit or sign. */
export const requis = (max = 255) =>
  paragraphe(max).check(
    z.refine(
      (valeur) => !/[\n\r\t\u2028\u2029]/.test(valeur),
      "Ce texte tient sur une seule ligne.",
    ),
  );

/** A required text on one or several lines, with at least one letter, digit or sign. */
export const paragraphe = (max: number) =>
  texte(max).check(
    z.minLength(1, REQUIS),
    z.refine(
      (valeur) => valeur === "" || /[\p{L}\p{N}\p{P}\p{S}]/u.test(valeur),
      "Ce texte ne contient rien de lisible.",
    ),
  );

/** A field that may be absent (a PUT keeps its value) or null (a PUT clears it). */
export const facultatif = <T extends z.core.$ZodType>(schema: T) => z.optional(z.nullable(schema));

const MONTANT_AU_PLUS = 99_999_999.99;

/** An amount in euros, zero or more, with two decimals at most. */
export const euros = () =>
  z.number(messages("Un montant en euros est attendu.")).check(
    z.gte(0, "Le montant ne peut pas être négatif."),
    z.lte(MONTANT_AU_PLUS, "Ce montant est trop grand."),
    z.refine((montant) => Number(montant.toFixed(2)) === montant, "Deux décimales au plus."),
    z.meta({ multipleOf: 0.01 }),
  );

/** A balance in euros, with two decimals at most; it may be below zero. */
export const solde = () =>
  z.number(messages("Un montant en euros est attendu.")).check(
    z.gte(-MONTANT_AU_PLUS, "Ce montant est trop grand."),
    z.lte(MONTANT_AU_PLUS, "Ce montant est trop grand."),
    z.refine((montant) => Number(montant.toFixed(2)) === montant, "Deux décimales au plus."),
    z.meta({ multipleOf: 0.01 }),
  );

/** A decimal number, zero or more, with four decimals at most: a surface in m², a rent in €/m², an index. */
export const decimal = (max = 1_000_000) =>
  z.number(messages("Un nombre est attendu.")).check(
    z.gte(0, "Ce nombre ne peut pas être négatif."),
    z.lte(max, `Au plus ${max}.`),
    z.refine((nombre) => Number(nombre.toFixed(4)) === nombre, "Quatre décimales au plus."),
    z.meta({ multipleOf: 0.0001 }),
  );

/** A VAT rate in percent, 0 to 100, with two decimals at most. */
export const taux = () =>
  z.number(messages("Un taux est attendu.")).check(
    z.gte(0, "Le taux est compris entre 0 et 100."),
    z.lte(100, "Le taux est compris entre 0 et 100."),
    z.refine((valeur) => Number(valeur.toFixed(2)) === valeur, "Deux décimales au plus."),
    z.meta({ multipleOf: 0.01 }),
  );

/** An integer between `min` and `max`, both included. */
export const entier = (min = 0, max = 1_000_000) =>
  z.int(messages("Un nombre entier est attendu.")).check(
    z.gte(min, `Entre ${min} et ${max}.`),
    z.lte(max, `Entre ${min} et ${max}.`),
    z.overwrite((nombre) => nombre + 0),
  );

/** A day of the month, 1 to 31. */
export const dayOfMonth = () => entier(1, 31);

/** The id of a record, 1 or more. */
export const identifiant = () =>
  z
    .int(messages("Un identifiant est attendu."))
    .check(z.gte(1, "Cet identifiant n’est pas valable."));

/** A day `YYYY-MM-DD` that exists, from 1900 to 2199. */
export const isoDate = () =>
  z
    .string(messages("Une date est attendue."))
    .check(
      z.refine(estDate, "Cette date n’existe pas : écrivez le jour, le mois et l’année."),
      z.meta({ format: "date" }),
    );

/** A month `YYYY-MM`, from 1900 to 2199. */
export const mois = () =>
  z
    .string(messages("Un mois AAAA-MM est attendu."))
    .check(z.regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, "Un mois AAAA-MM est attendu."));

/** A day of every year `MM-DD`, 29 February included. */
export const jourDeLAnnee = () =>
  z
    .string(messages("Un jour de l’année est attendu."))
    .check(
      z.refine((jour) => estDate(`2000-${jour}`), "Un jour de l’année est attendu, « 01/07 »."),
    );

function estDate(valeur: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(valeur)) return false;
  const instant = new Date(`${valeur}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(valeur);
}

/** An instant in ISO 8601, UTC. */
export const instant = () => z.iso.datetime({ error: "Un instant ISO 8601 est attendu." });

/**
 * The version that the caller read, if the change depends on it (http/README §9.4): `version`, or `updatedAt` for
 * older clients.
 */
export const versionLue = {
  version: z.optional(entier(1, Number.MAX_SAFE_INTEGER)),
  updatedAt: z.optional(instant()),
};

/** The body of a change that holds only the version that the caller read. */
export const versionSeule = z.strictObject(versionLue);

export interface VersionLue {
  version?: number | undefined;
  updatedAt?: string | undefined;
}

export const booleen = () => z.boolean(messages("Oui ou non est attendu."));

export const choix = <const T extends readonly string[]>(valeurs: T) =>
  z.enum(valeurs, messages(`Valeurs possibles : ${valeurs.join(", ")}.`));

const DOMAINE_ACCENTUE = /^(?=.*[^\x20-\x7e])[\p{L}\p{N}\p{M}.-]+$/u;

/**
 * An e-mail address with its domain in ASCII, as mail needs it: « contact@château-vert.fr » becomes «
 * contact@xn--chteau-vert-q7a.fr ».
 */
export function adresseEnAscii(adresse: string): string {
  const [, boite = "", domaine = ""] = adresse.match(/^(.+)@([^@]+)$/) ?? [];
  if (!DOMAINE_ACCENTUE.test(domaine)) return adresse;
  return URL.canParse(`http://${domaine}`)
    ? `${boite}@${new URL(`http://${domaine}`).hostname}`
    : adresse;
}

const estCourriel = (valeur: string): boolean => z.regexes.email.test(adresseEnAscii(valeur));

export const courriel = () =>
  requis(254).check(
    z.refine(estCourriel, "Cette adresse e-mail n’est pas valable."),
    z.meta({ format: "email" }),
  );

/** An e-mail address, or an empty text. */
export const courrielOuVide = () =>
  texte(254).check(
    z.refine(
      (valeur) => valeur === "" || estCourriel(valeur),
      "Cette adresse e-mail n’est pas valable.",
    ),
  );

export const telephone = () =>
  requis(30).check(z.regex(/^\+?[\d\s().-]{6,}$/, "Ce numéro de téléphone n’est pas valable."));

/** A number that people may write with letters (« 12 », « B12 », « F-2026-18 »), kept as text. */
export const numero = (max = 50) =>
  z.pipe(
    z.transform((valeur) => (typeof valeur === "number" ? String(valeur) : valeur)),
    requis(max),
  );

/**
 * A field whose null becomes a default value. An absent field stays absent, unless the schema of a creation adds the
 * default.
 */
export const ouDefaut = <T extends z.ZodMiniType>(schema: T, valeur: z.output<T>) =>
  z.pipe(
    z.transform((donne): unknown => (donne === null ? valeur : donne)),
    schema.check(z.meta({ default: valeur })) as z.core.$ZodType,
  ) as z.ZodMiniPipe<z.ZodMiniTransform<unknown, z.input<T>>, T>;

const PROFONDEUR_MAX = 12;

/** Turns the blank texts of a form or a body into null. */
export function sansVides(valeurs: unknown, profondeur = 0): unknown {
  if (typeof valeurs === "string" && valeurs.trim() === "") return null;
  if (valeurs === null || typeof valeurs !== "object" || profondeur > PROFONDEUR_MAX)
    return valeurs;
  if (Array.isArray(valeurs)) return valeurs.map((valeur) => sansVides(valeur, profondeur + 1));
  return Object.fromEntries(
    Object.entries(valeurs).map(([nom, valeur]) => [nom, sansVides(valeur, profondeur + 1)]),
  );
}

/** Keeps the keys of a record that `schema` knows. */
export function champsDe(
  schema: { shape: Record<string, unknown> },
  valeurs: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(schema.shape)
      .filter((nom) => nom in valeurs)
      .map((nom) => [nom, valeurs[nom]]),
  );
}
