import { nouvelAjout } from "./mobilier.ts";
import { avecPieces, cleDePiece, type PieceDuReleve, type Releve } from "./releve.ts";

interface PieceDuModele {
  nom: string;
  elements?: readonly string[];
  meubles?: readonly string[];
}

const ENTREE: PieceDuModele = { nom: "Entrée", elements: ["Porte", "Détecteur de fumée"] };
const SEJOUR: PieceDuModele = { nom: "Séjour", elements: ["Radiateur"] };
const CUISINE: PieceDuModele = { nom: "Cuisine", elements: ["Évier"] };
const SALLE_D_EAU: PieceDuModele = { nom: "Salle d'eau", elements: ["Miroir"] };
const WC: PieceDuModele = { nom: "W.C" };
const chambre = (nom: string): PieceDuModele => ({ nom, elements: ["Radiateur", "Volet"] });

const SEJOUR_MEUBLE = {
  ...SEJOUR,
  meubles: [
    "Table et sièges",
    "Étagères de rangement",
    "Luminaires",
    "Canapé",
    "Table basse",
    "Rideaux",
  ],
};
const CUISINE_MEUBLEE = {
  ...CUISINE,
  meubles: [
    "Plaques de cuisson",
    "Four ou micro-ondes",
    "Réfrigérateur et congélateur",
    "Vaisselle",
    "Ustensiles de cuisine",
    "Matériel d’entretien",
    "Hotte",
    "Lave-linge",
  ],
};
const CHAMBRE_MEUBLEE = {
  ...chambre("Chambre"),
  meubles: [
    "Literie et couette",
    "Occultation des chambres",
    "Lit",
    "Matelas",
    "Armoire",
    "Commode",
  ],
};

/** The ready-made lists of rooms that an entry inventory may start from. */
export const MODELES = {
  studio_meuble: {
    nom: "Studio meublé",
    pieces: [
      ENTREE,
      {
        nom: "Pièce principale",
        elements: ["Radiateur", "Volet"],
        meubles: ["Literie et couette", "Occultation des chambres", ...SEJOUR_MEUBLE.meubles],
      },
      { ...CUISINE_MEUBLEE, nom: "Coin cuisine" },
      SALLE_D_EAU,
    ],
  },
  deux_pieces_meuble: {
    nom: "2 pièces meublé",
    pieces: [ENTREE, SEJOUR_MEUBLE, CUISINE_MEUBLEE, CHAMBRE_MEUBLEE, SALLE_D_EAU, WC],
  },
  trois_pieces_nu: {
    nom: "3 pièces nu",
    pieces: [ENTREE, SEJOUR, CUISINE, chambre("Chambre 1"), chambre("Chambre 2"), SALLE_D_EAU, WC],
  },
  maison: {
    nom: "Maison",
    pieces: [
      ENTREE,
      SEJOUR,
      CUISINE,
      chambre("Chambre 1"),
      chambre("Chambre 2"),
      chambre("Chambre 3"),
      { nom: "Salle de bains", elements: ["Miroir"] },
      WC,
      { nom: "Garage", elements: ["Porte"] },
      { nom: "Jardin" },
    ],
  },
  stationnement: { nom: "Stationnement", pieces: [{ nom: "Emplacement" }] },
} as const satisfies Record<string, { nom: string; pieces: readonly PieceDuModele[] }>;

export type Modele = keyof typeof MODELES;

/** The rooms of a ready-made list, not described yet. Keys come from names, so that two devices make the same keys. */
export function piecesDuModele(modele: Modele): PieceDuReleve[] {
  const cles = new Set<string>();
  return MODELES[modele].pieces.map((piece: PieceDuModele) => {
    const cle = cleDePiece(piece.nom, cles);
    cles.add(cle);
    const noms = new Set<string>();
    const ajout = (genre: "element" | "meuble") => (nom: string) => {
      const deLAjout = cleDePiece(nom, noms);
      noms.add(deLAjout);
      return nouvelAjout({ cle: deLAjout, nom, genre });
    };
    const ajouts = [
      ...(piece.elements ?? []).map(ajout("element")),
      ...(piece.meubles ?? []).map(ajout("meuble")),
    ];
    return {
      piece: { nom: piece.nom },
      complement: { cle, nom: piece.nom, proprete: null, ajouts },
    };
  });
}

/** The inventory with the rooms of a ready-made list in place of its own. */
export const duModele = (releve: Releve, modele: Modele): Releve =>
  avecPieces(releve, piecesDuModele(modele));
