import { ELEMENTS, NOMS_DES_ELEMENTS } from "#domain/biens/elements.ts";
import {
  type CoteEtatLieux,
  type EtatLieux,
  evolution,
  type Piece,
} from "#domain/biens/etat-lieux.ts";
import { formatNombre } from "#domain/montants.ts";
import {
  type Ajout,
  type ComplementDePiece,
  complementsAlignes,
  FONCTIONNEMENTS,
  PROPRETES,
} from "#domain/terrain/releve.ts";
import { BLANK, type Logement, orBlank } from "../mentions.ts";
import type { Column, Row, Table } from "../page/blocks.ts";
import {
  type EtatImprime,
  type MoyenAcces,
  moyensAcces,
  moyensRendus,
  SANS_OBJET,
} from "./acces.ts";

/**
 * The inventories of the entry and of the exit, and the side (`cote`) that the document is made for. An inventory is
 * null when not written.
 */
export interface EtatsCompares {
  cote: CoteEtatLieux;
  /** The readings of the electricity meter at the entry and at the exit. */
  edfEntree: string | null;
  edfSortie: string | null;
  etatEntree: EtatImprime | null;
  etatSortie: EtatImprime | null;
}

/** The dwelling as an inventory prints it, with its address (biens/README §4.1). */
export interface LogementDecrit extends Logement {
  /** The building and the door. */
  situation: string | null;
  nbPiece: number | null;
  /** The surface in m². */
  surface: number | null;
  pdl: string | null;
  chauffage: ModeEnergie;
  eauChaude: ModeEnergie;
  detailClef: string | null;
  detailTelecomande: string | null;
  digicode: string | null;
}

type ModeEnergie = "collective" | "individuelle";
type Texte = string | null | undefined;

/** The inventory of the side that the document is made for; null when not written. */
export const etatEtabli = ({ cote, etatEntree, etatSortie }: EtatsCompares) =>
  cote === "entree" ? etatEntree : etatSortie;

// The height in millimeters of a row to fill in by hand.
const LIGNE_A_REMPLIR = 9;

const hauteur = (etats: EtatsCompares) =>
  etatEtabli(etats) === null ? { height: LIGNE_A_REMPLIR } : {};

/** A form has ruled columns to write in by hand; a written inventory is long, so its rows are close together. */
const grille = (etats: EtatsCompares) =>
  etatEtabli(etats) === null ? { grid: true } : { close: true };

/** The table of the water and energy meters, with their readings. */
export function releves(etats: EtatsCompares, logement: LogementDecrit): Table {
  const { cote, edfEntree, edfSortie, etatEntree, etatSortie } = etats;
  const entree = cote === "entree";
  const lignes: [nom: string, reference: string, avant: Texte, apres: Texte][] = [
    ["Eau froide", SANS_OBJET, etatEntree?.eauFroide, etatSortie?.eauFroide],
    ["Eau chaude", FEMININ[logement.eauChaude], etatEntree?.eauChaude, etatSortie?.eauChaude],
    [
      "Électricité",
      `PDL n°\u00A0${orBlank(logement.pdl)}`,
      kilowattheures(edfEntree),
      kilowattheures(edfSortie),
    ],
    ["Gaz", SANS_OBJET, etatEntree?.releveGaz, etatSortie?.releveGaz],
    ["Chauffage", MASCULIN[logement.chauffage], etatEntree?.chauffage, etatSortie?.chauffage],
  ];
  return {
    kind: "table",
    ...grille(etats),
    columns: [
      { label: "Compteur", width: 28 },
      { label: "Référence", width: 42 },
      ...(entree
        ? [{ label: "Relevé", width: 100 }]
        : [
            { label: "Relevé à l'entrée", width: 50 },
            { label: "Relevé à la sortie", width: 50 },
          ]),
    ],
    rows: lignes.map(([nom, reference, avant, apres]) => ({
      cells: [nom, reference, orBlank(avant), ...(entree ? [] : [orBlank(apres)])],
      ...hauteur(etats),
    })),
  };
}

/** A meter reading with its unit: « 10 400 kWh » for a bare « 10400 »; any other text as it was typed. */
function kilowattheures(releve: string | null): string | null {
  const chiffres = releve?.replace(/\s/g, "") ?? "";
  return /^\d{1,9}$/.test(chiffres) ? `${formatNombre(Number(chiffres), 0)}\u00A0kWh` : releve;
}

