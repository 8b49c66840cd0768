/** The events of the security log, with their French words (http/README §9.7). */
export const EVENEMENTS_SECURITE = {
  connexion: "Connexion",
  echec: "Échec de connexion",
  appareil: "Connexion depuis un nouvel appareil",
  deconnexion: "Session fermée",
  mot_de_passe: "Mot de passe changé",
  reinitialisation: "Mot de passe réinitialisé",
  compte: "Compte créé",
  compte_supprime: "Compte supprimé",
  role: "Rôle changé",
  adresse: "Adresse e-mail changée",
  second_facteur: "Second facteur changé",
  code_secours: "Code de secours utilisé",
  export: "Données exportées",
  effacement: "Données effacées",
  import: "Fichier d’un autre logiciel importé",
  import_annule: "Import annulé",
  revelation: "Donnée sensible montrée",
  iban: "Changement des coordonnées bancaires",
  conditions: "Conditions d’argent d’un mandat changées",
  deux_personnes: "Changement de la confirmation à deux",
  reglage: "Réglage de sécurité changé",
  conservation: "Données purgées",
  sceau_revoque: "Certificat du sceau révoqué",
  acces_envoye: "Lien privé envoyé",
  acces_retire: "Lien privé retiré",
  acces_ouvert: "Visite par un lien privé",
  agenda: "Adresse du calendrier des échéances",
  brouillon_efface: "États des lieux non envoyés effacés d’un appareil",
  brouillon_repris: "État des lieux d’un collègue repris sur un appareil",
  acces_manque: "Code d’un lien privé manqué",
  signature_code_manque: "Code d’un signataire manqué",
  signature_lien_retire: "Lien d’un signataire retiré",
  preuve_emportee: "Dossier de preuve emporté",
} as const;

export type EvenementSecurite = keyof typeof EVENEMENTS_SECURITE;

export interface LigneSecurite {
  id: number;
  evenement: EvenementSecurite;
  /** The e-mail of the user account concerned; null when there is none. */
  user: string | null;
  device: string | null;
  details: Record<string, unknown> | null;
  createdAt: string;
}

/** For how many minutes after typing the password the user need not type it again (http/README §9.7). */
export const MINUTES_DE_CONFIRMATION = 15;

export interface SessionOuverte {
  id: string;
  device: string;
  createdAt: string;
  lastSeenAt: string;
  /** The session is the caller's own. */
  current: boolean;
}
