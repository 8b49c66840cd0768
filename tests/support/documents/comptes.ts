import type { CompteDuDossier, LigneDuCompte } from "#domain/gerance/locataires/compte.ts";
import type { DonneesRecuReglement } from "#worker/documents/locataires/recu-reglement.ts";
import type { DonneesRegularisation } from "#worker/documents/locataires/regularisation-charges.ts";
import type { DonneesReleve } from "#worker/documents/locataires/releve-compte.ts";
import { donneesQuittance } from "./documents.ts";

const nommes = () => {
  const { agence, bailleurs, destinataire, locataires, logement } = donneesQuittance();
  const emission = "2026-11-22";
  return { agence, bailleurs, destinataire, emission, locataires, logement, stationnement: false };
};

/** A reçu for a payment of 1 000 €, when 950 € of October were due. */
export const donneesRecu = (
  changements: Partial<DonneesRecuReglement> = {},
): DonneesRecuReglement => ({
  ...nommes(),
  numero: "2026-000012",
  date: "2026-11-05",
  montant: 1000,
  mode: "virement",
  payeur: "locataire",
  fonds: "agence",
  etat: "credite",
  finLe: null,
  imputations: [
    { mois: "2026-10", nature: "loyer", montant: 850 },
    { mois: "2026-10", nature: "charges", montant: 100 },
  ],
  avance: 50,
  ...changements,
});

const ligne = (changements: Partial<LigneDuCompte>): LigneDuCompte => ({
  id: 1,
  date: "2026-10-01",
  journal: "QT",
  libelle: "Appel d’octobre 2026",
  piece: "2026-000118",
  debit: 0,
  credit: 0,
  solde: 0,
  QuitanceId: null,
  ReglementId: null,
  mode: null,
  payeur: null,
  etat: null,
  annuleId: null,
  ...changements,
});

const due = { libelle: null, exigibleLe: "2026-10-05", QuitanceId: 1, inscrite: true };

/** An account that owes 740 € of October: the CAF paid 210 € of the rent. */
export const donneesReleve = (changements: Partial<CompteDuDossier> = {}): DonneesReleve => ({
  ...nommes(),
  compte: {
    DossierId: 123,
    locataire: "Étienne Lefèvre",
    appartement: "27 bis boulevard Saint-Michel",
    du: "2026-10-01",
    au: null,
    debut: "2026-01-01",
    solde: 740,
    exigible: 740,
    aConfirmer: 0,
    avance: 0,
    avanceTenue: 0,
    rendues: [],
    enAttente: 0,
    declare: 0,
    depot: { appele: 850, recu: 850 },
    detenu: { agence: 850, bailleur: 0 },
    assurePourCompte: false,
    ages: { aEchoir: 0, jusqua30: 0, jusqua60: 740, jusqua90: 0, auDela: 0 },
    echeances: [
      { ...due, id: 1, mois: "2026-10", nature: "loyer", montant: 850, reste: 662.11 },
      { ...due, id: 2, mois: "2026-10", nature: "charges", montant: 100, reste: 77.89 },
      { ...due, id: 3, mois: "2026-10", nature: "reparation", montant: 60, reste: 60 },
    ],
    report: 0,
    lignes: [
      ligne({ debit: 950, solde: 950 }),
      ligne({
        date: "2026-10-25",
        journal: "ENC",
        libelle: "Règlement 2026-000012",
        piece: "2026-000012",
        credit: 210,
        solde: 740,
        mode: "virement",
        payeur: "caf",
      }),
    ],
    ...changements,
  },
  inconnus: [],
  loyerHC: 850,
  charges: 100,
});

/** The charges of 2025 for a lease that began on 15 March, water only: 448,27 € are due beyond the provisions. */
export const donneesRegularisation = (
  changements: Partial<DonneesRegularisation["decompte"]> = {},
): DonneesRegularisation => ({
  ...nommes(),
  loi89: true,
  decompte: {
    DossierId: 123,
    annee: 2025,
    exercice: { du: "2025-01-01", au: "2025-12-31" },
    du: "2025-03-15",
    au: "2025-12-31",
    jours: 292,
    joursDeLAnnee: 365,
    partage: false,
    mode: "provisions",
    lignes: [
      {
        code: "R21",
        libelle: "Eau froide ou chaude, assainissement",
        compteur: null,
        depenses: 2231.3,
        recuperable: 2231.3,
        montant: 1785.04,
      },
    ],
    consommations: [],
    depenses: [
      {
        date: "2025-12-31",
        code: "R21",
        libelle: "Décompte du syndic",
        numFacture: "S-2025",
        montant: 2231.3,
        tauxRecuperable: 100,
        calcul: null,
      },
    ],
    recuperable: 2231.3,
    total: 1785.04,
    provisions: 1336.77,
    manquants: [],
    ailleurs: null,
    solde: 448.27,
    appelee: null,
    exigibleLe: "2026-12-22",
    projet: false,
    provision: { depuis: "2027-01-01", actuelle: 140, proposee: 185.94 },
    finLe: null,
    rectifie: null,
    nouvelleProvision: null,
    auCompte: true,
    echelons: [],
    avertissements: [],
    ...changements,
  },
});