const FEMININ: Record<ModeEnergie, string> = {
  collective: "Collective",
  individuelle: "Individuelle",
};
const MASCULIN: Record<ModeEnergie, string> = {
  collective: "Collectif",
  individuelle: "Individuel",
};

// The minimum number of rows for keys on a form to fill in by hand.
const CLES_A_REMPLIR = 5;

/**
 * The table of the keys handed over at the entry, or given back at the exit; no code is printed (biens/README §4.1).
 */
export function acces(etats: EtatsCompares, logement: LogementDecrit): Table {
  const moyens = etats.cote === "entree" ? remis(etats, logement) : rendus(etats, logement);
  const comptes = moyens.filter(({ nombre }) => nombre !== SANS_OBJET).length;
  const aRemplir = etatEtabli(etats) === null ? CLES_A_REMPLIR - comptes : 0;
  const vides = Array.from({ length: Math.max(aRemplir, 0) }, () => ["", "", ""]);
  return {
    kind: "table",
    ...grille(etats),
    columns: [
      { label: "Type", width: 62 },
      {
        label: etats.cote === "entree" ? "Nombre remis" : "Nombre restitué",
        width: 30,
        align: "right",
      },
      { label: "Usage", width: 78 },
    ],
    rows: [...moyens.map(({ type, nombre, usage }) => [type, nombre, usage]), ...vides].map(
      (cells) => ({ cells, ...hauteur(etats) }),
    ),
  };
}

const remis = ({ etatEntree }: EtatsCompares, logement: LogementDecrit): MoyenAcces[] =>
  moyensAcces({
    clef: etatEntree?.clef,
    detailClef: logement.detailClef,
    detailTelecomande: logement.detailTelecomande,
    digicode: logement.digicode,
    interphone: etatEntree?.interphone,
  });

/**
 * The keys at the exit: only the keys given back count, so the numbers of the entry and of the apartment are left out.
 */
const rendus = ({ etatEntree, etatSortie }: EtatsCompares, logement: LogementDecrit) =>
  moyensRendus(etatSortie?.clef ?? null, etatEntree?.clef ?? null, logement);

interface Constat {
  nom: string;
  avant: Texte;
  apres: Texte;
}

/** The table of the equipment of the whole dwelling; at the exit, also the keys noted at the entry and at the exit. */
export function equipementsGeneraux(etats: EtatsCompares): Table {
  const { cote, etatEntree, etatSortie } = etats;
  const constat = (nom: string, lire: (etat: EtatLieux) => Texte): Constat => ({
    nom,
    avant: etatEntree && lire(etatEntree),
    apres: etatSortie && lire(etatSortie),
  });
  return comparaison(etats, [
    constat("Interphone", ({ interphone }) => interphone),
    constat("Double vitrage", ({ doubleVitrage }) => (doubleVitrage ? "Oui" : "Non")),
    constat("Antenne", ({ antenne }) => antenne),
    constat("Aménagement", ({ amenagement }) => amenagement),
    ...(cote === "sortie" ? [constat("Clés remises", ({ clef }) => clef)] : []),
  ]);
}

/**
 * The table of the rooms one by one. While no room is described, the table has the rooms named in `habituelles`. A
 * room of the exit is paired with the room of the same rank at the entry.
 */
export function pieces(etats: EtatsCompares, habituelles: readonly string[]): Table {
  const avant = etats.etatEntree?.pieces ?? [];
  const apres = etats.cote === "sortie" ? (etats.etatSortie?.pieces ?? []) : [];
  const decrites = Math.max(avant.length, apres.length);
  const noms =
    decrites === 0
      ? habituelles
      : Array.from({ length: decrites }, (_, rang) => nomDe(avant[rang], apres[rang]));
  const { columns, ...table } = comparaison(etats, []);
  const avantComplements = piecesComplementees(etats.etatEntree);
  const apresComplements = etats.cote === "sortie" ? piecesComplementees(etats.etatSortie) : [];
  return {
    ...table,
    columns,
    rows: noms.flatMap((nom, rang): Row[] => [
      { cells: [nom, ...columns.slice(1).map(() => "")], tone: "group" },
      ...ELEMENTS.map((element) => {
        const constat = {
          nom: NOMS_DES_ELEMENTS[element],
          avant: avant[rang]?.[element],
          apres: apres[rang]?.[element],
        };
        return rangee(etats, constat);
      }),
      ...complementsDe(avantComplements[rang], apresComplements[rang]).map((constat) =>
        rangee(etats, constat),
      ),
    ]),
  };
}

