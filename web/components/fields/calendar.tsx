import type { RefObject } from "react";
import { DayPicker } from "react-day-picker";
import { fr } from "react-day-picker/locale/fr";
import type { Jour } from "#domain/dates.ts";
import { Popover } from "#web/components/ui/panels/popover.tsx";

interface CalendarProps {
  anchor: RefObject<HTMLElement | null>;
  label: string;
  value: Jour | null;
  onChange(jour: Jour): void;
  onClose(): void;
}

const chevron =
  "grid size-7 place-items-center rounded-md text-muted hover:bg-sunken [&_svg]:size-4 [&_svg]:fill-current";

export function Calendar({ anchor, label, value, onChange, onClose }: CalendarProps) {
  const selected = value ? new Date(`${value}T12:00:00`) : undefined;
  return (
    <Popover anchor={anchor} label={`Calendrier : ${label}`} onClose={onClose}>
      <DayPicker
        mode="single"
        autoFocus
        locale={fr}
        captionLayout="dropdown"
        startMonth={new Date(1925, 0)}
        endMonth={new Date(2070, 11)}
        selected={selected}
        defaultMonth={selected}
        showOutsideDays
        onSelect={(date) => {
          if (date) onChange(jourOf(date));
          onClose();
        }}
        classNames={{
          month: "space-y-2",
          months: "relative",
          nav: "absolute inset-x-0 top-0 flex justify-between",
          button_previous: chevron,
          button_next: chevron,
          month_caption: "flex h-7 items-center justify-center",
          dropdowns: "flex gap-1 text-sm font-medium [&_svg]:hidden",
          dropdown_root: "relative rounded-md px-1.5 py-0.5 hover:bg-sunken",
          dropdown: "absolute inset-0 cursor-pointer opacity-0",
          caption_label: "first-letter:uppercase",
          month_grid: "border-separate border-spacing-0.5",
          weekday: "size-8 text-xs font-normal text-muted",
          day: "size-8 p-0 text-center text-sm",
          day_button: "size-8 rounded-md hover:bg-sunken aria-selected:bg-accent",
          today: "font-semibold text-accent",
          outside: "text-muted/60",
          selected: "[&>button]:bg-accent! [&>button]:font-semibold [&>button]:text-on-accent",
        }}
      />
    </Popover>
  );
}

function jourOf(date: Date): Jour {
  const month = String(date.getMonth() + 1).padStart(2, "0");
  return `${date.getFullYear()}-${month}-${String(date.getDate()).padStart(2, "0")}`;
}
