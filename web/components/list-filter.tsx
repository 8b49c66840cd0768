import { clsx } from "clsx";
import type { ListFilter, ListParameters } from "./list-parameters.ts";
import { Button } from "./ui/button.tsx";
import { Segmented } from "./ui/segmented.tsx";
import { Select } from "./ui/select.tsx";

/** Beyond that many choices, a drop-down list. */
const MOST_IN_SIGHT = 5;

interface FilterControlProps {
  filter: ListFilter;
  state: ListParameters;
  onChange(change: ListParameters): void;
}

export function FilterControl({ filter, state, onChange }: FilterControlProps) {
  const value = state[filter.name];
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

/** What takes the search and every filter away. */
export function cleared(filters: readonly ListFilter[]): ListParameters {
  return Object.fromEntries(["q", ...filters.map(({ name }) => name)].map((name) => [name, ""]));
}
