import type { Personne, Qualite } from "./personne.ts";

/** The two possible tenants of a lease, in the order of {@link titulaires}. */
export const COLOCATAIRES = ["premier", "second"] as const;

/** The tenants named in a lease: one person, or two. */
export function titulaires(locataire: {
  titre: string;
  nom: string;
  prenom: string;
  qualite?: Qualite;
  secondTitulaire: boolean;
  autreTitre?: string | null;
  autreNom?: string | null;
  autrePrenom?: string | null;
}): (Personne & { titre: string })[] {
  const { titre, nom, prenom, qualite } = locataire;
  const premier = { titre, nom, prenom, ...(qualite ? { qualite } : {}) };
  if (!locataire.secondTitulaire || !locataire.autreNom) return [premier];
  const second = {
    titre: locataire.autreTitre ?? "Monsieur",
    nom: locataire.autreNom,
    prenom: locataire.autrePrenom ?? null,
  };
  return [premier, second];
}
