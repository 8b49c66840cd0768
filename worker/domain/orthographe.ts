/** A text in capitals. Greek capitals lose their accents, « ΠΑΠΑΔΟΠΟΥΛΟΥ »; every other script keeps them. */
export const enCapitales = (texte: string): string => texte.toLocaleUpperCase("el");

/** The names that begin with a mute h, without accents; other names in h keep « de »: « de Hassan ». */
const H_MUETS =
  "habitat|habitation|habitations|hadrien|hadrienne|harmonie|hector|hedwige|helena|helene|heloise|henri|henriette|herbert|hermance|hermes|hermine|herve|hilaire|hippolyte|homere|honore|honorine|horace|horizon|hortense|hortensia|hospices|hotel|hotels|hubert|huguette|huissiers|humbert|hyacinthe";

const ELIDES = new RegExp(`^(?:[aeiouœæ]|y(?![aeiouy])|(?:${H_MUETS})(?![\\p{L}]))`, "iu");

/**
 * A name after « de » or « d’ », by its first letter: « de Paul », « d’Agence », « d’Hélène », « d’Yves », « d’avril
 * ».
 */
export const deNom = (nom: string): string =>
  ELIDES.test(nom.normalize("NFD").replace(/\p{M}/gu, "")) ? `d’${nom}` : `de ${nom}`;

/**
 * The spaces of French punctuation that must not end a line: before « : ; ? ! » and inside « ». Spaces in URLs and
 * code stay ordinary.
 */
const INSECABLES = / (?=[:;?!»](?![\p{L}\d=/]))|(?<=«) /gu;

/** A text whose spaces at French punctuation are no-break spaces. */
export const insecables = (texte: string): string => texte.replace(INSECABLES, "\u00A0");

/** A text with curved apostrophes, « l’avis »; e-mail addresses keep straight ones. */
export const apostrophesCourbes = (texte: string): string =>
  texte.includes("'") ? texte.replace(/'(?!\S*@)/g, "’") : texte;
