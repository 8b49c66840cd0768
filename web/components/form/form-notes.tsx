import { TriangleAlert } from "lucide-react";
import { createContext, type ReactNode, Suspense, use, useEffect, useState } from "react";
import type { Avertissement } from "#domain/avertissement.ts";
import { same } from "#web/lib/rules/values.ts";
import { useForm } from "./form-context.ts";

const NONE: readonly Avertissement[] = [];
const NotesContext = createContext(NONE);

/** The name of the notes that concern no field. */
export const WHOLE_FORM = "";

export interface NotesSourceProps {
  tell(notes: readonly Avertissement[]): void;
}

interface FormNotesProps {
  /** Gives a component that draws nothing, computes the notes and passes them to `tell`. Called only in edit mode. */
  source(tell: NotesSourceProps["tell"]): ReactNode;
  children: ReactNode;
}

/** Shows notes under the fields of a form in edit mode; notes never block. */
export function FormNotes({ source, children }: FormNotesProps) {
  const { mode, dirty } = useForm();
  const settled = useSettled();
  const [notes, setNotes] = useState(NONE);
  const tell = (told: readonly Avertissement[]) =>
    setNotes((known) => (same(known, told) ? known : told));
  return (
    <NotesContext value={mode === "edit" ? notes : NONE}>
      {mode === "edit" && (dirty || settled) && <Suspense>{source(tell)}</Suspense>}
      {children}
    </NotesContext>
  );
}

const SETTLED_MS = 1000;

/** Whether the form has been on screen for a second: the notes load later than the form. */
function useSettled(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  return settled;
}

/** The sentences of the notes on a field, or on a group of fields. */
export function useNotes(name: string | undefined): readonly string[] {
  const notes = use(NotesContext);
  return notes.filter(({ champ }) => (champ ?? WHOLE_FORM) === name).map(({ phrase }) => phrase);
}

/** One row of the grid for each sentence; `id` links the sentences to their field. */
export function Notes({ id, notes }: { id?: string; notes: readonly string[] }) {
  return (
    <div id={id} aria-live="polite" className="contents">
      {notes.map((note) => (
        <p key={note} data-note className="col-span-6 -mt-2 flex gap-1.5 text-xs text-orange">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {note}
        </p>
      ))}
    </div>
  );
}
