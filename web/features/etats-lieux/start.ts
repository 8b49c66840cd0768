import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import { ELEMENTS } from "#domain/biens/elements.ts";
import {
  type CoteEtatLieux,
  type EtatLieuxDetail,
  type Piece,
  piecesParDefaut,
} from "#domain/biens/etat-lieux.ts";
import { aujourdhui } from "#domain/dates.ts";

const EMPTY = Object.fromEntries(ELEMENTS.map((element) => [element, null]));

export const emptyRoom = (): Omit<Piece, "nom"> => ({ ...EMPTY });

/** Sets each element that a room lacks to null: a form compares its values with a complete inventory. */
export function complete<Inventory extends { pieces: Piece[] }>(inventory: Inventory): Inventory {
  return {
    ...inventory,
    pieces: inventory.pieces.map((room) => ({ ...emptyRoom(), ...room })),
  };
}

/**
 * The first values of an inventory. An exit takes them from the entry when there is one, except the readings of the
 * meters, which have changed.
 */
export function startOf(
  cote: CoteEtatLieux,
  dossier: DossierDetail,
  entry: EtatLieuxDetail | null,
) {
  const start = {
    AppartementId: dossier.AppartementId,
    date: aujourdhui(new Date()),
    lieu: dossier.Appartement.ville,
  };
  if (cote === "entree" || !entry) return complete({ ...start, pieces: piecesParDefaut() });
  const { clef, interphone, antenne, doubleVitrage, amenagement, pieces } = entry;
  return complete({ ...start, clef, interphone, antenne, doubleVitrage, amenagement, pieces });
}
