/** The address that a device in the hands of who signs shows, and no other (web/app.tsx). */
const PATH = "tablette";
const WAY_BACK = "tablette-retour";

/** What gives the device back to the agency. */
export interface WayBack {
  /** Four digits. A curtain, not a lock: who knows the tools of a browser passes, and would behind a hash of ten thousand. */
  digits: string;
  /** The address that it goes back to. */
  href: string;
}

/** Kept by the browser, so that neither a new tab nor a page loaded again shows the agency's screens. */
export function handOver(path: string, back: WayBack): void {
  localStorage.setItem(WAY_BACK, JSON.stringify(back));
  localStorage.setItem(PATH, path);
}

/** The way back of a device that was handed over; null: it was not. */
export function wayBack(): WayBack | null {
  const kept = localStorage.getItem(PATH) && localStorage.getItem(WAY_BACK);
  return kept ? JSON.parse(kept) : null;
}

export function takeBack(): void {
  localStorage.removeItem(PATH);
  localStorage.removeItem(WAY_BACK);
}
