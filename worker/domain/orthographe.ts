/** In capitals: Greek loses its accents there, « ΠΑΠΑΔΟΠΟΥΛΟΥ »; every other script keeps them. */
export const enCapitales = (texte: string): string => texte.toLocaleUpperCase("el");

/** « de Paul », « d'Agence », « d'avril »: elided before a vowel, accented or not. */
export const deNom = (nom: string): string =>
  /^[aeiouœæ]/i.test(nom.normalize("NFD")) ? `d'${nom}` : `de ${nom}`;
