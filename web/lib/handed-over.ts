/** The only address that a device handed to signers may show (web/app.tsx). */
const PATH = "tablette";
const WAY_BACK = "tablette-retour";

/** The facts with which a handed-over device is given back to the agency. */
export interface WayBack {
  /**
   * Four digits: a curtain, not a lock. A person who knows the browser's tools passes, as he would with a hash of ten
   * thousand values.
   */
  digits: string;
  /** The address that it goes back to. */
  href: string;
}

/** Stored in the browser, so that neither a new tab nor a reload shows the agency's screens. */
export function handOver(path: string, back: WayBack): void {
  localStorage.setItem(WAY_BACK, JSON.stringify(back));
  localStorage.setItem(PATH, path);
}

/** The way back of a device that was handed over; null when it was not. */
export function wayBack(): WayBack | null {
  const kept = localStorage.getItem(PATH) && localStorage.getItem(WAY_BACK);
  return kept ? JSON.parse(kept) : null;
}

export function takeBack(): void {
  localStorage.removeItem(PATH);
  localStorage.removeItem(WAY_BACK);
}
