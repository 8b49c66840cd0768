import { useRef } from "react";

/**
 * The address of a file for an `<img>` or an `<iframe>`: its signed path, and the width of a thumbnail (http/README
 * §9.8).
 */
export const fileAddress = (url: string, width?: 320 | 1280) =>
  `/files/${url}${width ? `&w=${width}` : ""}`;

/** Milliseconds after which a list on screen is read again, because the addresses in it expire. */
export const KEPT_FRESH = 8 * 60_000;

const ENOUGH = 90;

/** Whether this signed address stays valid for more than 90 seconds. */
export function isFresh(url: string): boolean {
  const expiry = Number(new URLSearchParams(url.split("?")[1]).get("e"));
  return expiry - Date.now() / 1000 > ENOUGH;
}

/**
 * The rows with their former addresses as long as these are valid: an image with a new address would be loaded again.
 */
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
