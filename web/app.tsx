import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { Redirect, Route } from "wouter";
import { ConfirmHost } from "./components/confirm.tsx";
import { ConfirmationHost } from "./components/shell/confirmation-host.tsx";
import { ConnectionBanner } from "./components/shell/connection-banner.tsx";
import { NotFound } from "./components/shell/not-found.tsx";
import { ScreenBoundary } from "./components/shell/screen-boundary.tsx";
import { Shell } from "./components/shell/shell.tsx";
import { ToastHost } from "./components/shell/toast-host.tsx";
import { Unreachable } from "./components/shell/unreachable.tsx";
import { Skeleton } from "./components/ui/skeleton.tsx";
import { useSearchShortcut } from "./features/search/use-search-shortcut.ts";
import { lazyNamed } from "./lib/lazy.ts";
import { useDocumentTitle } from "./lib/page-title.ts";
import { queryClient } from "./lib/server/query-client.ts";
import { useSession } from "./lib/server/session.ts";
import { useTheme } from "./lib/theme.ts";
import { forcedRedirect, menuOf, type RouteEntry, useRouteEntry } from "./routes.ts";

const QuickSearch = lazyNamed(() => import("./features/search/quick-search.tsx"), "QuickSearch");

/** How long to wait before loading ahead: the first screen is drawn by then. */
const PRELOAD_MS = 3000;

const preloadSearch = () => void QuickSearch.preload().catch(() => {});

export function App() {
  const [theme] = useTheme();
  return (
    <QueryClientProvider client={queryClient}>
      <ScreenBoundary>
        <Guard />
        <ConfirmHost />
        <ConfirmationHost />
      </ScreenBoundary>
      <ConnectionBanner />
      <ToastHost theme={theme} />
    </QueryClientProvider>
  );
}

/** Shows the screen of an address, or redirects the visit (web/README §10.1). */
function Guard() {
  const entry = useRouteEntry();
  const { user, role, pending, unknown } = useSession();
  const search = useSearchShortcut(
    role !== null && !user?.mustSetPassword && !user?.mustSetFactor,
    preloadSearch,
  );
  usePreload(role !== null && entry?.path !== "/terrain/", entry);
  useDocumentTitle(entry?.title ?? "Page introuvable");

  // The device was handed to a signer, who may see no other address (features/signatures/on-site).
  const handed = user && entry?.path !== "/logout" && localStorage.getItem("tablette");
  if (handed && handed !== window.location.pathname) return <Redirect to={handed} replace />;
  if (pending && entry?.bare !== true) return <Waiting />;
  // When the session could not be read, the user stays here and is not sent to the sign-in page.
  const lost = unknown && entry?.bare !== true && entry?.path !== "/login";
  const redirect = !lost && entry && forcedRedirect(entry, user, role);
  if (redirect) {
    const from = window.location.pathname + window.location.search;
    const state = redirect === "/404" ? { from } : undefined;
    return <Redirect key={redirect} to={redirect} state={state} replace />;
  }
  if (entry?.bare) return <Screen entry={entry} />;
  return (
    <Shell
      entry={entry}
      menu={lost ? [] : menuOf({ user, role })}
      onSearch={search.onOpen}
      user={user}
      role={role}
    >
      {entry && lost && <Unreachable onBack={() => {}} />}
      {entry && !lost && <Screen entry={entry} />}
      {!entry && <NotFound />}
      {search.open && (
        <Suspense>
          <QuickSearch onClose={search.onClose} />
        </Suspense>
      )}
    </Shell>
  );
}

/**
 * Loads ahead the common code of records and forms, the quick search, and the screen that usually opens from this
 * one.
 */
function usePreload(office: boolean, entry: RouteEntry | null): void {
  useEffect(() => {
    if (!office) return;
    const load = () => {
      void import("./components/record/record-screen.tsx").catch(() => {});
      void import("./components/record/record-edit.tsx").catch(() => {});
      void import("./lib/rules/schema.ts").catch(() => {});
      preloadSearch();
    };
    const timer = setTimeout(load, PRELOAD_MS);
    return () => clearTimeout(timer);
  }, [office]);
  useEffect(() => {
    const timer = setTimeout(() => entry?.next?.preload().catch(() => {}), PRELOAD_MS);
    return () => clearTimeout(timer);
  }, [entry]);
}

function Screen({ entry }: { entry: RouteEntry }) {
  const waiting = entry.meanwhile ? (
    <Suspense fallback={<Waiting />}>
      <entry.meanwhile />
    </Suspense>
  ) : (
    <Waiting />
  );
  return (
    <ScreenBoundary key={entry.path}>
      <Route path={entry.path}>
        <Suspense fallback={waiting}>
          <entry.screen />
        </Suspense>
      </Route>
    </ScreenBoundary>
  );
}

function Waiting() {
  return (
    <div className="space-y-3 pt-2" aria-busy="true">
      <Skeleton className="h-6 w-56" />
      <Skeleton className="h-4 w-80" />
      <span className="sr-only" role="status">
        Chargement
      </span>
    </div>
  );
}
