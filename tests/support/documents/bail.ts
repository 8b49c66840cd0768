import * as z from "zod/mini";
import { creation as appartement } from "#domain/biens/appartement-fiche.ts";
import { creation as dossier } from "#domain/biens/dossier-fiche.ts";
import { creation as caution } from "#domain/personnes/caution.ts";
import { creation as client } from "#domain/personnes/client-fiche.ts";
import { creation as locataire } from "#domain/personnes/locataire-fiche.ts";
import type { Bail } from "#worker/documents/bail/bail.ts";
import { AGENCE } from "./documents.ts";

export interface Changements {
  dossier?: Partial<z.input<typeof dossier>>;
  appartement?: Partial<z.input<typeof appartement>>;
  locataire?: Partial<z.input<typeof locataire>>;
  bail?: Partial<Bail>;
}

export const proprietaire = (changements: Partial<z.input<typeof client>> = {}) =>
  z.parse(client, {
    titre: "Madame",
    prenom: "Jeanne",
    nom: "de La Tour",
    naissance: "1961-07-03",
    lieuNaissance: "Lyon",
    cpNaissance: "69003",
    adresse: "4 place de la Contrescarpe",
    codePostal: "75005",
    ville: "Paris",
    adresseDefaut: "adresse",
    mailPerso: "jeanne@exemple.fr",
    mailDefaut: "mailPerso",
    telDefaut: "01 23 45 67 89",
    ...changements,
  });

export const garant = (changements: Partial<z.input<typeof caution>> = {}) =>
  z.parse(caution, {
    titre: "Monsieur",
    prenom: "Paul",
    nom: "Lefèvre",
    naissance: "1958-02-01",
    lieuNaissance: "Tours",
    adresse: "12 rue Nationale",
    cp: "37000",
    ville: "Tours",
    mail: "paul@exemple.fr",
    mobile: "06 12 34 56 78",
    ...changements,
  });

/** A complete lease of an unfurnished home. */
export function unBail(changements: Changements = {}): Bail {
  return {
    emission: "2026-03-02",
    regime: "nu",
    dossier: z.parse(dossier, {
      AppartementId: 1,
      LocataireId: 1,
      dateEntree: "2026-03-15",
      dateCreationBail: "2026-03-01",
      dateDebutBail: "2026-03-15",
      depotGarantie: 850,
      indice: 145.78,
      indiceTrim: "4e trimestre 2025",
      loyerHC: 850,
      loyerCharge: 100,
      numFraisDossier: "F-2026-018",
      fraisDossierTTC: 420,
      honorairesBailleurTTC: 500,
      fraisEdlTTC: 130,
      fraisEdlBailleurTTC: 140,
      dateFraisDossier: "2026-03-01",
      encadrement: { soumis: false },
      meuble: false,
      annexes: ["reglement", "dpe", "plomb", "risques", "notice"],
      ...changements.dossier,
    }),
    appartement: z.parse(appartement, {
      adresse: "27 bis boulevard Saint-Michel",
      codePostal: "75005",
      ville: "Paris",
      etage: "4",
      situation: "porte gauche",
      periodeConstruction: "avant 1946",
      nbPiece: 2,
      surface: 45.6,
      cave: true,
      caveNum: "12",
      syndicNom: "Foncia",
      gardienNom: "Mme Lopes",
      chauffage: "collective",
      eauChaude: "individuelle",
      identifiantFiscal: "751234567890",
      dpeClasse: "D",
      dpeDepenseMin: 780,
      dpeDepenseMax: 1060,
      dpeAnnee: 2023,
      zone: "tresTendue",
      zoneTendue: true,
      internet: "Fibre optique",
      autresInfo: "Balcon de 3 m²",
      ...changements.appartement,
    }),
    mandat: null,
    bailleurs: [proprietaire()],
    locataire: z.parse(locataire, {
      titre: "Monsieur",
      prenom: "Étienne",
      nom: "Lefèvre",
      naissance: "1990-06-21",
      lieuNaissance: "Tours",
      adresse: "1 rue de la Paix",
      codePostal: "75002",
      ville: "Paris",
      mail: "etienne@exemple.fr",
      tel: "06 12 34 56 78",
      ...changements.locataire,
    }),
    cautions: [],
    equipements: [
      { nom: "Cuisine équipée", collectif: false },
      { nom: "Ascenseur", collectif: true },
    ],
    antenne: "Antenne collective",
    lieuEntree: null,
    pieces: [],
    presentes: [],
    agence: AGENCE,
    ...changements.bail,
  };
}

/** The last rent of the former tenant. */
export const ancienLoyer = () => ({
  montant: 850,
  dateVersement: "2026-02-01",
  dateRevision: "2025-09-01",
});

/** The fields of a tenant that name a second holder of the lease. */
export const DEUX_TITULAIRES = {
  secondTitulaire: true,
  autreTitre: "Madame",
  autrePrenom: "Anaïs",
  autreNom: "Petit",
  autreMail: "anais@exemple.fr",
  autreTel: "06 12 34 56 78",
} as const;

/** A lease whose rent and charges never changed since its first day. */
export const auLoyer = <
  Bail extends { dateDebutBail: string; loyerHC: number; loyerCharge: number },
>(
  bail: Bail,
) => ({
  ...bail,
  loyers: [{ depuis: bail.dateDebutBail, loyerHC: bail.loyerHC, loyerCharge: bail.loyerCharge }],
});

export const BAIL_QUI_COURT = {
  dateDebutBail: "2025-06-01",
  dateFinBail: null,
  dateDebutPreavis: null,
  dateFinPreavis: null,
  dateSortie: null,
  dateRelocation: null,
  loyerHC: 850,
  loyerCharge: 100,
};
