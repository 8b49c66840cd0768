import { CalendarDays } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { aujourdhui, formatJour, lireJour } from "#domain/dates.ts";
import { Button } from "#web/components/ui/button.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { FieldFrame, type FieldProps } from "./field.tsx";
import { TypedInput } from "./typed-input.tsx";

const Calendar = lazyNamed(() => import("./calendar.tsx"), "Calendar");
const text = (value: unknown) => (typeof value === "string" ? value : "");
const write = (value: unknown) => {
  const jour = lireJour(text(value));
  return jour ? formatJour(jour) : text(value);
};

interface DateFieldProps extends FieldProps {
  /** For a day of birth: « 5/3/48 » means 1948. */
  past?: boolean;
}

/** A day that the user types (« 5/3/26 », « 05032026 ») or picks; the form holds YYYY-MM-DD. */
export function DateField({ past = false, ...field }: DateFieldProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <FieldFrame {...field} read={(value) => <span className="tabular-nums">{write(value)}</span>}>
      {(bound) => (
        <TypedInput
          {...bound}
          inputMode="numeric"
          placeholder="jj/mm/aaaa"
          read={(typed) => lireJour(typed, past ? aujourdhui(new Date()) : null)}
          write={write}
          unit={
            <>
              <Button
                ref={button}
                variant="ghost"
                size="icon-sm"
                aria-haspopup="dialog"
                aria-expanded={open}
                aria-label={`Choisir : ${field.label}`}
                onFocus={() => void Calendar.preload()}
                onPointerEnter={() => void Calendar.preload()}
                onClick={() => setOpen(!open)}
              >
                <CalendarDays />
              </Button>
              {open && (
                <Suspense>
                  <Calendar
                    anchor={button}
                    label={field.label}
                    value={lireJour(text(bound.value))}
                    onChange={bound.onChange}
                    onClose={() => setOpen(false)}
                  />
                </Suspense>
              )}
            </>
          }
        />
      )}
    </FieldFrame>
  );
}
