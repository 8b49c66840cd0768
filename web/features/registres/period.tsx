import { useId } from "react";
import {
  ajouterMois,
  aujourdhui,
  dernierJour,
  moisDe,
  moisEnLettres,
  plusTot,
  premierJour,
} from "#domain/dates.ts";
import { trimestreEnLettres } from "#domain/gerance/revisions/indices.ts";
import { Input } from "#web/components/ui/input.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { Select } from "#web/components/ui/select.tsx";
import type { Days } from "#web/entities/agence/etats-des-livres.ts";

const YEARS_SHOWN = 6;
const QUARTERS_SHOWN = 6;
const MONTHS_SHOWN = 15;

const thisYear = (): number => Number(aujourdhui(new Date()).slice(0, 4));

/** The days of a year; for the present year, until today. */
function daysOf(year: number): Days {
  const today = aujourdhui(new Date());
  const end = `${year}-12-31`;
  return { du: `${year}-01-01`, au: end < today ? end : today };
}

export const daysOfThisYear = (): Days => daysOf(thisYear());

/** The days of a month; for the present month, until today. */
function daysOfMonth(month: string): Days {
  const today = aujourdhui(new Date());
  const end = dernierJour(month);
  return { du: premierJour(month), au: end < today ? end : today };
}

const capital = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** The quarter of a month, and its days; for the present quarter, until today. */
function quarterOf(month: string) {
  const annee = Number(month.slice(0, 4));
  const trimestre = Math.ceil(Number(month.slice(5)) / 3);
  const first = ajouterMois(`${annee}-01`, 3 * (trimestre - 1));
  const au = plusTot(dernierJour(ajouterMois(first, 2)), aujourdhui(new Date()));
  return { annee, trimestre, days: { du: premierJour(first), au } };
}

/** The years offered, then the last quarters and months. */
function wholePeriods(): readonly { value: string; label: string; days: Days }[] {
  const last = thisYear();
  const present = moisDe(aujourdhui(new Date()));
  return [
    ...Array.from({ length: YEARS_SHOWN }, (_, rank) => last - rank).map((year) => ({
      value: String(year),
      label: `Année ${year}`,
      days: daysOf(year),
    })),
    ...Array.from({ length: QUARTERS_SHOWN }, (_, rank) =>
      quarterOf(ajouterMois(present, -3 * rank)),
    ).map(({ days, ...quarter }) => ({
      value: `${quarter.annee}-T${quarter.trimestre}`,
      label: trimestreEnLettres(quarter),
      days,
    })),
    ...Array.from({ length: MONTHS_SHOWN }, (_, rank) => ajouterMois(present, -rank)).map(
      (month) => ({
        value: month,
        label: capital(moisEnLettres(month)),
        days: daysOfMonth(month),
      }),
    ),
  ];
}

interface PeriodSelectProps {
  days: Days;
  onChange(days: Days): void;
}

/** The choice of a period: a year, a quarter, a month, or any first and last day. */
export function PeriodSelect({ days, onChange }: PeriodSelectProps) {
  const id = useId();
  const periods = wholePeriods();
  const whole = periods.find((period) => period.days.du === days.du && period.days.au === days.au);
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
        aria-label="Période"
        className="w-44"
        value={whole?.value ?? ""}
        onChange={({ target: { value } }) => {
          const chosen = periods.find((period) => period.value === value);
          if (chosen) onChange(chosen.days);
        }}
        options={[...(whole ? [] : [{ value: "", label: "Autre période" }]), ...periods]}
      />
    </div>
  );
}

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
