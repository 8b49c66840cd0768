import { type MouseEvent, useEffect, useRef } from "react";
import { useLocation, useSearch } from "wouter";
import { navigate as navigateFreely } from "wouter/use-browser-location";

/** The raw query of the address: wouter decodes it once, which would break an `oncreate` inside an `oncreate`. */
function useQueryText(): string {
  useSearch();
  return window.location.search.slice(1);
}

export function useHere(): string {
  const [path] = useLocation();
  const search = useQueryText();
  return search ? `${path}?${search}` : path;
}

/**
 * Follows a link of this site without a reload, as in `<a href onClick={follow}>`. Pages with hundreds of links use
 * it, because each link of wouter watches the address.
 */
export function follow(event: MouseEvent<HTMLAnchorElement>): void {
  const { altKey, button, ctrlKey, currentTarget, metaKey, shiftKey } = event;
  if (event.defaultPrevented || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return;
  event.preventDefault();
  navigateFreely(currentTarget.pathname + currentTarget.search);
}

/**
 * `href` with the way back in `oncreate`; `{id}` in `back` becomes the identifier of the new record (web/README
 * §10.2).
 */
export function withReturn(href: string, back: string): string {
  return `${href}${href.includes("?") ? "&" : "?"}oncreate=${encodeURIComponent(back)}`;
}

/** The path of `oncreate`; null when there is none, or when it leads to another site. */
export function useReturnPath(): string | null {
  const path = new URLSearchParams(useQueryText()).get("oncreate");
  return path && /^\/(?![/\\])/.test(path) ? path : null;
}

/**
 * The identifier of the record from which a creation starts, `?relatedAppartement=12` in the address (web/README
 * §10.2); null when the address has none.
 */
export function useRelatedId(parameter: string): number | null {
  const text = new URLSearchParams(useQueryText()).get(parameter) ?? "";
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

export function withParameter(path: string, name: string, value: string): string {
  const [pathname = "", search = ""] = path.split("?");
  const others = new URLSearchParams(search);
  others.delete(name);
  const rest = others.toString();
  return `${pathname}?${rest ? `${rest}&` : ""}${name}=${value}`;
}

/**
 * The pages reached without the user's choice, when the session is over or the server does not answer (web/README
 * §10.1).
 */
const FORCED = ["/login", "/404"];

/**
 * While `unsaved`, asks before the user goes to another path; a change of parameters such as `?tab=` asks nothing.
 * Toward a page of `FORCED` it asks nothing either, and calls `keep` to save the typing.
 * @returns a function that navigates without asking
 */
export function useLeaveGuard(
  unsaved: boolean,
  ask: () => Promise<boolean>,
  keep: () => void = () => {},
): (go: () => void) => void {
  const [, navigate] = useLocation();
  const allowed = useRef(false);
  const latest = useRef({ ask, keep, navigate });
  latest.current = { ask, keep, navigate };

  useEffect(() => {
    if (!unsaved) return;
    const onNavigate = (event: NavigateEvent) => {
      const target = new URL(event.destination.url);
      const stays = target.pathname === window.location.pathname;
      if (stays || allowed.current || !event.cancelable || !event.destination.sameDocument) return;
      if (FORCED.includes(target.pathname)) return latest.current.keep();
      const { key } = event.destination;
      const { navigationType } = event;
      event.preventDefault();
      void latest.current.ask().then((accepted) => {
        if (!accepted) return;
        allowed.current = true;
        if (navigationType === "traverse") window.navigation.traverseTo(key);
        else latest.current.navigate(target.pathname + target.search);
      });
    };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.navigation?.addEventListener("navigate", onNavigate);
    window.addEventListener("beforeunload", onUnload);
    return () => {
      allowed.current = false;
      window.navigation?.removeEventListener("navigate", onNavigate);
      window.removeEventListener("beforeunload", onUnload);
    };
  }, [unsaved]);

  return (go) => {
    allowed.current = true;
    go();
  };
}

/** Reloads this page to get the newer version that the server now has; the typing is saved and restored. */
export function leaveByForce(): void {
  const here = window.location.pathname + window.location.search;
  navigateFreely("/404", { replace: true });
  // Leaves the forms time to save their typing.
  setTimeout(() => window.location.replace(here), 100);
}

let movedInside = false;
window.addEventListener("pushState", () => {
  movedInside = true;
});

/** The back arrow: to `oncreate`, else to the previous page, else to `parent` (web/README §10.2). */
export function useGoBack(parent: string): () => void {
  const [, navigate] = useLocation();
  const returnPath = useReturnPath();
  return () => {
    if (returnPath) navigate(withoutNewId(returnPath));
    else if (movedInside) window.history.back();
    else navigate(parent);
  };
}

/** The path of `oncreate` without the parameter that holds `{id}`, because nothing was created. */
function withoutNewId(path: string): string {
  const [pathname = "", search = ""] = path.split("?");
  const kept = [...new URLSearchParams(search)].filter(([, value]) => value !== "{id}");
  return kept.length > 0 ? `${pathname}?${new URLSearchParams(kept)}` : pathname;
}
