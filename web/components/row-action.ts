import type { Icon } from "./ui/row-icons.tsx";

/** Something that can be done to a record: a link (`href`) or a function. */
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
