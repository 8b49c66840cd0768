import { useRef } from "react";

/** The address of a file in an `<img>` or an `<iframe>`: its signed path, a thumbnail's width (http/README §9.8). */
export const fileAddress = (url: string, width?: 320 | 1280) =>
  `/files/${url}${width ? `&w=${width}` : ""}`;

/** Milliseconds between two readings of a list whose addresses must not expire while it is on screen. */
export const KEPT_FRESH = 8 * 60_000;

const ENOUGH = 90;

/** Does this signed address still work for a while? */
export function isFresh(url: string): boolean {
  const expiry = Number(new URLSearchParams(url.split("?")[1]).get("e"));
  return expiry - Date.now() / 1000 > ENOUGH;
}

/** The rows with the addresses they had, as long as those work: an image on screen is not read again. */
export function useSteadyLinks<Row extends { id: number; url: string }>(
  rows: readonly Row[] | undefined,
): readonly Row[] | undefined {
  const shown = useRef(new Map<number, string>());
  return rows?.map((row) => {
    const known = shown.current.get(row.id);
    const sameFile = known?.split("?")[0] === row.url.split("?")[0];
    const url = known && sameFile && isFresh(known) ? known : row.url;
    shown.current.set(row.id, url);
    return { ...row, url };
  });
}
