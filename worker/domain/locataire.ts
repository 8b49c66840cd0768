import type { DossierResume } from "./appartement.ts";
import type { EtatLocataire } from "./etat-locataire.ts";
import type { FichierResume } from "./fichier.ts";
import type { Locataire } from "./locataire-fiche.ts";

export const CHAMPS_SECOND_TITULAIRE = [
  "autreTitre",
  "autreNom",
  "autrePrenom",
  "autreNomJeuneFille",
  "autreNaissance",
  "autreLieuNaissance",
  "autreMail",
  "autreTel",
  "autreTel2",
] as const;
export const CHAMPS_MINEUR = [
  "mineurTitre",
  "mineurNom",
  "mineurPrenom",
  "mineurNaissance",
  "mineurLieuNaissance",
  "mineurMail",
  "mineurTel",
  "mineurTel2",
] as const;
/** Required once the section is open. */
export const REQUIS_SECOND_TITULAIRE = [
  "autreNom",
  "autrePrenom",
  "autreMail",
  "autreTel",
] as const;
export const REQUIS_MINEUR = ["mineurNom", "mineurPrenom", "mineurMail", "mineurTel"] as const;

export interface LocataireRow {
  id: number;
  titre: string;
  nom: string;
  prenom: string;
  mail: string;
  tel: string;
  appartement: string | null;
  /** A dossier of his runs. */
  actuel: boolean;
  etat: EtatLocataire;
  /** What he owes over all his dossiers, the part of it that is due, and what he paid in advance; euros. */
  solde: number;
  exigible: number;
  avance: number;
  updatedAt: string;
  version: number;
}

export interface LocataireDetail extends Locataire {
  id: number;
  createdAt: string;
  updatedAt: string;
  version: number;
  etat: EtatLocataire;
  /** What he owes over all his dossiers, and has paid in advance; euros. */
  solde: number;
  avance: number;
  locations: { Dossier: DossierResume }[];
  Fichiers: FichierResume[];
  canDelete: boolean;
}
