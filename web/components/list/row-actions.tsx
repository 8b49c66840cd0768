import { LazyMenu } from "#web/components/lazy-menu.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { EllipsisVertical } from "#web/components/ui/row-icons.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { follow } from "#web/lib/navigation.ts";
import type { RowAction } from "./row-action.ts";

const ActionItems = lazyNamed(() => import("./action-items.tsx"), "ActionItems");

interface RowActionsProps {
  /** The name of the record: it distinguishes the menus of the rows for a screen reader. */
  label: string;
  actions: readonly RowAction[];
}

export function RowActions({ label, actions }: RowActionsProps) {
  const quick = actions.filter((action) => action.quick);
  return (
    <>
      {quick.length > 0 && (
        <span className="relative z-1 hidden align-middle opacity-0 transition-opacity group-hover/row:opacity-100 focus-within:opacity-100 lg:inline-flex">
          {quick.map((action) => (
            <QuickAction key={action.label} action={action} label={label} />
          ))}
        </span>
      )}
      <ActionMenu
        label={`Actions : ${label}`}
        actions={actions}
        className="relative z-1 align-middle"
      />
    </>
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

export function ActionMenu({
  label,
  actions,
  className,
}: RowActionsProps & { className?: string }) {
  if (actions.length === 0) return null;
  return (
    <LazyMenu
      menu={ActionItems}
      actions={actions}
      trigger={
        <Button variant="ghost" size="icon-sm" aria-label={label} className={className}>
          <EllipsisVertical />
        </Button>
      }
    />
  );
}
