import { useCallback, useEffect, useState } from "react";
import type { VisiteProprietaire } from "#domain/gerance/mandats/acces-proprietaire.ts";
import { secondsUntil } from "#web/lib/clock.ts";

/**
 * The visit that the typed code opened; null before it opens and after it ends. A visit ends at its instant `jusqua`,
 * or when the worker says that it is over; `over` is then true.
 */
export function useVisit() {
  const [visit, setVisit] = useState<VisiteProprietaire | null>(null);
  const [over, setOver] = useState(false);

  const leave = useCallback(() => {
    setVisit(null);
    setOver(true);
  }, []);

  useEffect(() => {
    if (!visit) return;
    const timer = setTimeout(leave, secondsUntil(visit.jusqua) * 1000);
    return () => clearTimeout(timer);
  }, [visit, leave]);

  function enter(opened: VisiteProprietaire) {
    setVisit(opened);
    setOver(false);
  }

  return { visit, over, enter, leave };
}
