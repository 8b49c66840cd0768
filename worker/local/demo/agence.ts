import type { CleAgence } from "#domain/agence/agence.ts";

/** A fictitious agency: its numbers are made up, and its domain is reserved for examples. */
export const VARIABLES: Partial<Record<CleAgence, string>> = {
  agenceNom: "Agence Belleville Patrimoine",
  formeJuridique: "SARL",
  capital: "40 000 €",
  agenceAdresse: "18 rue du Faubourg-du-Temple",
  agenceCp: "75011",
  agenceVille: "Paris",
  agenceTel: "01 99 00 42 60",
  agenceEmail: "gestion@belleville-patrimoine.example",
  agenceSite: "https://belleville-patrimoine.example",
  siret: "912 345 675 00017",
  rcs: "Paris 912 345 675",
  tvaIntra: "FR 65 912 345 675",
  carteNumero: "CPI 7501 2024 000 000 417",
  carteType: "Gestion",
  carteLieu: "Paris Île-de-France",
  garantNom: "Compagnie de caution des professions immobilières",
  garantAdresse: "14 rue de Londres, 75009 Paris",
  garantMontant: "320 000 €",
  rcpAssureur: "Mutuelle d’assurance des administrateurs de biens",
  rcpPolice: "120 137 405",
  mediateurNom: "Médiation de la consommation de l’immobilier",
  mediateurAdresse: "1 allée du Parc, 44500 La Baule-Escoublac",
  mediateurSite: "https://mediation-immobilier.example",
  signataireNom: "Isabelle Ferrand",
  signataireQualite: "Gérante",
  iban: "FR76 3000 6000 0112 3456 7890 189",
  bic: "AGRIFRPP",
  tva: "20",
  seuilReversement: "50000",
  irlValeur: "148.37",
  irlTrimestre: "2ème trimestre 2026",
  zoneDefaut: "tresTendue",
  lieuSignature: "Paris",
  tachesIntendance:
    "Visite mensuelle du logement et aération ; relevé du courrier ; réception des artisans ; contrôle des fluides ; signalement de tout sinistre au mandant et à son assureur.",
};

/** The bank account that receives the rents. */
export const COMPTE_DE_GERANCE = {
  nom: "Compte de gérance",
  titulaire: "BELLEVILLE PATRIMOINE GERANCE",
  iban: "FR76 3000 6000 0112 3456 7890 189",
  bic: "AGRIFRPP",
  usage: "gerance",
} as const;

/** The bank account of the agency's fees: the bank is fictitious, the check digits are right. */
export const COMPTE_DE_L_AGENCE = {
  nom: "Compte de l’agence",
  titulaire: "BELLEVILLE PATRIMOINE",
  iban: "FR76 9999 9000 1100 0000 0010 538",
  usage: "agence",
} as const;

/** The staff, without the administrator. */
export const COLLABORATEURS = [
  {
    email: "camille.roussel@belleville-patrimoine.example",
    role: "user",
    nom: "Camille Roussel",
  },
  {
    email: "stephane.nadaud@belleville-patrimoine.example",
    role: "user_delete",
    nom: "Stéphane Nadaud",
  },
] as const;

export const EQUIPEMENTS = [
  { nom: "Cuisine équipée", collectif: false },
  { nom: "Plaques de cuisson", collectif: false },
  { nom: "Réfrigérateur", collectif: false },
  { nom: "Lave-linge", collectif: false },
  { nom: "Lave-vaisselle", collectif: false },
  { nom: "Baignoire", collectif: false },
  { nom: "Douche", collectif: false },
  { nom: "Balcon", collectif: false },
  { nom: "Placards", collectif: false },
  { nom: "Cheminée décorative", collectif: false },
  { nom: "Ascenseur", collectif: true },
  { nom: "Interphone", collectif: true },
  { nom: "Local à vélos", collectif: true },
  { nom: "Antenne TV collective", collectif: true },
  { nom: "Fibre optique", collectif: true },
];
