import { createContext, type ReactNode } from "react";
import type { Saved } from "#web/components/form/form-save.ts";
import type { DrawnForm } from "./record-form.tsx";

export interface RecordDetail extends Saved {
  id: number;
  canDelete?: boolean;
  /** The server's warnings about the change just saved. */
  warnings?: readonly string[];
}

/** The record and the callbacks that the page of a record gives to its form. */
export interface EditedPage {
  /** Null while the record is created. */
  record: RecordDetail | null;
  /** The names of the other resources to read again after a write. */
  touched: readonly string[];
  /** Shows the fields again when another tab has replaced them. */
  reveal(): void;
  onSaved(saved: RecordDetail): void;
  onLeave(): void;
  children(form: DrawnForm): ReactNode;
}

/** Draws the form on the page of a record. Null on a page that is only read, so that it loads no code of forms. */
export const EditingContext = createContext<{
  newTitle: string;
  created: string;
  draw(page: EditedPage): ReactNode;
} | null>(null);
