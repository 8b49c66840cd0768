import { clsx } from "clsx";
import { ArrowLeft, Menu, Search } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { Role } from "#domain/profils/droits.ts";
import type { User } from "#domain/profils/user.ts";
import { Button } from "#web/components/ui/button.tsx";
import { guardDoubleClicks } from "#web/lib/double-click.ts";
import { keepFocus } from "#web/lib/kept-focus.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { useGoBack } from "#web/lib/navigation.ts";
import { useShortcutsHelp } from "./shortcuts-help.ts";
import { type MenuEntry, Sidebar } from "./sidebar.tsx";

const Sheet = lazyNamed(() => import("#web/components/ui/panels/sheet.tsx"), "Sheet");
const ShortcutsDialog = lazyNamed(() => import("./shortcuts-dialog.tsx"), "ShortcutsDialog");

interface ShellProps {
  /** The present route; null when no route has this address. */
  entry: { title: string; hidesHeader?: boolean; parent?: string } | null;
  menu: readonly MenuEntry[];
  /** Opens the quick search; undefined when there is none. */
  onSearch?(): void;
  user: User | null;
  role: Role | null;
  children: ReactNode;
}

/** The menu at the left, the name of the route above, the screen below (web/README §10.1). */
export function Shell({ entry, menu, onSearch, user, role, children }: ShellProps) {
  const [path] = useLocation();
  const [drawer, setDrawer] = useState(false);
  const goBack = useGoBack(entry?.parent ?? "/");
  const main = useRef<HTMLElement>(null);
  const help = useShortcutsHelp();
  const hidden = entry === null || entry.hidesHeader === true;

  useEffect(keepFocus, []);
  useEffect(guardDoubleClicks, []);
  const focused = useRef(path);
  useEffect(() => {
    if (focused.current === path) return;
    focused.current = path;
    setDrawer(false);
    // The scroll and the focus make the browser lay the new page out at once, so they wait until it is drawn.
    requestAnimationFrame(() => {
      window.scrollTo(0, 0);
      focusPage(main.current);
    });
  }, [path]);

  const sidebar = (search?: () => void) => (
    <Sidebar menu={menu} onSearch={search} onShortcuts={help.onOpen} user={user} role={role} />
  );
  return (
    <div className="lg:pl-[260px] print:pl-0">
      <a
        href="#contenu"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-2 text-on-accent focus:translate-y-0 print:hidden"
      >
        Aller au contenu
      </a>
      <aside className="fixed inset-y-0 left-0 z-30 hidden w-[260px] border-r bg-surface lg:block print:hidden">
        {sidebar(onSearch)}
      </aside>
      {drawer && (
        <Suspense>
          <Sheet onClose={() => setDrawer(false)} title="Menu">
            {sidebar()}
          </Sheet>
        </Suspense>
      )}
      <header
        className={clsx(
          "sticky top-0 z-20 flex h-(--header-height) items-center gap-2 border-b bg-surface px-4 sm:px-6 print:hidden",
          hidden && "lg:hidden",
        )}
      >
        <Button
          variant="ghost"
          size="icon"
          className="-ml-1.5 lg:hidden"
          aria-label="Ouvrir le menu"
          onClick={() => setDrawer(true)}
        >
          <Menu />
        </Button>
        {entry?.parent && (
          <Button
            variant="ghost"
            size="icon"
            className="-ml-1.5"
            aria-label="Retour"
            onClick={goBack}
          >
            <ArrowLeft />
          </Button>
        )}
        {!hidden && (
          <h1 tabIndex={-1} className="text-base font-semibold">
            {entry?.title}
          </h1>
        )}
        {onSearch && (
          <Button
            variant="ghost"
            size="icon"
            className="ml-auto lg:hidden"
            aria-label="Rechercher"
            onClick={onSearch}
          >
            <Search />
          </Button>
        )}
      </header>
      <main
        id="contenu"
        ref={main}
        tabIndex={-1}
        className={clsx(
          "mx-auto max-w-[1328px] px-4 py-5 outline-none sm:px-6 print:p-0",
          hidden && "lg:[--header-height:0px]",
        )}
      >
        {!hidden && (
          <p aria-hidden className="mb-4 hidden text-lg font-semibold print:block">
            {entry?.title}
          </p>
        )}
        {children}
      </main>
      {help.open && (
        <Suspense>
          <ShortcutsDialog onClose={help.onClose} />
        </Suspense>
      )}
    </div>
  );
}

/** Focuses the title of the new page, unless the page has already focused one of its own elements. */
function focusPage(main: HTMLElement | null): void {
  if (main?.contains(document.activeElement) && document.activeElement !== main) return;
  (document.querySelector<HTMLElement>("h1[tabindex]") ?? main)?.focus({ preventScroll: true });
}
