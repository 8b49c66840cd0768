import { rechercheNormalisee } from "#domain/recherche.ts";

/** A mail address in a domain reserved for examples: no mail can reach anybody. */
export function courrielDe(prenom: string, nom: string): string {
  const ascii = (texte: string) => rechercheNormalisee(texte).replaceAll(" ", "-");
  return `${ascii(prenom)}.${ascii(nom)}@courriel.example`;
}

/** A mobile number in 06 39 98, a range reserved for fiction: nobody can answer. */
export function mobileDe(rang: number): string {
  const deuxChiffres = (nombre: number) => String(nombre % 100).padStart(2, "0");
  return `06 39 98 ${deuxChiffres(rang)} ${deuxChiffres(rang * 37 + 11)}`;
}
