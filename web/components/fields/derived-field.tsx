import { clsx } from "clsx";
import { formatEuros } from "#domain/montants.ts";
import { useForm } from "#web/components/form/form-context.ts";
import { type FieldProps, SPANS } from "./field.tsx";

interface DerivedEurosProps extends Pick<FieldProps, "label" | "span"> {
  /** An amount computed from other fields, in euros; null while a field is missing. */
  value: number | null;
  /** A comment written after the amount: « sous le plafond » in « −400,00 € : sous le plafond ». */
  words?: string | undefined;
}

export function DerivedEuros({ label, value, words, span = 3 }: DerivedEurosProps) {
  const { mode } = useForm();
  const reading = mode === "read";
  return (
    <dl className={clsx("min-w-0", SPANS[span])}>
      <dt className={reading ? "text-sm text-muted" : "mb-1 text-sm font-medium"}>{label}</dt>
      <dd
        className={clsx(
          "tabular-nums",
          reading ? "mt-0.5" : "flex h-9 items-center rounded-md bg-sunken px-3",
        )}
      >
        {value === null ? (
          <span className="text-muted">
            <span aria-hidden>—</span>
            <span className="sr-only">Pas encore calculé</span>
          </span>
        ) : (
          formatEuros(value) + (words ? `\u00A0: ${words}` : "")
        )}
      </dd>
    </dl>
  );
}
