import { lazyNamed } from "#web/lib/lazy.ts";
import { follow } from "#web/lib/navigation.ts";
import { LazyMenu } from "./lazy-menu.tsx";
import type { RowAction } from "./row-action.ts";
import { Button } from "./ui/button.tsx";

const ActionItems = lazyNamed(() => import("./action-items.tsx"), "ActionItems");

interface RowActionsProps {
  /** The record's name, so that screen readers tell the rows' menus apart. */
  label: string;
  actions: readonly RowAction[];
}

export function RowActions({ label, actions }: RowActionsProps) {
  if (actions.length === 0) return null;
  return (
    <div className="relative z-1 flex items-center justify-end print:hidden">
      <div className="hidden items-center opacity-0 transition-opacity group-hover/row:opacity-100 focus-within:opacity-100 lg:flex">
        {actions
          .filter((action) => action.quick)
          .map((action) => (
            <QuickAction key={action.label} action={action} label={label} />
          ))}
      </div>
      <ActionMenu label={`Actions : ${label}`} actions={actions} />
    </div>
  );
}

function QuickAction({ action, label }: { action: RowAction; label: string }) {
  const name = `${action.label} : ${label}`;
  const icon = <action.icon aria-hidden />;
  return action.href ? (
    <Button asChild variant="ghost" size="icon-sm" title={action.label} aria-label={name}>
      <a href={action.href} onClick={follow}>
        {icon}
      </a>
    </Button>
  ) : (
    <Button
      variant="ghost"
      size="icon-sm"
      title={action.label}
      aria-label={name}
      disabled={action.disabled}
      onClick={action.onSelect}
    >
      {icon}
    </Button>
  );
}

/** On every row of a list: one shape, where the icon of the library is built of three and of twenty attributes. */
const Dots = () => (
  <svg viewBox="0 0 24 24" className="fill-current" aria-hidden="true">
    <path d="M12 3a2 2 0 1 0 0 4 2 2 0 1 0 0-4m0 7a2 2 0 1 0 0 4 2 2 0 1 0 0-4m0 7a2 2 0 1 0 0 4 2 2 0 1 0 0-4" />
  </svg>
);

export function ActionMenu({ label, actions }: RowActionsProps) {
  if (actions.length === 0) return null;
  return (
    <LazyMenu
      menu={ActionItems}
      actions={actions}
      trigger={
        <Button variant="ghost" size="icon-sm" aria-label={label}>
          <Dots />
        </Button>
      }
    />
  );
}
