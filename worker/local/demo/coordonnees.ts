import { rechercheNormalisee } from "#domain/recherche.ts";

/** An address in a domain reserved for examples: no mail ever reaches anybody. */
export function courrielDe(prenom: string, nom: string): string {
  const ascii = (texte: string) => rechercheNormalisee(texte).replaceAll(" ", "-");
  return `${ascii(prenom)}.${ascii(nom)}@courriel.example`;
}

/** A number in 06 39 98, reserved for fiction: nobody ever answers. */
export function mobileDe(rang: number): string {
  const deuxChiffres = (nombre: number) => String(nombre % 100).padStart(2, "0");
  return `06 39 98 ${deuxChiffres(rang)} ${deuxChiffres(rang * 37 + 11)}`;
}
