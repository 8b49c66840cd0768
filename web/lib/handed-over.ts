/** The key in `localStorage` of the only address that a device handed to signers may show (web/app.tsx). */
const PATH = "tablette";
const WAY_BACK = "tablette-retour";

/** How the agency takes back a device that it handed to signers. */
export interface WayBack {
  /** Four digits, to keep out ordinary users: a person who knows the browser's tools gets past them. */
  digits: string;
  /** The address that the device returns to. */
  href: string;
}

/** Hands the device over to signers. The browser stores `path`, so that even a new tab or a reload shows it alone. */
export function handOver(path: string, back: WayBack): void {
  localStorage.setItem(WAY_BACK, JSON.stringify(back));
  localStorage.setItem(PATH, path);
}

/** How the agency takes back this device; null when the device was not handed over. */
export function wayBack(): WayBack | null {
  const kept = localStorage.getItem(PATH) && localStorage.getItem(WAY_BACK);
  return kept ? JSON.parse(kept) : null;
}

export function takeBack(): void {
  localStorage.removeItem(PATH);
  localStorage.removeItem(WAY_BACK);
}
