import { useId } from "react";
import { ajouterMois, aujourdhui, dernierJour, moisDe, moisEnLettres } from "#domain/dates.ts";
import { Input } from "#web/components/ui/input.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { Select } from "#web/components/ui/select.tsx";
import type { Days } from "#web/entities/agence/etats-des-livres.ts";

const YEARS_SHOWN = 6;

const thisYear = (): number => Number(aujourdhui(new Date()).slice(0, 4));

/** The days of a year, until today for the present year. */
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

/** The choice of a period: a whole year, or any first and last day. */
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

const MONTHS_SHOWN = 15;

interface EveningSelectProps {
  au: string;
  onChange(au: string): void;
}

/** The choice of an evening: the end of a month, or any day until today. */
export function EveningSelect({ au, onChange }: EveningSelectProps) {
  const id = useId();
  const today = aujourdhui(new Date());
  const evenings = [
    today,
    ...Array.from({ length: MONTHS_SHOWN }, (_, rank) =>
      dernierJour(ajouterMois(moisDe(today), -1 - rank)),
    ),
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="flex items-center gap-2">
        <Label htmlFor={id} className="whitespace-nowrap">
          Au soir du
        </Label>
        <Input
          id={id}
          type="date"
          className="w-40"
          max={today}
          value={au}
          onChange={({ target: { value } }) => {
            if (value !== "" && value <= today) onChange(value);
          }}
        />
      </div>
      <Select
        aria-label="Soir"
        className="w-44"
        value={evenings.includes(au) ? au : ""}
        onChange={(event) => onChange(event.target.value)}
        options={[
          ...(evenings.includes(au) ? [] : [{ value: "", label: "Autre soir" }]),
          ...evenings.map((evening) => ({
            value: evening,
            label: evening === today ? "Aujourd’hui" : `Fin ${moisEnLettres(moisDe(evening))}`,
          })),
        ]}
      />
    </div>
  );
}
