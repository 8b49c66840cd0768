const LETTRES_SANS_DECOMPOSITION: Readonly<Record<string, string>> = {
  ł: "l",
  đ: "d",
  ð: "d",
  ø: "o",
  œ: "oe",
  æ: "ae",
  ß: "ss",
  ı: "i",
  þ: "th",
};

/**
 * The text reduced to what a search compares: lower case, no accents or ligatures, apostrophes and hyphens
 * turned into spaces, spaces collapsed. « leo d'alembert » then finds « Léo D’Alembert » (domain/README §9.5).
 */
export function rechercheNormalisee(texte: string): string {
  return texte
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[łđðøœæßıþ]/g, (lettre) => LETTRES_SANS_DECOMPOSITION[lettre] ?? lettre)
    .replace(/[\s'’‘ʼ\-\u2010-\u2015]+/g, " ")
    .trim();
}

/** The folded text of a record that lists search in: names folded, phone numbers as digits only. */
export function texteDeRecherche(valeurs: readonly unknown[]): string {
  return valeurs
    .filter((valeur) => valeur !== null && valeur !== undefined && valeur !== "")
    .map((valeur) => chiffresOuTexte(String(valeur)))
    .join(" ");
}

/** What must all be found in the folded text for a record to answer a search. */
export function motsCherches(saisie: string): string[] {
  return chiffresOuTexte(saisie).split(" ").filter(Boolean);
}

function chiffresOuTexte(texte: string): string {
  const telephone = /^(\+|0)[\d\s.()-]{5,}$/.test(texte.trim());
  return telephone ? texte.replace(/\D/g, "") : rechercheNormalisee(texte);
}
