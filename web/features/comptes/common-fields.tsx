import { useId } from "react";
import { formatJour, lireJour } from "#domain/dates.ts";
import type { ModeReglement } from "#domain/gerance/locataires/reglement.ts";
import { TypedInput } from "#web/components/fields/typed-input.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { Select } from "#web/components/ui/select.tsx";
import {
  AccountSelect,
  UNSAID_ACCOUNT,
  useReceivingAccounts,
} from "#web/entities/banque/receiving-account.tsx";
import { MODE_CHOICES } from "#web/entities/comptes/reglements-words.tsx";

export interface Common {
  date: string | null;
  mode: ModeReglement;
  CompteBancaireId: number | null;
}

interface CommonFieldsProps {
  value: Common;
  onChange(value: Common): void;
}

/** The day, the mode and the account shared by all the payments of the grid. */
export function CommonFields({ value, onChange }: CommonFieldsProps) {
  const id = useId();
  const several = useReceivingAccounts(value.date).length > 0;
  return (
    <div className="flex flex-wrap gap-4">
      <div className="w-40">
        <Label htmlFor={`${id}date`} className="mb-1">
          Date des règlements
        </Label>
        <TypedInput
          id={`${id}date`}
          name="date"
          ref={() => {}}
          inputMode="numeric"
          placeholder="jj/mm/aaaa"
          value={value.date}
          read={lireJour}
          write={(day) => (typeof day === "string" ? formatJour(day) : "")}
          onChange={(day) =>
            onChange({ ...value, date: typeof day === "string" ? lireJour(day) : null })
          }
          onBlur={() => {}}
          aria-required
          aria-invalid={value.date === null}
          aria-describedby={undefined}
        />
      </div>
      <div className="w-52">
        <Label htmlFor={`${id}mode`} className="mb-1">
          Mode
        </Label>
        <Select
          id={`${id}mode`}
          options={MODE_CHOICES}
          value={value.mode}
          onChange={({ target }) => onChange({ ...value, mode: target.value as ModeReglement })}
        />
      </div>
      {several && value.mode !== "especes" && (
        <div className="w-64">
          <Label htmlFor={`${id}compte`} className="mb-1">
            Compte crédité
          </Label>
          <AccountSelect
            id={`${id}compte`}
            empty={UNSAID_ACCOUNT}
            day={value.date}
            value={value.CompteBancaireId}
            onChange={(CompteBancaireId) => onChange({ ...value, CompteBancaireId })}
          />
        </div>
      )}
    </div>
  );
}