/** The rooms of an inventory, with the complements that its columns cannot express; none without an inventory. */
export const piecesComplementees = (etat: EtatImprime | null): readonly ComplementDePiece[] =>
  etat ? complementsAlignes(etat.pieces, etat.complements ?? null).pieces : [];

/**
 * The rows added to a room: its added elements and furniture, then its cleanliness, each at the entry and at the exit.
 */
function complementsDe(
  avant: ComplementDePiece | undefined,
  apres: ComplementDePiece | undefined,
): Constat[] {
  const ajouts = new Map(
    [...(avant?.ajouts ?? []), ...(apres?.ajouts ?? [])].map((ajout) => [ajout.cle, ajout]),
  );
  const texte = (piece: ComplementDePiece | undefined, cle: string) =>
    enMots(piece?.ajouts.find((ajout) => ajout.cle === cle));
  const propretes = [avant, apres].map((piece) => piece?.proprete && PROPRETES[piece.proprete]);
  return [
    ...[...ajouts.values()].map(({ cle, nom }) => ({
      nom,
      avant: texte(avant, cle),
      apres: texte(apres, cle),
    })),
    ...(propretes.some(Boolean)
      ? [{ nom: "Propreté", avant: propretes[0], apres: propretes[1] }]
      : []),
  ];
}

/** An added element in words: « 4, Bon état, fonctionne ». */
function enMots(ajout: Ajout | undefined): Texte {
  if (!ajout) return null;
  const { nombre, constat, fonctionne } = ajout;
  const parts = [
    nombre === 1 ? null : String(nombre),
    constat,
    fonctionne && FONCTIONNEMENTS[fonctionne].toLowerCase(),
  ];
  return parts.filter(Boolean).join(", ") || null;
}

function nomDe(avant: Piece | undefined, apres: Piece | undefined): string {
  const nom = orBlank((apres ?? avant)?.nom);
  if (!avant || !apres || evolution(avant.nom, apres.nom) === "identique") return nom;
  return `${nom} (à l'entrée\u00A0: ${avant.nom})`;
}

/** A table with the state of each thing at the entry and, when the tenant leaves, at the exit. */
function comparaison(etats: EtatsCompares, constats: readonly Constat[]): Table {
  return {
    kind: "table",
    ...grille(etats),
    columns: etats.cote === "entree" ? COLONNES_ENTREE : COLONNES_SORTIE,
    rows: constats.map((constat) => rangee(etats, constat)),
  };
}

const COLONNES_ENTREE: Column[] = [
  { label: "Élément", width: 36 },
  { label: "État à l'entrée", width: 134 },
];

const COLONNES_SORTIE: Column[] = [
  { label: "Élément", width: 26 },
  { label: "État à l'entrée", width: 58 },
  { label: "État à la sortie", width: 58 },
  { label: "Évolution", width: 28 },
];

function rangee(etats: EtatsCompares, { nom, avant, apres }: Constat): Row {
  const { cote, etatEntree, etatSortie } = etats;
  if (cote === "entree") return { cells: [nom, orBlank(avant)], ...hauteur(etats) };
  const entree = etatEntree === null ? "Aucun état des lieux d'entrée" : orBlank(avant);
  const change = evolution(avant, apres);
  // When neither inventory describes the thing, there is nothing to compare.
  if (etatEntree && etatSortie && !avant?.trim() && !apres?.trim())
    return { cells: [nom, BLANK, BLANK, SANS_OBJET] };
  // While the exit inventory is not written, the form has a blank to fill in instead of « à préciser ».
  const constatee = etatSortie === null && change === "à préciser" ? BLANK : change;
  return { cells: [nom, entree, orBlank(apres), constatee], ...hauteur(etats) };
}
