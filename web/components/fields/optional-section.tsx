import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useForm, useValue } from "#web/components/form/form-context.ts";
import { Label } from "#web/components/ui/label.tsx";
import { Switch } from "#web/components/ui/switch.tsx";
import type { Values } from "#web/lib/rules/values.ts";
import { Section } from "./field.tsx";

interface OptionalSectionProps {
  title: string;
  /** The fields of the section, or the name of their group. A refusal of one of these fields opens the section. */
  fields: readonly string[];
  /** Describes the section while it is switched off. */
  text: string;
  open: boolean;
  onToggle(open: boolean): void;
  /** The name under which `FormNotes` gives the notes on the section. */
  notes?: string | undefined;
  children: ReactNode;
}

/**
 * A section that only some records need. A switch opens the section; read mode shows it when a field holds something.
 */
export function OptionalSection(props: OptionalSectionProps) {
  const { title, text, open, onToggle, notes, children } = props;
  const { mode } = useForm();
  const id = useId();
  useOpenedByRefusal(props);
  if (mode === "read") return open && <Section title={title}>{children}</Section>;
  return (
    <Section
      title={title}
      text={open ? undefined : text}
      notes={notes}
      action={
        <span className="flex items-center">
          <Label htmlFor={id} className="sr-only">
            {title}
          </Label>
          <Switch id={id} checked={open} onChange={(event) => onToggle(event.target.checked)} />
        </span>
      }
    >
      {open && children}
    </Section>
  );
}

function useOpenedByRefusal({ fields, open, onToggle }: OptionalSectionProps): void {
  const { sections } = useForm();
  const latest = useRef(onToggle);
  latest.current = onToggle;
  const names = fields.join(" ");
  useEffect(() => {
    if (open) return;
    for (const name of names.split(" ")) sections.set(name, () => latest.current(true));
    return () => {
      for (const name of names.split(" ")) sections.delete(name);
    };
  }, [sections, names, open]);
}

type Opening = [open: boolean, onToggle: (open: boolean) => void];

/**
 * The switch of a section whose fields form one group of the record. The group is null when off, and takes `start`
 * when switched on.
 */
export function useOptionalGroup(name: string, start: () => Values): Opening {
  const { setValue } = useForm();
  const open = useValue<Values>(name) !== null;
  return [open, (on) => setValue(name, on ? start() : null)];
}

/**
 * The switch of a section whose fields are on the record itself. It is on when a field holds something, or once the
 * user switches it on. Switching it on gives the fields the values of `start`; switching it off empties them.
 */
export function useOptionalFields(names: readonly string[], start: Values = {}): Opening {
  const { mode, setValue, useValues } = useForm();
  const [asked, setAsked] = useState(false);
  const filled = useValues(names).some((value) => value !== null && value !== undefined);
  const toggle = (on: boolean) => {
    setAsked(on);
    for (const name of names) setValue(name, on ? (start[name] ?? null) : null);
  };
  return [filled || (asked && mode === "edit"), toggle];
}
