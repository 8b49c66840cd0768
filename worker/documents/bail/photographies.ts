import { ELEMENTS, type Element, NOMS_DES_ELEMENTS } from "#domain/biens/elements.ts";
import type { CoteEtatLieux } from "#domain/biens/etat-lieux.ts";
import { formatInstant } from "#domain/dates.ts";
import { COMPTEURS_LUS, type CompteurLu } from "#domain/terrain/compteurs.ts";
import type { ComplementDePiece } from "#domain/terrain/releve.ts";
import type { Block, Photo, Picture } from "../page/blocks.ts";

/** A photo of an inventory as it is printed. */
export interface PhotoImprimee {
  place: string;
  /** The number of the photo in its inventory, from 1. */
  numero: number;
  priseLe: string;
  /** SHA-256 of the copy of the photo that the agency stores. */
  empreinte: string;
  /** Whether the photo was taken before the visit. */
  ancienne: boolean;
  /** The picture to print; null when the photo never arrived. */
  vignette: Picture | null;
}

export type Photographies = Record<CoteEtatLieux, readonly PhotoImprimee[]>;

const SIGNES = 16;

const SUITE =
  "Chaque photographie est désignée par son numéro, son lieu, son instant et les seize premiers signes de son empreinte SHA-256.";
const COTE_A_COTE = " À gauche l'entrée, aux lieux photographiés à la sortie, à droite la sortie.";

/**
 * The photos annexed to an inventory, two a row; nothing without a photo of its side. At the exit, the photos of the
 * entry appear on the left, and only for places photographed again: the entry inventory annexes them all
 * (terrain/README §19.4).
 */
export function photographies(
  cote: CoteEtatLieux,
  { photos, pieces }: { photos: Photographies; pieces: readonly ComplementDePiece[] },
): Block[] {
  const sortie = cote === "sortie";
  const avant = sortie ? photos.entree : [];
  const apres = photos[cote];
  if (apres.length === 0) return [];
  const photo = (imprimee: PhotoImprimee, de?: string): Photo => {
    const lieu = lieuDe(imprimee.place, pieces);
    const numero = `Photo n°\u00A0${imprimee.numero}${de ? `, ${de}` : ""}`;
    const quand = `Prise le ${formatInstant(new Date(imprimee.priseLe)).replace(" ", " à ")}`;
    return {
      picture: imprimee.vignette,
      alternative: `${lieu}, photo ${imprimee.numero}${de ? `, ${de}` : ""}`,
      lines: [
        `${numero}\u00A0: ${lieu}`,
        `${quand}${imprimee.ancienne ? ", avant la visite" : ""}, empreinte\u00A0${imprimee.empreinte.slice(0, SIGNES)}…`,
        ...(imprimee.vignette ? [] : ["Image jamais parvenue de l'appareil qui l'a prise"]),
      ],
    };
  };
  const rows = sortie
    ? coteACote(avant, apres).map(([avantLaSortie, aLaSortie]) => [
        avantLaSortie && photo(avantLaSortie, "entrée"),
        aLaSortie && photo(aLaSortie, "sortie"),
      ])
    : deuxParDeux(apres.map((imprimee) => photo(imprimee)));
  return [
    { kind: "heading", text: "Photographies" },
    { kind: "paragraph", text: `${SUITE}${sortie ? COTE_A_COTE : ""}`, tone: "muted", keep: true },
    { kind: "photos", rows },
  ];
}

const deuxParDeux = (photos: readonly Photo[]): Photo[][] =>
  Array.from({ length: Math.ceil(photos.length / 2) }, (_, rang) =>
    photos.slice(2 * rang, 2 * rang + 2),
  );

/** For each place photographed at the exit, its photos paired by rank with the photos of the entry. */
function coteACote(
  avant: readonly PhotoImprimee[],
  apres: readonly PhotoImprimee[],
): [PhotoImprimee | null, PhotoImprimee | null][] {
  const places = [...new Set(apres.map(({ place }) => place))];
  return places.flatMap((place) => {
    const [gauche, droite] = [avant, apres].map((cote) =>
      cote.filter((photo) => photo.place === place),
    );
    const lignes = Math.max(gauche?.length ?? 0, droite?.length ?? 0);
    return Array.from(
      { length: lignes },
      (_, rang): [PhotoImprimee | null, PhotoImprimee | null] => [
        gauche?.[rang] ?? null,
        droite?.[rang] ?? null,
      ],
    );
  });
}

/** The place of a photo in words: « Séjour, sol », « Compteur, électricité », « Clés ». */
function lieuDe(place: string, pieces: readonly ComplementDePiece[]): string {
  const [debut = "", suite = ""] = place.split("/");
  if (debut === "clef") return "Clés";
  if (debut === "compteur")
    return `Compteur, ${COMPTEURS_LUS[suite as CompteurLu]?.nom.toLowerCase() ?? suite}`;
  const piece = pieces.find(({ cle }) => cle === debut);
  const ajout = piece?.ajouts.find(({ cle }) => cle === suite);
  const element = ELEMENTS.includes(suite as Element) ? NOMS_DES_ELEMENTS[suite as Element] : suite;
  return `${piece?.nom ?? debut}, ${(ajout?.nom ?? element).toLowerCase()}`;
}
