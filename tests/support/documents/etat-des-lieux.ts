import { type EtatLieux, PIECES_PAR_DEFAUT, type Piece } from "#domain/biens/etat-lieux.ts";
import type { DonneesEtatDesLieux } from "#worker/documents/bail/etat-des-lieux.ts";
import { AGENCE, donneesQuittance } from "./documents.ts";

const { bailleurs, locataires, logement } = donneesQuittance();

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
  clef: "2 clefs de porte, 1 clef de boîte aux lettres, 1 badge (hall et local à vélos)",
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

export function donneesEtatDesLieux(
  changements: Partial<DonneesEtatDesLieux> = {},
): DonneesEtatDesLieux {
  return {
    cote: "entree",
    etatEntree: etatLieux(),
    etatSortie: null,
    regime: "nu",
    dateEntree: "2026-03-01",
    edfEntree: "10 400 kWh",
    edfSortie: null,
    nouvelleAdresse: null,
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
