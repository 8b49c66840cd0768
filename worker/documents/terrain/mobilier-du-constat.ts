import { mobilierManquant } from "#domain/terrain/mobilier.ts";
import { type Ajout, type ComplementDePiece, FONCTIONNEMENTS } from "#domain/terrain/releve.ts";
import { type EtatImprime, SANS_OBJET } from "../bail/acces.ts";
import { type EtatsCompares, etatEtabli, piecesComplementees } from "../bail/constats.ts";
import type { Block, Row } from "../page/blocks.ts";

const estMeuble = ({ genre }: Ajout) => genre === "meuble";

/** The inventories without the furniture, which a separate table lists. */
export function sansMobilier<Etats extends EtatsCompares>(etats: Etats): Etats {
  const sans = (etat: EtatImprime | null): EtatImprime | null =>
    etat?.complements
      ? {
          ...etat,
          complements: {
            ...etat.complements,
            pieces: etat.complements.pieces.map((piece) => ({
              ...piece,
              ajouts: piece.ajouts.filter((ajout) => !estMeuble(ajout)),
            })),
          },
        }
      : etat;
  return { ...etats, etatEntree: sans(etats.etatEntree), etatSortie: sans(etats.etatSortie) };
}

/**
 * The inventory and detailed state of the furniture, room by room (loi n° 89-462, art. 25-5; décret n° 2015-981). At
 * the exit, the state at the entry is printed beside the state at the exit.
 */
export function inventaireDuMobilier(etats: EtatsCompares): Block[] {
  const avant = piecesComplementees(etats.etatEntree);
  const apres = etats.cote === "sortie" ? piecesComplementees(etats.etatSortie) : [];
  const rows = etats.cote === "entree" ? alEntree(avant) : alaSortie(avant, apres);
  const manquent = mobilierManquant(piecesComplementees(etatEtabli(etats)));
  return [
    { kind: "heading", text: "Inventaire et état détaillé du mobilier" },
    {
      kind: "table",
      close: true,
      columns: etats.cote === "entree" ? ENTREE : SORTIE,
      rows:
        rows.length > 0 ? rows : [{ cells: ["Aucun meuble", ...SORTIE.slice(1).map(() => "")] }],
    },
    ...(manquent.length > 0
      ? [
          {
            kind: "paragraph" as const,
            text: `Non trouvé, parmi le mobilier du décret n°\u00A02015-981\u00A0: ${manquent.join(", ").toLocaleLowerCase("fr")}.`,
          },
        ]
      : []),
  ];
}

const ENTREE = [
  { label: "Désignation", width: 58 },
  { label: "Nombre", width: 18, align: "right" as const },
  { label: "État", width: 62 },
  { label: "Fonctionnement", width: 32 },
];

const SORTIE = [
  { label: "Désignation", width: 44 },
  { label: "À l'entrée", width: 52 },
  { label: "À la sortie", width: 52 },
  { label: "Manque", width: 22, align: "right" as const },
];

const groupe = (nom: string, colonnes: readonly unknown[]): Row => ({
  cells: [nom, ...colonnes.slice(1).map(() => "")],
  tone: "group",
});

function alEntree(pieces: readonly ComplementDePiece[]): Row[] {
  return pieces.flatMap(({ nom, ajouts }) => {
    const meubles = ajouts.filter(estMeuble);
    if (meubles.length === 0) return [];
    return [
      groupe(nom, ENTREE),
      ...meubles.map(({ nom: meuble, nombre, constat, fonctionne }) => ({
        cells: [
          meuble,
          String(nombre),
          constat ?? SANS_OBJET,
          fonctionne ? FONCTIONNEMENTS[fonctionne] : SANS_OBJET,
        ],
      })),
    ];
  });
}

function alaSortie(
  avant: readonly ComplementDePiece[],
  apres: readonly ComplementDePiece[],
): Row[] {
  const noms = new Map([...avant, ...apres].map(({ cle, nom }) => [cle, nom]));
  return [...noms].flatMap(([cle, nom]) => {
    const de = (pieces: readonly ComplementDePiece[]) =>
      new Map(
        pieces
          .find((piece) => piece.cle === cle)
          ?.ajouts.filter(estMeuble)
          .map((ajout) => [ajout.cle, ajout]),
      );
    const [entrees, sorties] = [de(avant), de(apres)];
    const meubles = new Map([...entrees, ...sorties]);
    if (meubles.size === 0) return [];
    return [
      groupe(nom, SORTIE),
      ...[...meubles].map(([meuble, { nom: designation }]) => {
        const [entree, sortie] = [entrees.get(meuble), sorties.get(meuble)];
        const manque = (entree?.nombre ?? 0) - (sortie?.nombre ?? 0);
        return {
          cells: [
            designation,
            enMots(entree),
            enMots(sortie),
            manque > 0 ? String(manque) : SANS_OBJET,
          ],
        };
      }),
    ];
  });
}

/** A piece of furniture in words: « 4, bon état, fonctionne ». */
function enMots(ajout: Ajout | undefined): string {
  if (!ajout) return SANS_OBJET;
  const { nombre, constat, fonctionne } = ajout;
  return [String(nombre), constat, fonctionne && FONCTIONNEMENTS[fonctionne].toLowerCase()]
    .filter(Boolean)
    .join(", ");
}
