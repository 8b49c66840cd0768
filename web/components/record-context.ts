import { createContext, type ReactNode } from "react";
import type { Saved } from "./form-save.ts";
import type { DrawnForm } from "./record-form.tsx";

export interface RecordDetail extends Saved {
  id: number;
  canDelete?: boolean;
  /** What the worker tells of a change just made, in words. */
  warnings?: readonly string[];
}

/** What the page of a record asks of the form that it stands in. */
export interface EditedPage {
  /** Null while creating. */
  record: RecordDetail | null;
  /** Names of the resources to read again after a write, besides the record's. */
  touched: readonly string[];
  /** Shows the fields again where another tab has their place. */
  reveal(): void;
  onSaved(saved: RecordDetail): void;
  onLeave(): void;
  children(form: DrawnForm): ReactNode;
}

/** What makes of the page of a record one that is typed into; null while it is read, which takes none of a form's code. */
export const EditingContext = createContext<{
  newTitle: string;
  created: string;
  draw(page: EditedPage): ReactNode;
} | null>(null);
