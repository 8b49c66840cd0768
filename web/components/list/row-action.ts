import type { Icon } from "#web/components/ui/row-icons.tsx";

export interface RowAction {
  label: string;
  icon: Icon;
  href?: string;
  onSelect?(): void;
  danger?: boolean;
  /** The action is shown, but not allowed now. */
  disabled?: boolean;
  /** Shown as an icon too, while the pointer is on the row. */
  quick?: boolean;
}
