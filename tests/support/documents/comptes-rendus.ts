import type { ContenuCompteRendu, MandantRendu } from "#domain/gerance/cloture/compte-rendu.ts";
import type { DonneesCompteRendu } from "#worker/documents/compte-rendu/presentation.ts";
import { donneesQuittance } from "./documents.ts";

const mandant = (changements: Partial<MandantRendu>): MandantRendu => ({
  ClientId: 1,
  nom: "Monsieur Paul DURAND",
  adresse: ["4 place Bellecour", "69002 Lyon"],
  num: 60,
  den: 100,
  montant: 517.47,
  iban: "FR14 **** **** 2606",
  ...changements,
});

export const SEUL = [mandant({ num: 1, den: 1, montant: 862.45 })];

/** The worked example of October 2026: two owners, two dwellings, one rent paid in part. */
export const contenuCompteRendu = (
  changements: Partial<ContenuCompteRendu> = {},
): ContenuCompteRendu => ({
  numero: "2026-10 / 000042",
  mandat: { numero: "000042", dateSignature: "2024-03-12", nom: "INDIVISION DURAND" },
  modeFonds: "agence",
  du: "2026-10-01",
  au: "2026-10-31",
  editeLe: "2026-11-05",
  mandants: [
    mandant({}),
    mandant({
      ClientId: 2,
      nom: "Madame Anne DURAND",
      adresse: ["18 rue de la Paix", "35000 Rennes"],
      num: 40,
      montant: 344.98,
      iban: "FR76 **** **** 0189",
    }),
  ],
  soldePrecedent: 300,
  encaissements: 1450,
  honorairesTTC: 121.8,
  assuranceLoyers: 23.75,
  depenses: 442,
  autresMouvements: 0,
  solde: 1162.45,
  provision: 300,
  reserves: 0,
  reversement: 862.45,
  loyersAppeles: 1630,
  loyersRecus: 0,
  loyersNonConfirmes: 0,
  depotsDetenus: 1470,
  situation: [
    {
      AppartementId: 1,
      DossierId: 1,
      lot: "A",
      locataire: "Martin",
      appele: 950,
      soldeAnterieur: 0,
      encaisse: 950,
      resteDu: 0,
      action: null,
    },
    {
      AppartementId: 2,
      DossierId: 2,
      lot: "B",
      locataire: "Petit",
      appele: 680,
      soldeAnterieur: 180,
      encaisse: 500,
      resteDu: 360,
      action: "relance du 16/10/2026",
    },
  ],
  detailEncaissements: [
    recu("2026-10-02", "A", "Martin", "virement", "locataire", "2026-10", 662.11, 77.89),
    recu("2026-10-05", "A", "Martin", "virement", "caf", "2026-10", 187.89, 22.11),
    recu("2026-10-09", "B", "Petit", "cheque", "locataire", "2026-09", 164.12, 15.88),
    recu("2026-10-09", "B", "Petit", "cheque", "locataire", "2026-10", 291.76, 28.24),
  ],
  detailDepenses: [
    {
      date: "2026-10-14",
      IntendanceId: 7,
      fournisseur: "Plomberie X",
      libelle: "fuite cuisine",
      lot: "A",
      nature: "travaux",
      ht: 120,
      tva: 12,
      ttc: 132,
      recuperable: false,
      piece: "F-7781",
    },
    {
      date: "2026-10-15",
      IntendanceId: 8,
      fournisseur: "Syndic Y",
      libelle: "appel T4",
      lot: "",
      nature: "copropriete",
      ht: 310,
      tva: 0,
      ttc: 310,
      recuperable: false,
      piece: "AP-2026-4",
    },
    {
      date: "2026-11-05",
      IntendanceId: 9,
      fournisseur: "Assurance Z",
      libelle: "prime d’octobre",
      lot: "",
      nature: "assurance_loyers",
      ht: 23.75,
      tva: 0,
      ttc: 23.75,
      recuperable: false,
      piece: "GLI-10",
    },
  ],
  detailHonoraires: [
    {
      libelle: "Honoraires de gestion",
      base: 1450,
      taux: 700,
      ht: 101.5,
      tauxTva: 2000,
      tva: 20.3,
      ttc: 121.8,
    },
  ],
  detailAutres: [],
  echeances: [
    { date: "2027-01-01", libelle: "Révision du loyer (IRL)", lot: "A" },
    { date: "2027-06-30", libelle: "Fin du bail", lot: "B" },
  ],
  jourReversement: 10,
  ...changements,
});

function recu(
  date: string,
  lot: string,
  locataire: string,
  mode: "virement" | "cheque",
  payeur: "locataire" | "caf",
  mois: string,
  loyer: number,
  charges: number,
): ContenuCompteRendu["detailEncaissements"][number] {
  const total = Math.round((loyer + charges) * 100) / 100;
  return {
    date,
    AppartementId: lot === "A" ? 1 : 2,
    DossierId: lot === "A" ? 1 : 2,
    lot,
    locataire,
    payeur,
    mode,
    mois,
    loyer,
    charges,
    autres: 0,
    total,
    piece: "2026-000012",
    regularisation: false,
  };
}

