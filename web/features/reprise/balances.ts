import type { LigneReprise } from "#domain/gerance/reprise/reprise-fiche.ts";
import { cleDeLigne } from "#domain/gerance/reprise/solde-repris.ts";

/** The typed balances, by the key of their line. */
export type Balances = ReadonlyMap<string, LigneReprise>;

export const balancesOf = (lines: readonly LigneReprise[]): Balances =>
  new Map(lines.map((line) => [cleDeLigne(line), line]));

/** The balances with this line added or replaced; an amount of zero removes the line. */
export function withBalance(balances: Balances, line: LigneReprise): Balances {
  const next = new Map(balances);
  if (line.montant === 0) next.delete(cleDeLigne(line));
  else next.set(cleDeLigne(line), line);
  return next;
}

/** The balances with these imported ones, which replace typed balances of the same key. */
export const withImported = (balances: Balances, lines: readonly LigneReprise[]): Balances =>
  new Map([...balances, ...balancesOf(lines)]);

/** Whether two balances are equal, or both missing. */
export const sameBalance = (one: LigneReprise | undefined, other: LigneReprise | undefined) =>
  one?.montant === other?.montant && holderOf(one) === holderOf(other);

const holderOf = (line: LigneReprise | undefined) =>
  line?.genre === "depot" ? line.detenuPar : null;

/** The draft stored now (`kept`), with the changes that the user typed since the draft was read (`read`). */
export function reapplied({ typed, read, kept }: Record<"typed" | "read" | "kept", Balances>) {
  const next = new Map(kept);
  for (const key of new Set([...typed.keys(), ...read.keys()])) {
    const line = typed.get(key);
    if (sameBalance(line, read.get(key))) continue;
    if (line) next.set(key, line);
    else next.delete(key);
  }
  return next as Balances;
}
