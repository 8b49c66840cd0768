import { aujourdhui } from "#domain/dates.ts";
import { Select } from "#web/components/ui/select.tsx";
import type { Days } from "#web/entities/agence/etats-des-livres.ts";

const YEARS_SHOWN = 6;

export const thisYear = (): number => Number(aujourdhui(new Date()).slice(0, 4));

/** The days of a year, until today for the one that runs. */
export function daysOf(year: number): Days {
  const today = aujourdhui(new Date());
  const end = `${year}-12-31`;
  return { du: `${year}-01-01`, au: end < today ? end : today };
}

/** The choice of the year to show. */
export function YearSelect({ year, onChange }: { year: number; onChange(year: number): void }) {
  const last = thisYear();
  return (
    <Select
      aria-label="Année"
      className="w-36"
      value={String(year)}
      onChange={(event) => onChange(Number(event.target.value))}
      options={Array.from({ length: YEARS_SHOWN }, (_, rank) => {
        const value = String(last - rank);
        return { value, label: `Année ${value}` };
      })}
    />
  );
}
