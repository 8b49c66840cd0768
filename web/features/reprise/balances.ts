import { cleDeLigne, type LigneReprise } from "#domain/gerance/reprise.ts";

/** The balances that are typed, by what two of them may not share. */
export type Balances = ReadonlyMap<string, LigneReprise>;

export const balancesOf = (lines: readonly LigneReprise[]): Balances =>
  new Map(lines.map((line) => [cleDeLigne(line), line]));

/** The balances with this one; an amount of nothing takes it away. */
export function withBalance(balances: Balances, line: LigneReprise): Balances {
  const next = new Map(balances);
  if (line.montant === 0) next.delete(cleDeLigne(line));
  else next.set(cleDeLigne(line), line);
  return next;
}

/** What these lines say in place of what was typed of the same. */
export const withImported = (balances: Balances, lines: readonly LigneReprise[]): Balances =>
  new Map([...balances, ...balancesOf(lines)]);
