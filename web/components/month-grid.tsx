import { clsx } from "clsx";
import { type RefObject, useState } from "react";
import { type Mois, moisEnLettres } from "#domain/dates.ts";
import { YearArrows } from "./fields/year-arrows.tsx";
import { Button } from "./ui/button.tsx";
import { Popover } from "./ui/panels/popover.tsx";

interface MonthGridProps {
  anchor: RefObject<HTMLElement | null>;
  value: Mois;
  onChange(mois: Mois): void;
  onClose(): void;
}

const NUMBERS = ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"];

export function MonthGrid({ anchor, value, onChange, onClose }: MonthGridProps) {
  const [year, setYear] = useState(Number(value.slice(0, 4)));
  return (
    <Popover anchor={anchor} label="Choisir un mois" align="center" onClose={onClose}>
      <div className="mb-2 flex items-center justify-between">
        <YearArrows year={year} onChange={setYear} size="icon-sm">
          <span aria-live="polite" className="font-medium tabular-nums">
            {year}
          </span>
        </YearArrows>
      </div>
      <div className="grid grid-cols-3 gap-1">
        {NUMBERS.map((number) => {
          const mois = `${year}-${number}`;
          const [name = ""] = moisEnLettres(mois).split(" ");
          return (
            <Button
              key={mois}
              variant={mois === value ? "primary" : "ghost"}
              aria-current={mois === value || undefined}
              className={clsx("justify-start", mois !== value && "text-text!")}
              onClick={() => {
                onChange(mois);
                onClose();
              }}
            >
              {name}
            </Button>
          );
        })}
      </div>
    </Popover>
  );
}
