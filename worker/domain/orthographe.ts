/** In capitals: Greek loses its accents there, « ΠΑΠΑΔΟΠΟΥΛΟΥ »; every other script keeps them. */
export const enCapitales = (texte: string): string => texte.toLocaleUpperCase("el");

/** « de Paul », « d'Agence », « d'avril »: elided before a vowel, accented or not. */
export const deNom = (nom: string): string =>
  /^[aeiouœæ]/i.test(nom.normalize("NFD")) ? `d'${nom}` : `de ${nom}`;

/** The spaces of French punctuation that no line may break at: before « : ; ? ! », inside « ». Addresses and code are left alone. */
const INSECABLES = / (?=[:;?!»](?![\p{L}\d=/]))|(?<=«) /gu;

/** The text, its spaces of punctuation made of the kind that never breaks a line. */
export const insecables = (texte: string): string => texte.replace(INSECABLES, "\u00A0");
