import { ELEMENTS, NOMS_DES_ELEMENTS } from "#domain/biens/elements.ts";
import { evolution, type Piece } from "#domain/biens/etat-lieux.ts";

export type Text = string | null | undefined;

/** The change of an element from the entry to the exit; « unknown » when the entry does not describe it. */
export type Mark = "same" | "changed" | "missing" | "unknown";

const isBlank = (text: Text) => (text ?? "").trim() === "";

/** The change of an element between two texts; null when both are empty. */
export function markOf(before: Text, after: Text): Mark | null {
  if (isBlank(before) && isBlank(after)) return null;
  const found = evolution(before, after);
  if (found === "identique") return "same";
  if (found === "non relevé à l'entrée") return "unknown";
  return isBlank(after) ? "missing" : "changed";
}

/** The count of elements of a room that changed since the entry. */
export function countChanges(before: Piece | undefined, after: Piece | undefined): number {
  return ELEMENTS.filter((element) => markOf(before?.[element], after?.[element]) === "changed")
    .length;
}

export const countDescribed = (room: Piece) =>
  ELEMENTS.filter((element) => !isBlank(room[element])).length;

/** Whether every element of a room is described. Only the observation may stay blank. */
export const isComplete = (room: Piece) =>
  ELEMENTS.every((element) => element === "observation" || !isBlank(room[element]));

/** The rooms of both inventories, paired by rank as on the paper (biens/README §4.1). */
export function pairRooms(before: readonly Piece[], after: readonly Piece[]) {
  const count = Math.max(before.length, after.length);
  return Array.from({ length: count }, (_, place) => ({
    place,
    before: before[place],
    after: after[place],
  }));
}

/**
 * The differences between the rooms of two versions, « Séjour, Sol : Neuf », one on each line. Null unless both
 * values are lists of rooms.
 */
export function describeRooms(value: unknown, other: unknown): string | null {
  if (!isRooms(value) || !isRooms(other)) return null;
  const lines = pairRooms(value, other).flatMap(({ place, before: mine, after: theirs }) => {
    if (!mine) return [`Pièce ${place + 1} : retirée`];
    const name = mine.nom || `Pièce ${place + 1}`;
    const differing = ELEMENTS.filter(
      (element) => (mine[element] || "") !== (theirs?.[element] || ""),
    );
    const texts = differing.map(
      (element) => `${name}, ${NOMS_DES_ELEMENTS[element]} : ${mine[element] || "—"}`,
    );
    return texts.length > 0 || mine.nom === theirs?.nom ? texts : [name];
  });
  return lines.join("\n") || "Les mêmes pièces";
}

const isRooms = (value: unknown): value is Piece[] => Array.isArray(value);
