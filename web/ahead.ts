import { peut } from "#domain/profils/droits.ts";
import { readFirst } from "./first-reads.ts";
import { type Ahead, queryClient, readAhead } from "./lib/query-client.ts";
import { sessionQuery } from "./lib/session.ts";
import { readToken } from "./lib/token.ts";
import { versionQuery } from "./lib/version.ts";
import { type RouteEntry, routeAt } from "./routes.ts";

/** What comes later than this has its place kept on the page by something that stands for it. */
const PATIENCE_MS = 600;
/** A pointer that only passes over a link loads nothing. */
const REST_MS = 65;

/** Loads the code of the screen at an address of this site and reads what it shows, both at once; for somebody logged in. */
function loadAhead({ pathname, search }: { pathname: string; search: string }): Ahead {
  const found = routeAt(pathname);
  const code = found?.entry.screen.preload().catch(() => {});
  if (!found || !readToken() || !mayVisit(found.entry))
    return { done: Promise.resolve(code), giveUp() {} };
  const { params, entry } = found;
  const { done, giveUp } = readFirst(entry.path, { params, search: new URLSearchParams(search) });
  return { done: Promise.all([code, done]), giveUp };
}

/** What anybody sees reads nothing of the agency; nor does what one is known not to be let in. */
function mayVisit({ need }: RouteEntry): boolean {
  const role = queryClient.getQueryData(sessionQuery.queryKey)?.role;
  return need !== null && (role === undefined || peut(role, need));
}

/**
 * The first screen: who is there, what it shows and its code are asked for together.
 * @returns once all of it is there, or has been waited for long enough: a page drawn once is whole sooner than one drawn thrice
 */
export function loadFirst(): Promise<unknown> {
  const late = after(PATIENCE_MS);
  // Not read ahead of any need: the page waits for it, and tells when it fails.
  const session = queryClient.prefetchQuery(sessionQuery);
  const { done } = loadAhead(window.location);
  if (readToken()) readAhead(versionQuery);
  return Promise.race([Promise.all([session, done]), late]);
}

const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

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

/** The link to another screen of this site around an element. */
function linkAround(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href]");
  if (!link || link.origin !== window.location.origin || link.target || link.download) return null;
  return link.pathname === window.location.pathname ? null : link;
}
