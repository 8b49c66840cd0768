import { type Agence, agenceDe } from "#domain/agence/agence.ts";
import { dernierJour, type Mois, premierJour } from "#domain/dates.ts";
import type { DonneesQuittance } from "#worker/documents/quittances/quittance.ts";
import type { LigneAnnuelle } from "#worker/documents/quittances/recapitulatif.ts";

export const AGENCE: Agence = {
  ...agenceDe([]),
  agenceNom: "Saint-Michel Gestion",
  formeJuridique: "SARL",
  capital: "50 000 €",
  agenceAdresse: "18 rue de la Harpe",
  agenceCp: "75005",
  agenceVille: "Paris",
  siret: "812 345 678 00012",
  rcs: "Paris 812 345 678",
  carteNumero: "CPI 7501 2026 000 000 001",
  carteType: "G",
  carteLieu: "Paris Île-de-France",
  garantNom: "Galian",
  garantAdresse: "89 rue La Boétie, 75008 Paris",
  garantMontant: "110 000 €",
  mediateurNom: "Médimmoconso",
  iban: "FR7630006000011234567890189",
  bic: "AGRIFRPP",
};

/** An agency with hardly more settings than a mandate requires. */
export const AGENCE_A_PEINE_DITE: Agence = {
  ...agenceDe([]),
  carteNumero: AGENCE.carteNumero,
  garantNom: AGENCE.garantNom,
};

export function donneesQuittance(changements: Partial<DonneesQuittance> = {}): DonneesQuittance {
  const adresse = { adresse: "27 bis boulevard Saint-Michel", codePostal: "75005", ville: "Paris" };
  return {
    numero: "2026-000123",
    mois: "2026-03",
    dateDebut: "2026-03-01",
    dateFin: "2026-03-31",
    loyerHC: 850,
    charge: 100,
    montantPaye: null,
    regle: true,
    statusInconu: false,
    source: "agence",
    annuleeLe: null,
    reponduLe: null,
    motifAnnulation: null,
    datePaiement: "2026-03-05",
    mode: "Virement",
    echeance: "2026-03-05",
    emission: "2026-03-06",
    rp: true,
    stationnement: false,
    chargesMode: "provisions",
    bailleurs: [
      {
        titre: "Madame",
        prenom: "Jeanne",
        nom: "de La Tour",
        adresse: "4 place de la Contrescarpe",
        codePostal: "75005",
        ville: "Paris",
      },
    ],
    locataires: [{ titre: "Monsieur", prenom: "Étienne", nom: "Lefèvre" }],
    logement: { ...adresse, etage: "4", caveNum: "12" },
    destinataire: adresse,
    agence: AGENCE,
    ...changements,
  };
}

/** A receipt of the year, paid on the 5th by default. */
export function ligneAnnuelle(mois: Mois, changements: Partial<LigneAnnuelle> = {}): LigneAnnuelle {
  return {
    mois,
    dateDebut: premierJour(mois),
    dateFin: dernierJour(mois),
    loyerHC: 850,
    charge: 100,
    automatique: true,
    montantPaye: null,
    regle: true,
    statusInconu: false,
    source: "agence",
    annuleeLe: null,
    reponduLe: null,
    datePaiement: `${mois}-05`,
    ...changements,
  };
}
