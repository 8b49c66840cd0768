import { useId, useState } from "react";
import { useFormContext } from "react-hook-form";
import { aReintegrer } from "#domain/gerance/cloture/fiscal.ts";
import { enCentimes, enEuros } from "#domain/montants.ts";
import { SPANS } from "#web/components/fields/field.tsx";
import { exactNumber, readNumber } from "#web/components/fields/fields.tsx";
import { TypedInput } from "#web/components/fields/typed-input.tsx";
import { Label } from "#web/components/ui/label.tsx";

const PARTS = {
  nonDeductible: "Non déductible",
  recuperable: "Récupérable",
  surplus: "Trop-versé",
} as const;

type Part = keyof typeof PARTS;

/** Computes the sum of an expense from three amounts of the yearly accounts of a building; only the sum is stored. */
export function AddedBack() {
  const id = useId();
  const { setValue } = useFormContext();
  const [amounts, setAmounts] = useState<Partial<Record<Part, number>>>({});
  function change(part: Part, euros: unknown) {
    const next = { ...amounts, [part]: typeof euros === "number" ? euros : undefined };
    setAmounts(next);
    const { nonDeductible = 0, recuperable = 0, surplus = 0 } = next;
    const total = aReintegrer({
      nonDeductible: enCentimes(nonDeductible),
      recuperable: enCentimes(recuperable),
      surplus: enCentimes(surplus),
    });
    setValue("montant", enEuros(total), { shouldDirty: true, shouldValidate: true });
  }
  return Object.entries(PARTS).map(([name, label]) => {
    const part = name as Part;
    return (
      <div key={part} className={SPANS[2]}>
        <Label htmlFor={id + part} className="mb-1">
          {label}
        </Label>
        <TypedInput
          id={id + part}
          name={id + part}
          ref={() => {}}
          inputMode="decimal"
          unit="€"
          value={amounts[part] ?? null}
          read={readNumber}
          write={(euros) => (typeof euros === "number" ? exactNumber(euros, 2) : "")}
          onChange={(euros) => change(part, euros)}
          onBlur={() => {}}
          aria-required={false}
          aria-invalid={false}
          aria-describedby={undefined}
        />
      </div>
    );
  });
}
