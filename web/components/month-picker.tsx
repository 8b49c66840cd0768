import { clsx } from "clsx";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { ajouterMois, type Mois, moisEnLettres } from "#domain/dates.ts";
import { Button } from "./ui/button.tsx";
import { Popover } from "./ui/popover.tsx";

interface MonthPickerProps {
  value: Mois;
  onChange(mois: Mois): void;
}

const NUMBERS = ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"];

/** One month at a time: the arrows, or the twelve months of a year. */
export function MonthPicker({ value, onChange }: MonthPickerProps) {
  const [open, setOpen] = useState(false);
  const [year, setYear] = useState(Number(value.slice(0, 4)));
  return (
    <div className="inline-flex items-center gap-0.5">
      <Button
        variant="ghost"
        size="icon"
        aria-label="Mois précédent"
        onClick={() => onChange(ajouterMois(value, -1))}
      >
        <ChevronLeft />
      </Button>
      <Popover
        label="Choisir un mois"
        align="center"
        open={open}
        onOpenChange={(next) => {
          setYear(Number(value.slice(0, 4)));
          setOpen(next);
        }}
        trigger={
          <Button variant="ghost" className="min-w-36 text-lg font-semibold text-text">
            <span className="first-letter:uppercase">{moisEnLettres(value)}</span>
          </Button>
        }
      >
        <div className="mb-2 flex items-center justify-between">
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label="Année précédente"
            onClick={() => setYear(year - 1)}
          >
            <ChevronLeft />
          </Button>
          <span aria-live="polite" className="font-medium tabular-nums">
            {year}
          </span>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label="Année suivante"
            onClick={() => setYear(year + 1)}
          >
            <ChevronRight />
          </Button>
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
                className={clsx("justify-start", mois !== value && "text-text")}
                onClick={() => {
                  onChange(mois);
                  setOpen(false);
                }}
              >
                {name}
              </Button>
            );
          })}
        </div>
      </Popover>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Mois suivant"
        onClick={() => onChange(ajouterMois(value, 1))}
      >
        <ChevronRight />
      </Button>
    </div>
  );
}
