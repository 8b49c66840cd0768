import { useQuery } from "@tanstack/react-query";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import type { VariableRow } from "#domain/agence/variable.ts";
import { FieldFrame, type FieldProps } from "#web/components/fields/field.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { revealSetting, variables } from "#web/entities/agence/variables.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const text = (value: unknown) => (typeof value === "string" ? value : "");

/**
 * An IBAN of which only the ends are shown. A new IBAN must be typed in full; a click shows the present IBAN in full,
 * which the journal of security notes.
 */
export function IbanField(field: FieldProps) {
  const { data } = useQuery(variables.list());
  const stored = data?.data.find(({ nom }) => nom === field.name);
  const [shown, setShown] = useState<{ version: number; iban: string } | null>(null);
  const reveal = useWrite(async (id: number) => (await revealSetting(id)).valeur, []);
  const current = shown && shown.version === stored?.version ? shown.iban : null;
  const show = ({ id, version }: VariableRow) =>
    reveal.mutate(id, { onSuccess: (iban) => setShown({ version, iban }) });
  return (
    <FieldFrame {...field} read={text}>
      {({ value, onChange, ...bound }) => (
        <div className="flex flex-wrap gap-2">
          <Input
            {...bound}
            autoComplete="off"
            spellCheck={false}
            className="w-auto min-w-76 flex-1 tabular-nums"
            value={value === stored?.valeur && current !== null ? current : text(value)}
            // The masked characters cannot be corrected one by one, so the focus selects them all.
            onFocus={(event) => event.target.value.includes("•") && event.target.select()}
            onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}
          />
          {stored?.valeur && (
            <Button
              aria-label={`${current === null ? "Afficher" : "Masquer"} : ${field.label}`}
              pending={reveal.isPending}
              disabled={value !== stored.valeur}
              onClick={() => (current === null ? show(stored) : setShown(null))}
            >
              {!reveal.isPending &&
                (current === null ? <Eye aria-hidden /> : <EyeOff aria-hidden />)}
              {current === null ? "Afficher" : "Masquer"}
            </Button>
          )}
        </div>
      )}
    </FieldFrame>
  );
}
