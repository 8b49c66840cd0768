import { clsx } from "clsx";
import { type ReactNode, useId } from "react";

export interface Segment<Value extends string> {
  value: Value;
  label: ReactNode;
}

interface SegmentedProps<Value extends string> {
  /** The name of the choice, for screen readers. */
  label: string;
  value: Value | null;
  segments: readonly Segment<Value>[];
  onChange(value: Value): void;
  className?: string;
  id?: string;
  invalid?: boolean;
  onBlur?(): void;
}

/** One choice among a few, all visible: radio buttons drawn as a bar. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const name = useId();
  return (
    <fieldset
      id={props.id}
      onBlur={props.onBlur}
      className={clsx(
        "relative inline-flex h-8 max-w-full min-w-0 items-center gap-0.5 overflow-x-auto rounded-md bg-sunken p-0.5 ring-1 ring-inset",
        props.invalid ? "ring-danger" : "ring-line",
        props.className,
      )}
    >
      <legend className="sr-only">{props.label}</legend>
      {props.segments.map((segment) => (
        <label
          key={segment.value}
          className="inline-flex h-7 shrink-0 items-center gap-1.5 rounded-[5px] px-2.5 text-sm font-medium whitespace-nowrap text-muted transition-colors hover:text-text has-checked:bg-surface has-checked:text-text has-checked:ring-1 has-checked:ring-line-strong has-focus-visible:outline-2 has-focus-visible:outline-ring [&_svg]:size-3.5"
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={props.value === segment.value}
            onChange={() => props.onChange(segment.value)}
          />
          {segment.label}
        </label>
      ))}
    </fieldset>
  );
}
