import type { ReactElement } from "react";
import { Link } from "wouter";
import { DropdownMenu, MenuItem, MenuSeparator } from "#web/components/ui/panels/dropdown-menu.tsx";
import type { RowAction } from "./row-action.ts";

interface ActionItemsProps {
  trigger: ReactElement;
  actions: readonly RowAction[];
}

/** The menu of a record's actions; the destructive ones come last. */
export function ActionItems({ trigger, actions }: ActionItemsProps) {
  const usual = actions.filter((action) => !action.danger);
  const dangerous = actions.filter((action) => action.danger);
  return (
    <DropdownMenu trigger={trigger}>
      {usual.map((action) => (
        <ActionItem key={action.label} action={action} />
      ))}
      {usual.length > 0 && dangerous.length > 0 && <MenuSeparator />}
      {dangerous.map((action) => (
        <ActionItem key={action.label} action={action} />
      ))}
    </DropdownMenu>
  );
}

function ActionItem({ action }: { action: RowAction }) {
  const content = (
    <>
      <action.icon aria-hidden />
      {action.label}
    </>
  );
  if (action.href) {
    return (
      <MenuItem asChild>
        <Link href={action.href}>{content}</Link>
      </MenuItem>
    );
  }
  return (
    <MenuItem danger={action.danger} disabled={action.disabled} onSelect={action.onSelect}>
      {content}
    </MenuItem>
  );
}
