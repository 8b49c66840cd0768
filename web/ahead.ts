import { readFirst } from "./first-reads.ts";
import { queryClient, readAhead } from "./lib/query-client.ts";
import { sessionQuery } from "./lib/session.ts";
import { readToken } from "./lib/token.ts";
import { versionQuery } from "./lib/version.ts";
import { routeAt } from "./routes.ts";

/** A pointer that only passes over a link loads nothing. */
const REST_MS = 65;

/**
 * Loads the code of the screen at an address of this site and reads what it shows, both at once; for somebody logged in.
 * @returns gives up what nobody waits for meanwhile
 */
function loadAhead({ pathname, search }: { pathname: string; search: string }): () => void {
  const found = routeAt(pathname);
  if (!found) return () => {};
  found.entry.screen.preload().catch(() => {});
  if (!readToken() || found.entry.need === null) return () => {};
  const { params } = found;
  return readFirst(found.entry.path, { params, search: new URLSearchParams(search) });
}

/** The first screen: who is there, what it shows and its code are asked for together. */
export function loadFirst(): void {
  // Not read ahead of any need: the page waits for it, and tells when it fails.
  void queryClient.prefetchQuery(sessionQuery);
  if (readToken()) readAhead(versionQuery);
  loadAhead(window.location);
}

/** From now on, a link that is pointed at or reached with the keyboard loads ahead, and so does each way to another screen. */
export function loadWhatComes(): void {
  let link: HTMLAnchorElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let giveUp = () => {};
  const point = ({ target, pointerType = "mouse" }: Event & { pointerType?: string }) => {
    const pointed = linkAround(target);
    if (pointed === link) return;
    clearTimeout(timer);
    giveUp();
    giveUp = () => {};
    // A finger that scrolls touches links too.
    link = pointerType === "mouse" ? pointed : null;
    if (!link) return;
    const { pathname, search } = link;
    timer = setTimeout(() => {
      giveUp = loadAhead({ pathname, search });
    }, REST_MS);
  };
  document.addEventListener("pointerover", point, { passive: true });
  document.addEventListener("focusin", point);

  let { pathname } = window.location;
  const arrive = () => {
    if (window.location.pathname === pathname) return;
    ({ pathname } = window.location);
    clearTimeout(timer);
    giveUp = () => {};
    loadAhead(window.location);
  };
  for (const way of ["pushState", "replaceState", "popstate"]) window.addEventListener(way, arrive);
}

/** The link to another screen of this site around an element. */
function linkAround(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href]");
  if (!link || link.origin !== window.location.origin || link.target || link.download) return null;
  return link.pathname === window.location.pathname ? null : link;
}
