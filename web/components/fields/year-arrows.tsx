import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#web/components/ui/button.tsx";

interface YearArrowsProps {
  year: number;
  onChange(year: number): void;
  size: "icon" | "icon-sm";
  /** The year as the screen shows it, between the two arrows. */
  children: ReactNode;
}

export const YearArrows = ({ year, onChange, size, children }: YearArrowsProps) => (
  <>
    <Button
      variant="ghost"
      size={size}
      aria-label="Année précédente"
      onClick={() => onChange(year - 1)}
    >
      <ChevronLeft />
    </Button>
    {children}
    <Button
      variant="ghost"
      size={size}
      aria-label="Année suivante"
      onClick={() => onChange(year + 1)}
    >
      <ChevronRight />
    </Button>
  </>
);
