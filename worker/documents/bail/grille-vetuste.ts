import { annexePrevue } from "#domain/bail/annexes.ts";
import type { LigneDeVetuste } from "#domain/gerance/departs/vetuste.ts";
import { formatNombre } from "#domain/montants.ts";
import type { Block } from "../page/blocks.ts";
import { type Bail, locatairesSignataires, mandataireSignataire, paragraphe } from "./bail.ts";

/**
 * The wear grid of a lease (how fast each element ages), on a separate page that the parties sign. Nothing for a lease
 * without a grid (décret n° 2016-382, art. 4; departs/README §14.2).
 */
export function annexeGrille(bail: Bail): Block[] {
  const grille = bail.dossier.grilleVetuste;
  if (!grille || !annexePrevue("vetuste", bail)) return [];
  return [
    { kind: "pageBreak" },
    { kind: "title", text: "GRILLE DE VÉTUSTÉ ANNEXÉE AU BAIL", subtitle: grille.nom },
    ...REGLES.map(paragraphe),
    {
      kind: "table",
      columns: [
        { label: "Élément", width: 54 },
        { label: "Durée de vie", width: 26, align: "right" },
        { label: "Franchise", width: 24, align: "right" },
        { label: "Abattement par an", width: 36, align: "right" },
        { label: "Part résiduelle", width: 30, align: "right" },
      ],
      rows: grille.lignes.map((ligne) => ({ cells: cellules(ligne) })),
    },
    {
      kind: "signature",
      placeAndDate: "Grille convenue entre les parties à la signature du bail.",
      signatories: [mandataireSignataire(bail), ...locatairesSignataires(bail, "")],
    },
  ];
}

const REGLES = [
  "La vétusté est l'état d'usure ou de détérioration résultant du temps ou de l'usage normal des matériaux et éléments d'équipement dont est constitué le logement (décret n°\u00A02016-382, article\u00A04).",
  "À la sortie, le locataire supporte d'une réparation dont il répond la part que donne la grille\u00A0: la totalité pendant la franchise, puis, pour chaque année entière qui la suit, cette totalité diminuée de l'abattement, sans descendre au-dessous de la part résiduelle. L'âge d'un élément se compte depuis sa dernière réfection.",
];

const cellules = ({ element, dureeDeVie, franchise, taux, residuel }: LigneDeVetuste) => [
  element,
  annees(dureeDeVie),
  annees(franchise),
  pourcent(taux),
  pourcent(residuel),
];

const court = (nombre: number) => formatNombre(nombre, Number.isInteger(nombre) ? 0 : 2);

const annees = (nombre: number) => `${court(nombre)}\u00A0${nombre < 2 ? "an" : "ans"}`;

const pourcent = (nombre: number) => `${court(nombre)}\u00A0%`;
