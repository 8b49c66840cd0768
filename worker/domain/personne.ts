/** A person as documents, lists and mails name one. */
export interface Personne {
  titre: string | null;
  prenom: string | null;
  nom: string;
}

export const TITRES = ["Monsieur", "Madame", "Mademoiselle"] as const;

/** « Mme », « M. »: the short form of a title; Mademoiselle is written Mme (legal.md §0.9). */
export function titreCourt(titre: string | null): string {
  if (titre === null) return "";
  return titre === "Monsieur" ? "M." : "Mme";
}

/** « Mme Jeanne de La Tour »: how lists and screens name a person. */
export function nomComplet({ titre, prenom, nom }: Personne): string {
  return [titreCourt(titre), prenom, nom].filter(Boolean).join(" ");
}
