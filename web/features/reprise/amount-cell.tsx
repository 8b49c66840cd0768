import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import { formatEuros } from "#domain/montants.ts";
import { exactNumber, readNumber } from "#web/components/fields/fields.tsx";
import { TypedInput } from "#web/components/fields/typed-input.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { TableCell } from "#web/components/ui/table.tsx";

interface AmountCellProps {
  /** The name of the amount for screen readers: « Dette de Dupont Léo ». */
  label: string;
  value: number;
  locked: boolean;
  /** The header of the cell's column, when a row has several amounts. */
  header?: string;
  onChange(amount: number): void;
  children?: ReactNode;
}

/** On a tablet, narrower margins make room for « 123 456,78 ». */
const NARROW =
  "w-34 flex-[1_1_8rem] @max-xl:text-left max-lg:px-1.5 lg:w-40 max-lg:[&_input]:pr-7 max-lg:[&_input]:pl-2 max-lg:[&_input+span]:px-1.5";

/** An amount in euros, typed in its cell; an empty cell means no balance. */
export function AmountCell(props: AmountCellProps) {
  const { label, value, locked, header, onChange, children } = props;
  const id = useId();
  return (
    <TableCell
      {...(header && { "data-card": "fact", "data-label": header })}
      className={clsx("text-right align-top tabular-nums", header ? NARROW : "w-48")}
    >
      {locked ? (
        value !== 0 && formatEuros(value)
      ) : (
        <>
          <Label htmlFor={id} className="sr-only">
            {label}
          </Label>
          <TypedInput
            id={id}
            name={id}
            ref={() => {}}
            inputMode="decimal"
            unit="€"
            value={value}
            read={readNumber}
            write={(amount) =>
              typeof amount === "number" && amount !== 0 ? exactNumber(amount, 2) : ""
            }
            onChange={(amount) => onChange(typeof amount === "number" ? amount : 0)}
            onBlur={() => {}}
            aria-required={false}
            aria-invalid={false}
            aria-describedby={undefined}
          />
        </>
      )}
      {children}
    </TableCell>
  );
}
