import { ChevronLeft, ChevronRight } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { ajouterMois, type Mois, moisEnLettres } from "#domain/dates.ts";
import { Button } from "#web/components/ui/button.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";

const MonthGrid = lazyNamed(() => import("#web/components/month-grid.tsx"), "MonthGrid");

interface MonthPickerProps {
  value: Mois;
  onChange(mois: Mois): void;
}

/** A month, chosen with the arrows or in the grid of a year. */
export function MonthPicker({ value, onChange }: MonthPickerProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
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
      <Button
        ref={button}
        variant="ghost"
        className="min-w-36 text-lg font-semibold text-text!"
        aria-haspopup="dialog"
        aria-expanded={open}
        onFocus={() => void MonthGrid.preload()}
        onPointerEnter={() => void MonthGrid.preload()}
        onClick={() => setOpen(!open)}
      >
        <span className="inline-block first-letter:uppercase">{moisEnLettres(value)}</span>
      </Button>
      {open && (
        <Suspense>
          <MonthGrid
            anchor={button}
            value={value}
            onChange={onChange}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
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
