const NUMEROTE = /^(.*?)(\d+)$/;

/**
 * The number proposed for a new dossier: the next number of its year, in the form of the last number given.
 *
 * @param numeros the numbers already given, the newest first; a number without a year or a counter is ignored
 * @param annee the year of the new dossier; the numbers of each year start at 1
 * @returns « 2026-042 » after « 2026-041 », « F-2027-001 » after « F-2026-018 », « 2026-001 » without any
 */
export function numeroSuivant(numeros: readonly string[], annee: number): string {
  for (const numero of numeros) {
    const [, avant = "", rang = ""] = NUMEROTE.exec(numero) ?? [];
    const tete = avant.replace(/(?<!\d)(19|20|21)\d\d(?!\d)/, String(annee));
    if (rang === "" || !tete.includes(String(annee))) continue;
    const rangs = numeros.flatMap((numero) =>
      numero.startsWith(tete) ? [rangDe(numero.slice(tete.length))] : [],
    );
    const suivant = Math.max(0, ...rangs) + 1;
    return tete + String(suivant).padStart(rang.length, "0");
  }
  return `${annee}-001`;
}

/** Several numbers in a row, from the number that {@link numeroSuivant} gives. */
export function numerosSuivants(
  numeros: readonly string[],
  annee: number,
  combien: number,
): string[] {
  const premier = numeroSuivant(numeros, annee);
  const [, tete = "", rang = "1"] = NUMEROTE.exec(premier) ?? [];
  return Array.from(
    { length: combien },
    (_, suite) => tete + String(Number(rang) + suite).padStart(rang.length, "0"),
  );
}

const rangDe = (texte: string) => (/^\d{1,9}$/.test(texte) ? Number(texte) : 0);
