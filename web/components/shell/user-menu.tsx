import { ChevronsUpDown } from "lucide-react";
import { LIBELLES_ROLE, type Role } from "#domain/profils/droits.ts";
import type { User } from "#domain/profils/user.ts";
import { LazyMenu } from "#web/components/lazy-menu.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";

const UserItems = lazyNamed(() => import("./user-items.tsx"), "UserItems");

interface UserMenuProps {
  user: User;
  role: Role | null;
  onShortcuts(): void;
}

export function UserMenu({ user, role, onShortcuts }: UserMenuProps) {
  return (
    <div className="border-t p-2">
      <LazyMenu
        menu={UserItems}
        onShortcuts={onShortcuts}
        trigger={
          <button
            type="button"
            className="flex w-full items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left transition-colors hover:bg-sunken data-[state=open]:bg-sunken"
          >
            <span
              aria-hidden
              className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent uppercase"
            >
              {initials(user.nom) ?? user.email.slice(0, 2)}
            </span>
            <span className="min-w-0 flex-1">
              <span className="sr-only">Mon compte : </span>
              <span title={user.email} className="block truncate text-sm font-medium">
                {user.nom ?? user.email}
              </span>
              <span className="block truncate text-xs text-muted">
                {role && LIBELLES_ROLE[role]}
              </span>
            </span>
            <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
          </button>
        }
      />
    </div>
  );
}

/** « Camille Roussel » → « CR » */
const initials = (name: string | null | undefined) =>
  name
    ?.split(/\s+/)
    .map((word) => word.charAt(0))
    .join("")
    .slice(0, 2);
