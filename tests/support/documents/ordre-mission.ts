import type { Accompte } from "#domain/missions/accompte-fiche.ts";
import type { Client } from "#domain/personnes/client-fiche.ts";
import type { DonneesOrdreMission } from "#worker/documents/mandats/ordre-mission.ts";
import type { DonneesOrdreIntendance } from "#worker/documents/mandats/ordre-mission-intendance.ts";
import { AGENCE, donneesQuittance } from "./documents.ts";

const { logement } = donneesQuittance();

export const mandant = (changements: Partial<Client> = {}): Client => ({
  titre: "Madame",
  nom: "de La Tour",
  prenom: "Jeanne",
  nomJeuneFille: "Vasseur",
  naissance: "1962-07-03",
  lieuNaissance: "Lyon",
  sexe: "Femelle",
  qualite: "personne_physique",
  assujetti: false,
  adresse: "4 place de la Contrescarpe",
  codePostal: "75005",
  ville: "Paris",
  adresseDefaut: "adresse",
  mailPerso: "jeanne@exemple.fr",
  mailDefaut: "mailPerso",
  mobilePerso: "06 12 34 56 78",
  telDefaut: "mobilePerso",
  numSiret: "812 345 678 00012",
  nom2: null,
  ...changements,
});

export const accompte = (changements: Partial<Accompte> = {}): Accompte => ({
  dateDepart: "2026-01-01",
  dateFin: "2026-03-31",
  prix: 600,
  tva: 20,
  mode: "Virement",
  regle: true,
  datePaiement: "2026-01-09",
  montant: null,
  ...changements,
});

/** The agency, with the insurer and the mediator that mandates must name. */
const MANDATAIRE = {
  ...AGENCE,
  rcpAssureur: "Mutuelle des administrateurs de biens",
  rcpPolice: "120 137 405",
  mediateurAdresse: "1 allée du Parc, 44500 La Baule",
  agenceEmail: "gestion@exemple.fr",
};

/** A management mandate with every field filled. */
export function donneesOrdreMission(
  changements: Partial<DonneesOrdreMission> = {},
): DonneesOrdreMission {
  return {
    mission: {
      type: "gestion",
      domicileUnique: true,
      nbAppart: 2,
      dateSignature: "2026-01-01",
      tauxTva: 20,
      valeurMissionAppt: 1000,
      accompte1: 600,
      accompte2: 600,
      reliquat: 800,
      numRegistre: "2026-017",
      duree: null,
      honorairesLocationMandant: 500,
      honorairesLocationLocataire: 420,
      honorairesEdlMandant: 130,
      honorairesEdlLocataire: 130,
      diffusionAnnonces: "site de l'agence, portails d'annonces et vitrine",
    },
    mandants: [mandant()],
    biens: [
      {
        ...logement,
        adresse: "27 bis boulevard Saint-Michel",
        codePostal: "75005",
        ville: "Paris",
        typeImmeuble: "collectif",
        nbPiece: 2,
        surface: 45.6,
      },
    ],
    accomptes: [
      accompte(),
      accompte({
        regle: false,
        datePaiement: null,
        dateDepart: "2026-04-01",
        dateFin: "2026-06-30",
      }),
    ],
    emission: "2026-01-02",
    agence: MANDATAIRE,
    ...changements,
  };
}

/** The order of a year of caretaking, with every field filled. */
export function donneesOrdreIntendance(
  changements: Partial<DonneesOrdreIntendance> = {},
): DonneesOrdreIntendance {
  return {
    intendance: {
      dateDepart: "2026-01-01",
      dateFin: "2026-12-31",
      prix: 1000,
      tva: 20,
      regle: false,
    },
    mandants: [mandant()],
    logement: {
      adresse: "27 bis boulevard Saint-Michel",
      codePostal: "75005",
      ville: "Paris",
      etage: "4",
      caveNum: "12",
      nbPiece: 2,
      surface: 45.6,
      numeroClef: "CL-001",
      detailClef: "2 clefs de porte, 1 badge (hall)",
      detailTelecomande: "Portail du parking",
      digicode: "12A45",
    },
    emission: "2026-01-02",
    agence: MANDATAIRE,
    ...changements,
  };
}
