import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useState } from "react";
import { FieldFrame, type FieldProps } from "#web/components/field.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { revealSetting, variables } from "#web/entities/variables/api.ts";
import { useWrite } from "#web/lib/resource.ts";

const text = (value: unknown) => (typeof value === "string" ? value : "");

/** An IBAN of which only the ends are told: typed again whole to be changed, shown whole on a click that is kept. */
export function IbanField(field: FieldProps) {
  const { data } = useQuery(variables.list());
  const stored = data?.data.find(({ nom }) => nom === field.name);
  const [shown, setShown] = useState<{ version: number; iban: string } | null>(null);
  const reveal = useWrite(async (id: number) => (await revealSetting(id)).valeur, []);
  const current = shown && shown.version === stored?.version ? shown.iban : null;
  return (
    <FieldFrame {...field} hint={current ?? field.hint} read={text}>
      {({ value, onChange, ...bound }) => (
        <div className="flex gap-2">
          <Input
            {...bound}
            autoComplete="off"
            spellCheck={false}
            className="tabular-nums"
            value={text(value)}
            onFocus={(event) => event.target.select()}
            onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}
          />
          {stored?.valeur && current === null && (
            <Button
              aria-label={`Afficher : ${field.label}`}
              pending={reveal.isPending}
              onClick={() =>
                reveal.mutate(stored.id, {
                  onSuccess: (iban) => setShown({ version: stored.version, iban }),
                })
              }
            >
              {!reveal.isPending && <Eye aria-hidden />}
              Afficher
            </Button>
          )}
        </div>
      )}
    </FieldFrame>
  );
}
