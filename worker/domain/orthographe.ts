/** The text in capitals. Greek loses its accents there, « ΠΑΠΑΔΟΠΟΥΛΟΥ »; every other script keeps them. */
export const enCapitales = (texte: string): string => texte.toLocaleUpperCase("el");

/** The beginnings, without accents, of names with a mute h; other names in h keep « de »: « de Hassan ». */
const H_MUETS =
  "habitat|habitation|habitations|hadrien|hadrienne|harmonie|hector|hedwige|helena|helene|heloise|henri|henriette|herbert|hermance|hermes|hermine|herve|hilaire|hippolyte|homere|honore|honorine|horace|horizon|hortense|hortensia|hospices|hotel|hotels|hubert|huguette|huissiers|humbert|hyacinthe";

const ELIDES = new RegExp(`^(?:[aeiouœæ]|y(?![aeiouy])|(?:${H_MUETS})(?![\\p{L}]))`, "iu");

/**
 * A name after « de », elided before a vowel or a mute h, accented or not: « de Paul », « d’Agence », « d’Hélène », «
 * d’Yves », « d’avril ».
 */
export const deNom = (nom: string): string =>
  ELIDES.test(nom.normalize("NFD").replace(/\p{M}/gu, "")) ? `d’${nom}` : `de ${nom}`;

/**
 * The spaces of French punctuation at which a line never breaks: before « : ; ? ! », inside « ». Addresses and code are
 * left alone.
 */
const INSECABLES = / (?=[:;?!»](?![\p{L}\d=/]))|(?<=«) /gu;

/** The text with no-break spaces at its punctuation. */
export const insecables = (texte: string): string => texte.replace(INSECABLES, "\u00A0");

/** The text with curved apostrophes, « l’avis »; an electronic address keeps its own. */
export const apostrophesCourbes = (texte: string): string =>
  texte.includes("'") ? texte.replace(/'(?!\S*@)/g, "’") : texte;
