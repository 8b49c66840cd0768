import { clsx } from "clsx";
import { useId, useState } from "react";
import type { ListFilter, ListParameters } from "./list-parameters.ts";
import { Button } from "./ui/button.tsx";
import { Input } from "./ui/input.tsx";
import { Segmented } from "./ui/segmented.tsx";
import { Select } from "./ui/select.tsx";

/** Beyond that many choices, a drop-down list. */
const MOST_IN_SIGHT = 5;

interface FilterControlProps {
  filter: ListFilter;
  state: ListParameters;
  onChange(change: ListParameters): void;
}

export function FilterControl({ filter, state, onChange: change }: FilterControlProps) {
  const value = state[filter.name];
  const onChange = (chosen: ListParameters) =>
    change({ ...Object.fromEntries((filter.clears ?? []).map((name) => [name, ""])), ...chosen });
  if ("day" in filter) {
    return (
      <DayFilter
        label={filter.label}
        value={value ?? ""}
        onChange={(day) => onChange({ [filter.name]: day })}
      />
    );
  }
  if ("choices" in filter) {
    const initial = filter.initial ?? "";
    if (filter.folded || filter.choices.length > MOST_IN_SIGHT) {
      return (
        <Select
          aria-label={filter.label}
          className="w-44 [&_select]:h-8"
          options={filter.choices}
          value={value ?? initial}
          onChange={({ target }) =>
            onChange({ [filter.name]: target.value === initial ? "" : target.value })
          }
        />
      );
    }
    return (
      <Segmented
        label={filter.label}
        value={value ?? initial}
        segments={filter.choices}
        onChange={(next) => onChange({ [filter.name]: next === initial ? "" : next })}
      />
    );
  }
  const on = value === filter.value;
  return (
    <Button
      aria-pressed={on}
      className={clsx("h-8", on ? "border-accent! bg-accent-soft! text-accent!" : "text-muted!")}
      onClick={() => onChange({ [filter.name]: on ? "" : filter.value })}
    >
      {filter.label}
    </Button>
  );
}

/** The first years that a list may be asked for: a year that is being typed is no year yet. */
const FIRST_DAY = "2000-01-01";

interface DayFilterProps {
  label: string;
  value: string;
  onChange(day: string): void;
}

/** A day of the calendar, as the browser asks for one; it counts once it is whole. */
function DayFilter({ label, value, onChange }: DayFilterProps) {
  const id = useId();
  const [{ typed, asked }, setTyped] = useState({ typed: value, asked: value });
  if (asked !== value) setTyped({ typed: value, asked: value });
  return (
    <span className="flex items-center gap-1.5 text-sm text-muted">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        type="date"
        min={FIRST_DAY}
        value={typed}
        className="h-8! w-36! tabular-nums"
        onChange={({ target }) => {
          setTyped({ typed: target.value, asked });
          const whole = target.value === "" ? !target.validity.badInput : target.value >= FIRST_DAY;
          if (whole) onChange(target.value);
        }}
      />
    </span>
  );
}

/** What takes the search and every filter away. */
export function cleared(filters: readonly ListFilter[]): ListParameters {
  return Object.fromEntries(["q", ...filters.map(({ name }) => name)].map((name) => [name, ""]));
}
