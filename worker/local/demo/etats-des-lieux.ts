import type * as z from "zod/mini";
import type { ELEMENTS } from "#domain/biens/elements.ts";
import type { creation } from "#domain/biens/etat-lieux.ts";
import { ajouterJours, type Jour } from "#domain/dates.ts";
import { formatNombre } from "#domain/montants.ts";
import type { AppartementDemo } from "./appartements.ts";
import type { DossierDemo } from "./dossiers.ts";
import { orNull, readTable } from "./table.ts";

type Nouveau = z.input<typeof creation>;
type Piece = NonNullable<Nouveau["pieces"]>[number];
type Element = (typeof ELEMENTS)[number];

export interface EtatsDesLieuxDemo {
  entree: Nouveau | null;
  sortie: Nouveau | null;
}

// The elements of each room. The column « sol » is for a building before 1946, « sol récent » for a later one.
const PIECES = `
pièce | mur | sol | sol récent | plafond | fenetre | electricite | plomberie | serrure | observation
Entrée | peinture blanche | parquet de chêne | sol stratifié | peinture blanche | | 1 point lumineux, 2 prises, tableau électrique | | porte palière, serrure 3 points | Détecteur de fumée en état de marche
Séjour | peinture blanche | parquet à chevrons | parquet flottant | peinture blanche, moulures | 2 fenêtres, poignées et joints en place | 1 point lumineux, 6 prises, prise TV, prise réseau | radiateur à robinet thermostatique | | Cheminée décorative, tablette de marbre
Pièce principale | peinture blanche | parquet de chêne | parquet flottant | peinture blanche | 1 fenêtre, poignée et joints en place | 1 point lumineux, 5 prises, prise TV | radiateur | | Placard à deux portes, tringle et 3 étagères
Kitchenette | crédence de faïence blanche | carrelage de grès | carrelage de grès | peinture blanche | | plaques 2 feux, hotte, 3 prises | évier 1 bac, mitigeur, siphon sans fuite | | Réfrigérateur sous plan, joint propre
Cuisine | peinture satinée, faïence au-dessus du plan | tomettes | carrelage de grès | peinture blanche | 1 fenêtre sur cour | plaques 4 feux, hotte, 5 prises | évier 2 bacs, mitigeur, arrivée lave-linge | | Meubles hauts et bas, portes réglées
Chambre | peinture blanche | parquet de chêne | parquet flottant | peinture blanche | 1 fenêtre, volets ou persiennes | 1 point lumineux, 4 prises | radiateur | | Placard à portes coulissantes
Salle d’eau | faïence blanche | carrelage mosaïque | carrelage de grès | peinture blanche | | 1 applique, 1 prise rasoir, VMC | douche, vasque, mitigeurs, joints de silicone | verrou de propreté | Paroi de douche, miroir
Salle de bains | faïence blanche | carrelage mosaïque | carrelage de grès | peinture blanche | 1 fenêtre à verre dépoli | 1 applique, 1 prise rasoir, VMC | baignoire, vasque, mitigeurs, joints de silicone | verrou de propreté | Meuble vasque, miroir
W.C | peinture blanche | carrelage mosaïque | carrelage de grès | peinture blanche | | 1 point lumineux | cuvette, chasse à double débit, robinet d’arrêt | verrou de propreté |
Dégagement | peinture blanche | parquet de chêne | sol stratifié | peinture blanche | | 1 point lumineux, 1 prise | | | Placard à étagères
Jardin | clôture de bois et grillage | pelouse et terrasse dallée | pelouse et terrasse dallée | | | 1 applique extérieure | robinet de puisage | portillon à clé | Haie taillée, deux rosiers
`;

// The elements whose state at the exit differs from the entry, for former tenants.
const CHANGEMENTS = `
n° | pièce | élément | constat
1 | Séjour | mur | Mauvais état, 4 trous de chevilles non rebouchés, traces d’adhésif
1 | Séjour | sol | État d’usage, parquet à chevrons, deux rayures devant la fenêtre
1 | Cuisine | plomberie | Bon état, évier 2 bacs, mitigeur remplacé par le locataire, arrivée lave-linge
9 | Salle d’eau | plomberie | État d’usage, joint de silicone noirci autour de la douche
9 | Chambre | fenetre | Mauvais état, infiltration d’air, condensation sur l’allège
9 | Chambre | observation | Auréole d’humidité sous l’appui, signalée par le locataire
17 | Pièce principale | mur | État d’usage, peinture blanche, traces de cadres
17 | Kitchenette | observation | Réfrigérateur sous plan, clayette fendue
23 | Pièce principale | sol | Mauvais état, parquet de chêne, brûlure de 3 cm près du radiateur
23 | Salle d’eau | observation | Paroi de douche entartrée, miroir
31 | Salle de bains | plafond | Mauvais état, peinture écaillée après le dégât des eaux du voisin
31 | Salle de bains | mur | État d’usage, faïence blanche, deux carreaux fêlés
31 | Cuisine | observation | Meubles hauts et bas, une charnière à refixer
33 | Entrée | serrure | Neuf, porte palière, barillet changé, 3 clés remises
33 | Chambre | mur | État d’usage, papier peint posé par le locataire avec l’accord du bailleur
38 | Cuisine | electricite | Bon état, plaques 4 feux changées, hotte, 5 prises
`;

