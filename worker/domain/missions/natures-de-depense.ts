/**
 * The tax natures of an expense, each with its line in form 2044; null: the form has no such line (mandats/README
 * §12.16).
 */
export const NATURES_FISCALES = {
  administration: { libelle: "Frais d’administration et de gestion", ligne: "221" },
  assurance: { libelle: "Assurance", ligne: "223" },
  assurance_loyers: { libelle: "Garantie loyers impayés", ligne: "223" },
  travaux: { libelle: "Réparation, entretien, amélioration", ligne: "224" },
  charges_non_recuperees: {
    libelle: "Charges récupérables qu’aucun locataire ne rembourse",
    ligne: "225",
  },
  eviction: { libelle: "Indemnité d’éviction ou de relogement", ligne: "226" },
  taxe_fonciere: { libelle: "Taxe foncière, sans les ordures ménagères", ligne: "227" },
  ordures_menageres: { libelle: "Taxe d’ordures ménagères", ligne: null },
  copropriete: { libelle: "Appel de fonds du syndic", ligne: "229" },
  regularisation_copropriete: { libelle: "Régularisation des comptes du syndic", ligne: "230" },
  assurance_locataire: { libelle: "Assurance pour le compte du locataire", ligne: null },
  construction: { libelle: "Construction, agrandissement", ligne: null },
  autre: { libelle: "Autre dépense", ligne: null },
} as const satisfies Record<string, { libelle: string; ligne: string | null }>;

export type NatureFiscale = keyof typeof NATURES_FISCALES;

/**
 * The natures of expense whose sum is worked out from the bills of a year: they are no bills to pay (mandats/README
 * §12.16).
 */
export const NATURES_CALCULEES = [
  "charges_non_recuperees",
  "regularisation_copropriete",
] as const satisfies NatureFiscale[];

export type NatureCalculee = (typeof NATURES_CALCULEES)[number];

export const estCalculee = (nature: NatureFiscale | null | undefined): nature is NatureCalculee =>
  NATURES_CALCULEES.some((calculee) => calculee === nature);

/** The only charges that a tenant owes back, with the part owed in percent (décret n° 87-713, annexe). */
export const RECUPERABLES = {
  R11: { libelle: "Ascenseur : électricité", taux: 100 },
  R12: { libelle: "Ascenseur : exploitation, entretien courant, menues réparations", taux: 100 },
  R21: { libelle: "Eau froide ou chaude, assainissement", taux: 100 },
  R22: { libelle: "Eau des parties communes et des extérieurs", taux: 100 },
  R23: { libelle: "Chauffage et eau chaude : combustible, énergie", taux: 100 },
  R24: { libelle: "Chauffage et eau chaude : exploitation, entretien courant", taux: 100 },
  R25: { libelle: "Compteurs : location, entretien, relevé", taux: 100 },
  R31: { libelle: "Installations individuelles", taux: 100 },
  R41: { libelle: "Parties communes : électricité", taux: 100 },
  R42: { libelle: "Parties communes : fournitures d’entretien", taux: 100 },
  R43: { libelle: "Parties communes : minuterie, tapis, appareils de propreté", taux: 100 },
  R44: { libelle: "Parties communes : entretien de propreté", taux: 100 },
  R51: { libelle: "Espaces extérieurs : fournitures", taux: 100 },
  R52: { libelle: "Espaces extérieurs : exploitation, bancs, jeux", taux: 100 },
  R61: { libelle: "Hygiène : sacs, produits de désinsectisation et désinfection", taux: 100 },
  R62: { libelle: "Hygiène : fosses d’aisances, conditionnement des ordures", taux: 100 },
  R63: { libelle: "Hygiène : élimination des rejets", taux: 100 },
  R71: { libelle: "Ventilation mécanique : énergie", taux: 100 },
  R72: { libelle: "Ventilation, ramonage, portes automatiques, digicode, interphone", taux: 100 },
  R73: { libelle: "Téléphone à disposition", taux: 100 },
  R81: { libelle: "Enlèvement des ordures ménagères", taux: 100 },
  R82: { libelle: "Taxe de balayage", taux: 100 },
  R91: { libelle: "Gardien : propreté et ordures", taux: 75 },
  R92: { libelle: "Gardien : propreté ou ordures", taux: 40 },
  R93: { libelle: "Employé d’immeuble", taux: 100 },
  R94: { libelle: "Encadrement technique", taux: 10 },
} as const satisfies Record<string, { libelle: string; taux: number }>;

export type Recuperable = keyof typeof RECUPERABLES;

/** The payer of an owner's expense; an expense without a payer is not entered in the books. */
export const PAYE_PAR = {
  agence: "L’agence, pour son compte",
  bailleur: "Le propriétaire",
} as const;

export type PayePar = keyof typeof PAYE_PAR;

/** The states of an expense (mandats/README §12.16). */
export const ETATS_DEPENSE = {
  notee: "Notée",
  bon_a_payer: "Bon à payer",
  en_virement: "En virement",
  payee: "Payée",
} as const;

export type EtatDepense = keyof typeof ETATS_DEPENSE;
