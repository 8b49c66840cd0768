import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Search } from "lucide-react";
import { Link, useLocation } from "wouter";
import type { Role } from "#domain/profils/droits.ts";
import type { User } from "#domain/profils/user.ts";
import type { Icon } from "#web/components/ui/row-icons.tsx";
import { homeOf } from "#web/lib/home.ts";
import { follow } from "#web/lib/navigation.ts";
import { versionQuery } from "#web/lib/server/version.ts";
import { UserMenu } from "./user-menu.tsx";

export interface MenuEntry {
  path: string;
  menu?: { label: string; icon: Icon; group?: string };
}

interface SidebarProps {
  menu: readonly MenuEntry[];
  /** Opens the quick search; undefined when there is none. */
  onSearch?(): void;
  onShortcuts(): void;
  user: User | null;
  role: Role | null;
}

export function Sidebar({ menu, onSearch, onShortcuts, user, role }: SidebarProps) {
  const [path] = useLocation();
  return (
    <div className="flex h-full flex-col">
      <Link
        href={homeOf(role)}
        className="flex h-(--header-height) items-center gap-2.5 px-5 text-lg font-semibold tracking-tight"
      >
        <Brand />
        Patrimoine Locatif
      </Link>
      {onSearch && (
        <div className="px-3 pb-1">
          <button
            type="button"
            onClick={onSearch}
            aria-keyshortcuts="Control+K"
            className="flex h-9 w-full items-center gap-2.5 rounded-md border bg-canvas px-2.5 text-muted transition-colors hover:border-line-strong hover:text-text [&_svg]:size-4"
          >
            <Search aria-hidden />
            Rechercher
            <kbd aria-hidden className="ml-auto font-sans text-xs">
              Ctrl K
            </kbd>
          </button>
        </div>
      )}
      <nav aria-label="Menu principal" className="flex-1 overflow-y-auto px-3 py-2">
        <ul className="space-y-0.5">
          {runsOf(menu).map(({ group, entries }, rank) => (
            <li key={entries[0]?.path} className={rank > 0 ? "pt-3" : undefined}>
              {group && (
                <h2 className="px-2.5 pb-1 text-xs font-semibold text-muted" id={`menu-${group}`}>
                  {group}
                </h2>
              )}
              <ul className="space-y-0.5" aria-labelledby={group && `menu-${group}`}>
                {entries.map((entry) => (
                  <MenuItem key={entry.path} entry={entry} active={isActive(path, entry.path)} />
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </nav>
      {user && <UserMenu user={user} role={role} onShortcuts={onShortcuts} />}
      <Versions />
    </div>
  );
}

/** The entries of the menu in their order; neighbors of the same group are put together. */
function runsOf(menu: readonly MenuEntry[]) {
  const runs: { group: string | undefined; entries: MenuEntry[] }[] = [];
  for (const entry of menu) {
    const group = entry.menu?.group;
    const last = runs.at(-1);
    if (last && last.group === group) last.entries.push(entry);
    else runs.push({ group, entries: [entry] });
  }
  return runs;
}

function MenuItem({ entry, active }: { entry: MenuEntry; active: boolean }) {
  const Icon = entry.menu?.icon;
  return (
    <li>
      <a
        href={entry.path}
        onClick={follow}
        aria-current={active ? "page" : undefined}
        className={clsx(
          "flex h-9 items-center gap-2.5 rounded-md px-2.5 font-medium transition-colors [&_svg]:size-4.5",
          active ? "bg-accent-soft text-accent" : "text-muted hover:bg-sunken hover:text-text",
        )}
      >
        {Icon && <Icon aria-hidden />}
        {entry.menu?.label}
      </a>
    </li>
  );
}

/** The page /client/3 keeps the entry /client/ active. */
function isActive(path: string, entryPath: string): boolean {
  if (entryPath === "/") return path === "/";
  const trunk = entryPath.replace(/\/$/, "");
  return path === trunk || path.startsWith(`${trunk}/`);
}

function Brand() {
  return (
    <svg viewBox="0 0 32 32" className="size-6.5" aria-hidden="true">
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <g
        fill="none"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-on-accent"
      >
        <path d="M8 23.5V13.2L16 7.5l8 5.7v10.3" />
        <path d="M13.2 23.5v-6.2h5.6v6.2" opacity=".65" />
      </g>
    </svg>
  );
}

const FRONT_VERSION = (import.meta.env.VITE_VERSION || "2.5").replace(/\.0$/, "");

function Versions() {
  const { data } = useQuery(versionQuery);
  return (
    <footer className="border-t px-5 py-2.5 text-xs text-muted tabular-nums">
      Version {FRONT_VERSION}
      {data && <span> · API {data.version}</span>}
    </footer>
  );
}