type Column =
  | "pièce"
  | "mur"
  | "sol"
  | "sol récent"
  | "plafond"
  | "fenetre"
  | "electricite"
  | "plomberie"
  | "serrure"
  | "observation";

const composition = new Map(readTable<Column>(PIECES).map((row) => [row.pièce, row]));
const changements = readTable<"n°" | "pièce" | "élément" | "constat">(CHANGEMENTS);

const ETATS = ["Bon état", "Bon état", "Neuf", "Bon état", "État d’usage"];
const SANS_OBJET = "Sans objet";
const JOURS_PAR_MOIS = 30;

/**
 * The inventories of a lease: none before it begins, and none for one running lease in five. The exit inventory is
 * missing for sixty days after the keys came back, so that the office has one to fill in.
 */
export function etatsDesLieuxDemo(
  dossier: DossierDemo,
  demo: AppartementDemo,
  { rang, today }: { rang: number; today: Jour },
): EtatsDesLieuxDemo {
  const { debut, sortie } = dossier;
  if (debut > today || (!sortie && rang % 5 === 4)) return { entree: null, sortie: null };
  const entree = { ...constat(demo, rang, 0), date: debut, pieces: piecesDe(demo, rang) };
  if (!sortie || sortie > ajouterJours(today, -2 * JOURS_PAR_MOIS)) return { entree, sortie: null };
  const mois = Math.round((Date.parse(sortie) - Date.parse(debut)) / (JOURS_PAR_MOIS * 86_400_000));
  return {
    entree,
    sortie: {
      ...constat(demo, rang, mois),
      date: sortie,
      pieces: entree.pieces.map((piece) => rendue(piece, demo.numero)),
    },
  };
}

/** The inventory of the whole dwelling; its meters are read `mois` months after the entry. */
function constat({ appartement }: AppartementDemo, rang: number, mois: number) {
  const { chauffage, dpeClasse, nbPiece, typeImmeuble, ville } = appartement;
  const individuel = chauffage === "individuelle";
  const auGaz = individuel && nbPiece > 2;
  const index = (depart: number, parMois: number) =>
    `${formatNombre(depart + parMois * mois, 0)} m³`;
  return {
    lieu: ville ?? "Paris",
    clef: appartement.detailClef ?? "",
    eauFroide: index(180 + rang * 23, 2 + nbPiece),
    eauChaude: individuel ? "Produite dans le logement" : index(60 + rang * 11, 1 + nbPiece),
    releveGaz: auGaz ? index(2_400 + rang * 137, 18 * nbPiece) : "Logement non raccordé",
    chauffage: auGaz
      ? "Chaudière murale à gaz, entretien à jour"
      : individuel
        ? "Radiateurs électriques"
        : "Radiateurs à eau, répartiteurs relevés par le syndic",
    antenne:
      typeImmeuble === "collectif" ? "Prise TV au séjour, antenne collective" : "Antenne de toit",
    amenagement:
      nbPiece > 1 ? "Cuisine aménagée, placards de l’entrée" : "Kitchenette et placard à étagères",
    interphone: typeImmeuble === "collectif" ? "Combiné dans l’entrée, en état de marche" : null,
    doubleVitrage: dpeClasse !== "E" && dpeClasse !== "F",
  };
}

function piecesDe({ appartement }: AppartementDemo, rang: number): Piece[] {
  return nomsDesPieces(appartement).map((nom, place) => {
    const matiere = composition.get(nom.replace(/ \d$/, ""));
    if (!matiere) throw new Error(`Demo: ${nom} is in no table`);
    const ancien = appartement.periodeConstruction === "avant 1946";
    const decrit = (texte: string, ecart: number) =>
      texte ? `${ETATS[(rang * 3 + place * 2 + ecart) % ETATS.length]}, ${texte}` : SANS_OBJET;
    return {
      nom,
      mur: decrit(matiere.mur, 0),
      sol: decrit(ancien ? matiere.sol : matiere["sol récent"], 1),
      plafond: decrit(matiere.plafond, 0),
      fenetre: decrit(matiere.fenetre, 2),
      electricite: decrit(matiere.electricite, 3),
      plomberie: decrit(matiere.plomberie, 1),
      serrure: decrit(matiere.serrure, 3),
      observation: orNull(matiere.observation),
    };
  });
}

function nomsDesPieces({ nbPiece, typeImmeuble }: AppartementDemo["appartement"]): string[] {
  if (nbPiece === 1) return ["Entrée", "Pièce principale", "Kitchenette", "Salle d’eau"];
  const chambres = nbPiece - 1;
  return [
    "Entrée",
    "Séjour",
    "Cuisine",
    ...(nbPiece > 3 ? ["Dégagement"] : []),
    ...Array.from({ length: chambres }, (_, rang) =>
      chambres === 1 ? "Chambre" : `Chambre ${rang + 1}`,
    ),
    nbPiece > 2 ? "Salle de bains" : "Salle d’eau",
    "W.C",
    ...(typeImmeuble === "individuel" ? ["Jardin"] : []),
  ];
}

/** The room as the tenant of this dwelling left it. */
function rendue(piece: Piece, numero: string): Piece {
  const constates = changements.filter((row) => row["n°"] === numero && row.pièce === piece.nom);
  const textes = constates.map(({ élément, constat }): [Element, string] => [
    élément as Element,
    constat,
  ]);
  return { ...piece, ...Object.fromEntries(textes) };
}
