import { useEffect, useSyncExternalStore } from "react";

let title: string | null = null;
const listeners = new Set<() => void>();

function put(next: string | null): void {
  title = next;
  for (const listener of listeners) listener();
}

export function usePageTitle(name: string): void {
  useEffect(() => {
    put(name);
    return () => put(null);
  }, [name]);
}

/** Writes the window's title: the name given by `usePageTitle`, else the title of the route. */
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
