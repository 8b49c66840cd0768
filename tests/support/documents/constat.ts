import type { ContenuDuConstat } from "#domain/terrain/constat.ts";
import type { Releve } from "#domain/terrain/releve.ts";

/** An entry inventory of two rooms, hardly begun. */
export const RELEVE: Releve = {
  valeurs: {
    lieu: "Lyon",
    date: "2026-11-25",
    clef: "2 clés de porte palière",
    eauFroide: "Non relevé",
    eauChaude: "Non relevé",
    chauffage: "Non relevé",
    antenne: "Non relevé",
    amenagement: "Non relevé",
    doubleVitrage: false,
    pieces: [{ nom: "Séjour", mur: "Bon état" }, { nom: "Chambre" }],
  },
  complements: {
    pieces: [
      { cle: "sejour", nom: "Séjour", proprete: "propre", ajouts: [] },
      {
        cle: "chambre",
        nom: "Chambre",
        proprete: null,
        ajouts: [
          {
            cle: "lit",
            nom: "Lit",
            genre: "meuble",
            nombre: 1,
            constat: "Neuf",
            fonctionne: null,
            obligatoire: null,
          },
        ],
      },
    ],
    presents: null,
    reserves: null,
  },
  edf: null,
};

const photo = (rang: number) => ({
  cle: `00000000-0000-4000-8000-00000000000${rang}`,
  place: "sejour/mur",
  empreinte: String(rang).repeat(64),
  empreinteVignette: "a".repeat(64),
  empreinteOriginale: "b".repeat(64),
  priseLe: "2026-11-25T13:32:00.000Z",
  ancienne: false,
});

/** The content that the signers of an entry inventory see: two rooms, two photos. */
export function contenuConstat(changements: Partial<ContenuDuConstat> = {}): ContenuDuConstat {
  return {
    cote: "entree",
    cadre: {
      numero: "2026-041",
      regime: "nu",
      meuble: false,
      dateEntree: "2026-11-25",
      nouvelleAdresse: null,
      bailleurs: [
        {
          titre: "Madame",
          prenom: "Jeanne",
          nom: "de La Tour",
          adresse: "3 rue Férou",
          codePostal: "75006",
          ville: "Paris",
        },
      ],
      locataires: [{ titre: "Monsieur", prenom: "Léo", nom: "Dupont" }],
      mineur: null,
      logement: {
        adresse: "12 rue des Lilas",
        codePostal: "69003",
        ville: "Lyon",
        etage: "4",
        caveNum: null,
        situation: "Porte gauche",
        nbPiece: 2,
        surface: 42,
        pdl: null,
        chauffage: "individuelle",
        eauChaude: "individuelle",
        detailClef: null,
        detailTelecomande: null,
        digicode: null,
      },
    },
    releve: { ...RELEVE, edf: "10400" },
    photos: [photo(1), photo(2)],
    entree: null,
    ...changements,
  };
}
