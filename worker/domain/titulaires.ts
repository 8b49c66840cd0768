/** Which holder of a lease, in the order of {@link titulaires}. */
export const COLOCATAIRES = ["premier", "second"] as const;

/** The holders of the lease: one person, or two when there is a second holder. */
export function titulaires(locataire: {
  titre: string;
  nom: string;
  prenom: string;
  secondTitulaire: boolean;
  autreTitre?: string | null;
  autreNom?: string | null;
  autrePrenom?: string | null;
}): { titre: string; nom: string; prenom: string }[] {
  const premier = { titre: locataire.titre, nom: locataire.nom, prenom: locataire.prenom };
  if (!locataire.secondTitulaire || !locataire.autreNom) return [premier];
  const second = {
    titre: locataire.autreTitre ?? "Monsieur",
    nom: locataire.autreNom,
    prenom: locataire.autrePrenom ?? "",
  };
  return [premier, second];
}
