import { useRef } from "react";

/**
 * The address of a file for an `<img>` or an `<iframe>`: its signed path, with a thumbnail's width (http/README §9.8).
 */
export const fileAddress = (url: string, width?: 320 | 1280) =>
  `/files/${url}${width ? `&w=${width}` : ""}`;

/** Milliseconds after which a list on screen is read again, because its addresses expire. */
export const KEPT_FRESH = 8 * 60_000;

const ENOUGH = 90;

/** Does this signed address still work for a while? */
export function isFresh(url: string): boolean {
  const expiry = Number(new URLSearchParams(url.split("?")[1]).get("e"));
  return expiry - Date.now() / 1000 > ENOUGH;
}

/** The rows with their former addresses, as long as these work, so that a shown image is not loaded again. */
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
