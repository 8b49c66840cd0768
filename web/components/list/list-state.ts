import { useSearchParams } from "wouter";
import type { ListParameters } from "./list-parameters.ts";

/**
 * The state of a list is in the URL, so that back, reload and a shared link keep it. Inside a tab its parameters have
 * a prefix (`Fichier.page`). Any change except a change of page goes back to the first page.
 */
export function useListState(
  tabbed?: string,
): [ListParameters, (change: Readonly<Record<string, string>>) => void] {
  const [search, setSearch] = useSearchParams();
  const prefix = tabbed ? `${tabbed}.` : "";
  const own = [...search].filter(([name]) => name.startsWith(prefix));
  const state = Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value]));
  const change = (changes: Readonly<Record<string, string>>) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries({ page: "", ...changes })) {
          if (value === "") next.delete(prefix + name);
          else next.set(prefix + name, value);
        }
        return next;
      },
      { replace: true },
    );
  return [state, change];
}
