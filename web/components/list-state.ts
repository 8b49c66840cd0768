import { useState } from "react";
import { useSearchParams } from "wouter";

/** What a list shows: `q`, `page`, `limit`, `sort` and its filters, as text. */
export type ListParameters = Readonly<Record<string, string>>;

/**
 * The state of a list. On a screen of its own it lives in the URL, so that back, reload and a shared link keep it;
 * inside a tab (`embedded`) it lives as long as the tab. Anything but a change of page goes back to the first page.
 */
export function useListState(
  embedded: boolean,
): [ListParameters, (change: Readonly<Record<string, string>>) => void] {
  const [search, setSearch] = useSearchParams();
  const [own, setOwn] = useState<ListParameters>({});
  const state = embedded ? own : Object.fromEntries(search);
  const change = (changes: Readonly<Record<string, string>>) => {
    const next = { ...state, ...("page" in changes ? {} : { page: "" }), ...changes };
    const filled = Object.entries(next).filter(([, value]) => value !== "");
    if (embedded) setOwn(Object.fromEntries(filled));
    else
      setSearch(
        filled.map(([name, value]) => [name, value]),
        { replace: true },
      );
  };
  return [state, change];
}