export const donneesCompteRendu = (
  changements: Partial<ContenuCompteRendu> = {},
  reste: Partial<DonneesCompteRendu> = {},
): DonneesCompteRendu => ({
  contenu: contenuCompteRendu(changements),
  etat: "valide",
  factures: [{ numero: "FH-2026-000311", ttc: 121.8 }],
  agence: donneesQuittance().agence,
  ...reste,
});

/** An owner who receives the rents himself, and owes the fees. */
export const percusParLeProprietaire: Partial<ContenuCompteRendu> = {
  modeFonds: "proprietaire",
  mandants: [mandant({ num: 1, den: 1, montant: 0, iban: null })],
  mandat: { numero: "000043", dateSignature: "2024-03-12", nom: "Monsieur Paul DURAND" },
  soldePrecedent: 0,
  encaissements: 0,
  assuranceLoyers: 0,
  depenses: 0,
  solde: 0,
  provision: 0,
  reversement: 0,
  loyersAppeles: 1630,
  loyersRecus: 1450,
  loyersNonConfirmes: 360,
  depotsDetenus: 0,
  detailDepenses: [],
};

/**
 * An owner whose account is overdrawn: the payment of 950 € by his tenant was refused after the owner had been paid.
 */
export const debiteur: Partial<ContenuCompteRendu> = {
  mandants: SEUL.map((mandant) => ({ ...mandant, montant: 0 })),
  mandat: { numero: "000042", dateSignature: "2024-03-12", nom: "Monsieur Paul DURAND" },
  encaissements: -950,
  honorairesTTC: -79.8,
  assuranceLoyers: 0,
  depenses: 0,
  solde: -570.2,
  reversement: 0,
  situation: [
    {
      AppartementId: 1,
      DossierId: 1,
      lot: "A",
      locataire: "Martin",
      appele: 0,
      soldeAnterieur: 0,
      encaisse: -950,
      resteDu: 950,
      action: null,
    },
  ],
  detailEncaissements: [
    {
      ...recu("2026-10-12", "A", "Martin", "virement", "locataire", "2026-09", -850, -100),
      regularisation: true,
    },
  ],
  detailDepenses: [],
  detailHonoraires: [
    {
      libelle: "Honoraires rendus sur paiements annulés",
      base: -950,
      taux: 700,
      ht: -66.5,
      tauxTva: 2000,
      tva: -13.3,
      ttc: -79.8,
    },
  ],
};

/** The largest account: 30 dwellings, 60 payments received, 100 000 € in all, four owners. */
export function grandCompte(): Partial<ContenuCompteRendu> {
  const lots = Array.from({ length: 30 }, (_, rang) => ({
    AppartementId: rang + 1,
    DossierId: rang + 1,
    lot: `${rang + 1} boulevard du Général-Leclerc, 4e étage`,
    locataire: "Jean-Baptiste DE LA ROCHEFOUCAULD",
    appele: 3400,
    soldeAnterieur: 0,
    encaisse: rang === 0 ? 1400 : 3400,
    resteDu: rang === 0 ? 2000 : 0,
    action: rang === 0 ? "mise en demeure du 28/10/2026" : null,
  }));
  const recus = Array.from({ length: 60 }, (_, rang) => ({
    ...recu("2026-10-05", "A", "", "virement", "locataire", "2026-10", 1500, 166.67),
    lot: lots[rang % 30]?.lot ?? "",
    locataire: "Jean-Baptiste DE LA ROCHEFOUCAULD",
    total: rang === 0 ? 1666.47 : 1666.67,
    charges: rang === 0 ? 166.47 : 166.67,
  }));
  const parts = [
    [1, 2, 45_600.06],
    [1, 4, 22_800.03],
    [1, 8, 11_400.01],
    [1, 8, 11_400.01],
  ] as const;
  return {
    mandants: parts.map(([num, den, montant], rang) =>
      mandant({ ClientId: rang + 1, num, den, montant, nom: `Madame Jeanne DURAND-${rang + 1}` }),
    ),
    soldePrecedent: 0,
    encaissements: 100_000,
    honorairesTTC: 8400,
    assuranceLoyers: 0,
    depenses: 399.89,
    solde: 91_200.11,
    provision: 0,
    reversement: 91_200.11,
    situation: lots,
    detailEncaissements: recus,
    detailDepenses: Array.from({ length: 20 }, (_, rang) => ({
      date: "2026-10-14",
      IntendanceId: rang,
      fournisseur: "Société générale de plomberie et chauffage du Val-de-Marne",
      libelle: "remplacement d’un groupe de sécurité",
      lot: "12 boulevard du Général-Leclerc",
      nature: "travaux" as const,
      ht: rang === 0 ? 18.16 : 18.18,
      tva: 1.82,
      ttc: rang === 0 ? 19.98 : 20,
      recuperable: false,
      piece: "FAC-2026-001234",
    })),
    detailHonoraires: [
      {
        libelle: "Honoraires de gestion",
        base: 100_000,
        taux: 700,
        ht: 7000,
        tauxTva: 2000,
        tva: 1400,
        ttc: 8400,
      },
    ],
  };
}
