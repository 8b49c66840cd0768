import type { Icon } from "#web/components/ui/row-icons.tsx";

/** An act on a record: a link (`href`) or a function. */
export interface RowAction {
  label: string;
  icon: Icon;
  href?: string;
  onSelect?(): void;
  danger?: boolean;
  /** Shown, but not to be done now. */
  disabled?: boolean;
  /** Also an icon of its own while the row is hovered. */
  quick?: boolean;
}
