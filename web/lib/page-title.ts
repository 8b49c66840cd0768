import { useEffect, useSyncExternalStore } from "react";

let title: string | null = null;
const listeners = new Set<() => void>();

function put(next: string | null): void {
  title = next;
  for (const listener of listeners) listener();
}

/** Gives the page the name of its record, instead of that of its route. */
export function usePageTitle(name: string): void {
  useEffect(() => {
    put(name);
    return () => put(null);
  }, [name]);
}

/** Keeps the window's title: the page's own, else the name of the route. */
export function useDocumentTitle(routeTitle: string): void {
  const named = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => title,
  );
  useEffect(() => {
    document.title = `${named ?? routeTitle} · Patrimoine Locatif`;
  }, [named, routeTitle]);
}
