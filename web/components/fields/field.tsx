import { clsx } from "clsx";
import { type ReactNode, use, useEffect } from "react";
import { type FieldState, FormContext, useForm } from "#web/components/form/form-context.ts";
import { Notes, useNotes } from "#web/components/form/form-notes.tsx";
import { Label, RequiredStar } from "#web/components/ui/label.tsx";

export interface FieldProps {
  /** The name of the field in the schema, dotted inside a group: « encadrement.surface ». */
  name: string;
  label: string;
  hint?: ReactNode;
  /** The width in sixths of the section: 2, 3 (half, when absent), 4 or 6. */
  span?: 2 | 3 | 4 | 6;
  /** Overrides the schema, for a field required only in some cases. */
  required?: boolean;
}

export const SPANS = {
  2: "col-span-3 sm:@xs:col-span-2",
  3: "col-span-6 @xs:col-span-3",
  4: "col-span-6 sm:@xs:col-span-4",
  6: "col-span-6",
};

/** The attributes that link an input to its label, its messages and its value. */
export interface Bound {
  id: string;
  name: string;
  ref: FieldState["ref"];
  value: unknown;
  onChange(value: unknown): void;
  onBlur(): void;
  "aria-required": boolean;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
}

interface FieldFrameProps extends FieldProps {
  /** The value as text to read; null shows a dash. */
  read(value: unknown): ReactNode;
  children(bound: Bound): ReactNode;
  /** The place of the label: above the input, above a group of inputs, or beside a switch. */
  labelled?: "above" | "group" | "beside";
}

/** A field in both modes: a label and a text to read, or a label, an input, a hint and an error. */
export function FieldFrame(props: FieldFrameProps) {
  const { name, label, labelled = "above" } = props;
  const { id: formId, mode, labels, starred, useField, isRequired } = useForm();
  const { error, ...field } = useField(name);
  useEffect(() => {
    labels.set(name, label);
    return () => {
      labels.delete(name);
    };
  }, [labels, name, label]);

  const starredHere = props.required === true;
  useEffect(() => {
    if (!starredHere) return;
    starred.add(name);
    return () => {
      starred.delete(name);
    };
  }, [starred, name, starredHere]);

  const doubts = useNotes(name);
  const id = `${formId}${name}`;
  const span = SPANS[props.span ?? 3];
  if (mode === "read") {
    return (
      <dl className={clsx("min-w-0", span)}>
        <dt className="text-sm text-muted">{label}</dt>
        <dd className="mt-0.5 break-words whitespace-pre-line">
          {isEmpty(field.value) ? <Nothing /> : (props.read(field.value) ?? <Nothing />)}
        </dd>
      </dl>
    );
  }

  const required = props.required ?? isRequired(name);
  // An error is shown alone, without the notes.
  const notes = error ? [] : doubts;
  const messageId = `${id}-message`;
  const notesId = `${id}-notes`;
  const message = error ?? props.hint;
  const described = [message && messageId, notes.length > 0 && notesId].filter(Boolean).join(" ");
  const input = props.children({
    id,
    name,
    ...field,
    "aria-required": required,
    "aria-invalid": error !== undefined,
    "aria-describedby": described || undefined,
  });
  const told = <Notes id={notesId} notes={notes} />;
  const note = message && (
    <p id={messageId} className={clsx("mt-1 text-xs", error ? "text-danger" : "text-muted")}>
      {message}
    </p>
  );
  if (labelled === "group") {
    return (
      <>
        <fieldset className={clsx("min-w-0", span)} aria-describedby={described || undefined}>
          <legend className="mb-1 text-sm font-medium">
            {label}
            {required && <RequiredStar />}
          </legend>
          {input}
          {note}
        </fieldset>
        {told}
      </>
    );
  }
  if (labelled === "beside") {
    return (
      <>
        <div className={clsx("min-w-0 self-center", span)}>
          <div className="flex items-center gap-2.5 pointer-coarse:min-h-11">
            {input}
            <Label htmlFor={id}>{label}</Label>
          </div>
          {note}
        </div>
        {told}
      </>
    );
  }
  return (
    <>
      <div className={clsx("min-w-0", span)}>
        <Label htmlFor={id} required={required} className="mb-1">
          {label}
        </Label>
        {input}
        {note}
      </div>
      {told}
    </>
  );
}

function Nothing() {
  return (
    <span className="text-muted">
      <span aria-hidden>—</span>
      <span className="sr-only">Non renseigné</span>
    </span>
  );
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}

interface SectionProps {
  title: string;
  /** Help to fill in the section; hidden in read mode. */
  text?: ReactNode;
  /** A control for the whole section, at the right of its title. */
  action?: ReactNode;
  /** The name under which `FormNotes` gives the notes on the whole section. */
  notes?: string | undefined;
  children: ReactNode;
}

export function Section({ title, text, action, notes, children }: SectionProps) {
  const reading = use(FormContext)?.mode === "read";
  const told = useNotes(notes);
  const filled = Boolean(children) || told.length > 0;
  return (
    <section className="@container border-t py-5 first:border-t-0 print:break-inside-avoid">
      <div className={clsx("flex min-h-7 items-center justify-between gap-4", filled && "mb-3")}>
        <div>
          <h3 className="font-semibold">{title}</h3>
          {text && !reading && <p className="text-sm text-muted">{text}</p>}
        </div>
        {action}
      </div>
      {(children || notes !== undefined) && (
        <div className={gridStyle}>
          {notes !== undefined && <Notes notes={told} />}
          {children}
        </div>
      )}
    </section>
  );
}

// A note takes a whole row under its field; the next field stays beside that field.
const gridStyle =
  "grid grid-cols-6 items-start gap-x-4 gap-y-3.5 has-[[data-note]]:grid-flow-row-dense";

interface FieldGridProps {
  /** The name under which `FormNotes` gives the notes on the whole grid. */
  notes?: string | undefined;
  children: ReactNode;
}

/** Fields without a section, as in a dialog. */
export function FieldGrid({ notes, children }: FieldGridProps) {
  const told = useNotes(notes);
  return (
    <div className="@container">
      <div className={gridStyle}>
        {children}
        {notes !== undefined && <Notes notes={told} />}
      </div>
    </div>
  );
}

/** Two columns of sections, or one where the width is small. The children are two `SectionColumn`s. */
export function Columns({ children }: { children: ReactNode }) {
  return (
    <div className="@container">
      <div className="grid gap-x-14 @3xl:grid-cols-2 @max-3xl:[&>*+*]:border-t">{children}</div>
    </div>
  );
}

export function SectionColumn({ children }: { children: ReactNode }) {
  return <div className="min-w-0">{children}</div>;
}
