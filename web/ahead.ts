import { peut } from "#domain/profils/droits.ts";
import { readFirst } from "./first-reads.ts";
import { type Ahead, queryClient, readAhead } from "./lib/server/query-client.ts";
import { sessionQuery } from "./lib/server/session.ts";
import { readToken } from "./lib/server/token.ts";
import { versionQuery } from "./lib/server/version.ts";
import { type RouteEntry, routeAt } from "./routes.ts";

/** How long the first drawing waits for its content. After this time, placeholders are drawn. */
const PATIENCE_MS = 600;
/** A pointer that leaves a link sooner than this only passed over it, and loads nothing. */
const REST_MS = 65;

/**
 * Loads the code of the screen at an address of this site, and its data at the same time if the user may visit it.
 */
function loadAhead({ pathname, search }: { pathname: string; search: string }): Ahead {
  const found = routeAt(pathname);
  const code = found?.entry.screen.preload().catch(() => {});
  if (!found || !readToken() || !mayVisit(found.entry))
    return { done: Promise.resolve(code), giveUp() {} };
  const { params, entry } = found;
  const { done, giveUp } = readFirst(entry.path, { params, search: new URLSearchParams(search) });
  return { done: Promise.all([code, done]), giveUp };
}

/**
 * Whether the data of a screen may be read ahead: never for a public screen, which shows no data of the agency;
 * always while the role is not known yet.
 */
function mayVisit({ need }: RouteEntry): boolean {
  const role = queryClient.getQueryData(sessionQuery.queryKey)?.role;
  return need !== null && (role === undefined || peut(role, need));
}

/**
 * Loads the session, the data and the code of the first screen at the same time.
 * @returns once everything has arrived, or after `PATIENCE_MS`: one complete drawing is done sooner than three
 * partial ones
 */
export function loadFirst(): Promise<unknown> {
  const late = after(PATIENCE_MS);
  // `prefetchQuery` and not `readAhead`: the page waits for the session, and shows its failure.
  const session = queryClient.prefetchQuery(sessionQuery);
  const { done } = loadAhead(window.location);
  if (readToken()) readAhead(versionQuery);
  return Promise.race([Promise.all([session, done]), late]);
}

const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * From now on, a screen loads when the pointer or the keyboard rests on a link to it, or once the page moves to its
 * address.
 */
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
    // Only the mouse counts as pointing: a scrolling finger also touches links.
    link = pointerType === "mouse" ? pointed : null;
    if (!link) return;
    const { pathname, search } = link;
    timer = setTimeout(() => {
      ({ giveUp } = loadAhead({ pathname, search }));
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

/**
 * The link around this element. Null without one, or when it leads to another site, a file, another tab or this very
 * page.
 */
function linkAround(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href]");
  if (!link || link.origin !== window.location.origin || link.target || link.download) return null;
  return link.pathname === window.location.pathname ? null : link;
}
