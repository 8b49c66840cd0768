import { useId } from "react";
import { aujourdhui } from "#domain/dates.ts";
import { Input } from "#web/components/ui/input.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { Select } from "#web/components/ui/select.tsx";
import type { Days } from "#web/entities/agence/etats-des-livres.ts";

const YEARS_SHOWN = 6;

const thisYear = (): number => Number(aujourdhui(new Date()).slice(0, 4));

/** The days of a year, until today for the one that runs. */
function daysOf(year: number): Days {
  const today = aujourdhui(new Date());
  const end = `${year}-12-31`;
  return { du: `${year}-01-01`, au: end < today ? end : today };
}

export const daysOfThisYear = (): Days => daysOf(thisYear());

interface PeriodSelectProps {
  days: Days;
  onChange(days: Days): void;
}

/** The choice of the days to show: a year at once, or any first and last day. */
export function PeriodSelect({ days, onChange }: PeriodSelectProps) {
  const id = useId();
  const last = thisYear();
  const years = Array.from({ length: YEARS_SHOWN }, (_, rank) => last - rank);
  const whole = years.find((year) => daysOf(year).du === days.du && daysOf(year).au === days.au);
  const day = (name: keyof Days, label: string) => (
    <div className="flex items-center gap-2">
      <Label htmlFor={`${id}-${name}`}>{label}</Label>
      <Input
        id={`${id}-${name}`}
        type="date"
        className="w-40"
        value={days[name]}
        onChange={({ target: { value } }) => {
          if (value === "") return;
          const asked = { ...days, [name]: value };
          onChange(asked.du <= asked.au ? asked : { du: value, au: value });
        }}
      />
    </div>
  );
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {day("du", "Du")}
      {day("au", "Au")}
      <Select
        aria-label="Année"
        className="w-36"
        value={whole === undefined ? "" : String(whole)}
        onChange={(event) => onChange(daysOf(Number(event.target.value)))}
        options={[
          ...(whole === undefined ? [{ value: "", label: "Autre période" }] : []),
          ...years.map((year) => ({ value: String(year), label: `Année ${year}` })),
        ]}
      />
    </div>
  );
}
