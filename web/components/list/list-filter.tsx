import { clsx } from "clsx";
import { useId, useState } from "react";
import { formatJour, lireJour } from "#domain/dates.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Segmented } from "#web/components/ui/segmented.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { type ListFilter, type ListParameters, namesOf } from "./list-parameters.ts";

/** A filter with more choices than this is a drop-down list. */
const MOST_IN_SIGHT = 5;

/** Narrow enough for two drop-down lists on one line of a phone. */
const CHOICE = "w-44 max-sm:w-34 max-sm:grow [&_select]:h-8";

interface FilterControlProps {
  filter: ListFilter;
  state: ListParameters;
  onChange(change: ListParameters): void;
}

export function FilterControl({ filter, state, onChange }: FilterControlProps) {
  const value = state[filter.name];
  if ("choices" in filter && filter.range) {
    return (
      <PeriodFilter filter={{ ...filter, range: filter.range }} state={state} onChange={onChange} />
    );
  }
  if ("choices" in filter) {
    const initial = filter.initial ?? "";
    if (filter.folded || filter.choices.length > MOST_IN_SIGHT) {
      return (
        <Select
          aria-label={filter.label}
          className={CHOICE}
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

/** The value of the choice that opens the two fields for days. */
const BETWEEN = "~";

type RangedFilter = Extract<ListFilter, { choices: unknown }> & {
  range: readonly [from: string, to: string];
};

/** The choice of a period: a usual one, or between two days. The same day twice selects that day alone. */
function PeriodFilter({ filter, state, onChange }: FilterControlProps & { filter: RangedFilter }) {
  const [from, to] = filter.range;
  const [open, setOpen] = useState(false);
  const ranged = open || Boolean(state[from] || state[to]);
  const choose = (chosen: string) => {
    setOpen(chosen === BETWEEN);
    onChange({ [from]: "", [to]: "", [filter.name]: chosen === BETWEEN ? "" : chosen });
  };
  return (
    <>
      <Select
        aria-label={filter.label}
        className={CHOICE}
        options={[...filter.choices, { value: BETWEEN, label: "Autres dates…" }]}
        value={ranged ? BETWEEN : (state[filter.name] ?? "")}
        onChange={({ target }) => choose(target.value)}
      />
      {ranged && (
        <span className="flex items-center gap-2 text-sm text-muted">
          <DayFilter label="Du" value={state[from]} onChange={(day) => onChange({ [from]: day })} />
          <DayFilter label="au" value={state[to]} onChange={(day) => onChange({ [to]: day })} />
        </span>
      )}
    </>
  );
}

interface DayFilterProps {
  label: string;
  value: string | undefined;
  onChange(day: string): void;
}

const WHOLE = /\d{4}$/;

/** A day that the user types; it applies once its year has four digits, or when the focus leaves the field. */
function DayFilter({ label, value = "", onChange }: DayFilterProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const read = (text: string) => (text.trim() === "" ? "" : lireJour(text.trim()));
  const tell = (text: string) => {
    const day = read(text);
    if (day !== null && day !== value) onChange(day);
  };
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        placeholder="jj/mm/aaaa"
        value={typed ?? (value && formatJour(value))}
        className="h-8! w-28! tabular-nums"
        aria-invalid={typed !== null && WHOLE.test(typed) && read(typed) === null}
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.value === "" || WHOLE.test(target.value)) tell(target.value);
        }}
        onBlur={({ target }) => {
          tell(target.value);
          setTyped(null);
        }}
      />
    </>
  );
}

export function cleared(filters: readonly ListFilter[]): ListParameters {
  return Object.fromEntries(["q", ...filters.flatMap(namesOf)].map((name) => [name, ""]));
}
