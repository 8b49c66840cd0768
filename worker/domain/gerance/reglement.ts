/** The ways a tenant's debt is settled, and their names on screens and on paper (domain/README §12.2). */
export const MODES_REGLEMENT = {
  virement: "Virement",
  cheque: "Chèque",
  prelevement: "Prélèvement",
  especes: "Espèces",
  carte: "Carte bancaire",
  tiers: "Versement d’un tiers",
  compensation: "Compensation",
  abandon: "Abandon de créance",
} as const;

export type ModeReglement = keyof typeof MODES_REGLEMENT;

/** Who paid. */
export const PAYEURS = {
  locataire: "Le locataire",
  caf: "La CAF",
  msa: "La MSA",
  caution: "La caution",
  gli: "L’assurance loyers impayés",
  visale: "Visale",
  bailleur: "Le bailleur",
  tiers: "Un tiers",
} as const;

export type Payeur = keyof typeof PAYEURS;

/** What becomes of a payment: received under reserve, good, refused by the bank, taken back by the agency. */
export const ETATS_REGLEMENT = {
  recu: "Sous réserve d’encaissement",
  credite: "Encaissé",
  rejete: "Rejeté",
  annule: "Annulé",
} as const;

export type EtatReglement = keyof typeof ETATS_REGLEMENT;
