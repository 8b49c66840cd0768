import type { Accompte } from "#domain/accompte.ts";
import type { Client } from "#domain/client.ts";
import { type EtatLieux, PIECES_PAR_DEFAUT, type Piece } from "#domain/etat-lieux.ts";
import type { DonneesEtatDesLieux } from "#worker/documents/etat-des-lieux.ts";
import type { DonneesEtiquette } from "#worker/documents/etiquettes.ts";
import type { DonneesOrdreMission } from "#worker/documents/ordre-mission.ts";
import type { DonneesOrdreIntendance } from "#worker/documents/ordre-mission-intendance.ts";
import { AGENCE, donneesQuittance } from "./documents.ts";

const { bailleurs, locataires, logement } = donneesQuittance();

/** A room where nothing is worn, unless it is said otherwise. */
export const piece = (nom: string, changements: Partial<Piece> = {}): Piece => ({
  nom,
  mur: "B – peinture blanche",
  sol: "TB – parquet",
  plafond: "B",
  fenetre: "B – double vitrage",
  electricite: "N – 2 prises, 1 plafonnier",
  plomberie: "Sans objet",
  serrure: "B",
  observation: "Rien à signaler",
  ...changements,
});

export const etatLieux = (changements: Partial<EtatLieux> = {}): EtatLieux => ({
  lieu: "Paris",
  date: "2026-03-01",
  clef: "2 clefs de porte, 1 badge (hall et local à vélos)",
  eauFroide: "123 m³, compteur n° 48211",
  eauChaude: "77 m³",
  chauffage: "Radiateurs, 3 répartiteurs",
  antenne: "Prise télévision dans le séjour",
  amenagement: "Placards de l'entrée",
  interphone: "En service",
  doubleVitrage: true,
  releveGaz: "4 512 m³",
  pieces: PIECES_PAR_DEFAUT.map((nom) => piece(nom)),
  ...changements,
});

/** An entry inventory, all given; `changements` make others of it. */
export function donneesEtatDesLieux(
  changements: Partial<DonneesEtatDesLieux> = {},
): DonneesEtatDesLieux {
  return {
    cote: "entree",
    etatEntree: etatLieux(),
    etatSortie: null,
    loi89: true,
    dateEntree: "2026-03-01",
    edfEntree: "10 400 kWh",
    nouvelleAdresse: null,
    adresseLocataire: { adresse: "1 rue Ancienne", codePostal: "69001", ville: "Lyon" },
    bailleurs,
    locataires,
    mineur: null,
    logement: {
      ...logement,
      situation: "Bâtiment B, porte gauche",
      nbPiece: 2,
      surface: 45.6,
      pdl: "22510400000000",
      chauffage: "collective",
      eauChaude: "individuelle",
      detailClef: "1 clef de boîte aux lettres",
      detailTelecomande: "Portail du parking",
      digicode: "12A45",
    },
    emission: "2026-03-02",
    agence: AGENCE,
    ...changements,
  };
}

/** One label at the first place, for a tenant at home; `changements` make others of it. */
export function donneesEtiquette(changements: Partial<DonneesEtiquette> = {}): DonneesEtiquette {
  return {
    destinataires: locataires,
    complements: ["4e étage"],
    adresse: logement,
    position: 1,
    copies: 1,
    emission: "2026-03-02",
    agence: AGENCE,
    ...changements,
  };
}

/** An owner, all given; `changements` make others of her. */
export const mandant = (changements: Partial<Client> = {}): Client => ({
  titre: "Madame",
  nom: "de La Tour",
  prenom: "Jeanne",
  nomJeuneFille: "Vasseur",
  naissance: "1962-07-03",
  lieuNaissance: "Lyon",
  sexe: "Femelle",
  qualite: "personne_physique",
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

/** The agency with its insurer and mediator, which mandates name. */
const MANDATAIRE = {
  ...AGENCE,
  rcpAssureur: "Mutuelle des administrateurs de biens",
  rcpPolice: "120 137 405",
  mediateurAdresse: "1 allée du Parc, 44500 La Baule",
  agenceEmail: "gestion@exemple.fr",
};

/** A mandate of management, all given; `changements` make others of it. */
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

/** A year of caretaking, all given; `changements` make others of it. */
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
