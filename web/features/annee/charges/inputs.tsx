import { formatJour, lireJour } from "#domain/dates.ts";
import { exactNumber, readNumber } from "#web/components/fields/fields.tsx";
import { TypedInput } from "#web/components/fields/typed-input.tsx";

interface CellProps<Value> {
  /** The name for screen readers, because the cells of a grid have no visible label. */
  label: string;
  value: Value | null;
  onChange(value: Value | null): void;
  invalid?: boolean;
}

const bound = (label: string, invalid: boolean) => ({
  ...{ name: label, "aria-label": label, ref: () => {}, onBlur: () => {} },
  ...{ "aria-required": false, "aria-invalid": invalid, "aria-describedby": undefined },
});

/** A number typed in a cell of a grid. */
export function NumberCell({
  label,
  value,
  onChange,
  unit = "€",
  decimals = 2,
  invalid = false,
}: CellProps<number> & { unit?: string; decimals?: number }) {
  return (
    <TypedInput
      id={label}
      {...bound(label, invalid)}
      inputMode="decimal"
      unit={unit}
      value={value}
      read={readNumber}
      write={(said) => (typeof said === "number" ? exactNumber(said, decimals) : "")}
      onChange={(said) => onChange(typeof said === "number" ? said : null)}
    />
  );
}

/** A day typed in a cell of a grid. */
export function DayCell({ label, value, onChange, invalid = false }: CellProps<string>) {
  return (
    <TypedInput
      id={label}
      {...bound(label, invalid)}
      inputMode="numeric"
      placeholder="jj/mm/aaaa"
      value={value}
      read={lireJour}
      write={(day) => (typeof day === "string" ? formatJour(day) : "")}
      onChange={(day) => onChange(typeof day === "string" ? lireJour(day) : null)}
    />
  );
}
