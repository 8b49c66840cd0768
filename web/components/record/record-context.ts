import { createContext, type ReactNode } from "react";
import type { Saved } from "#web/components/form/form-save.ts";
import type { DrawnForm } from "./record-form.tsx";

export interface RecordDetail extends Saved {
  id: number;
  canDelete?: boolean;
  /** The worker's warnings about a change just made. */
  warnings?: readonly string[];
}

/** The record, the callbacks and the drawing that a record's page gives to its form. */
export interface EditedPage {
  /** Null while creating. */
  record: RecordDetail | null;
  /** The other resources to read again after a write. */
  touched: readonly string[];
  /** Shows the fields again when another tab has replaced them. */
  reveal(): void;
  onSaved(saved: RecordDetail): void;
  onLeave(): void;
  children(form: DrawnForm): ReactNode;
}

/** Makes the page of a record editable; null while it is only read, without the code of a form. */
export const EditingContext = createContext<{
  newTitle: string;
  created: string;
  draw(page: EditedPage): ReactNode;
} | null>(null);
