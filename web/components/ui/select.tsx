import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { inputStyle } from "./input.tsx";

export interface Option {
  value: string;
  label: string;
}

type SelectProps = ComponentProps<"select"> & {
  options: readonly Option[];
  /** The label of the empty choice; absent: there is no empty choice. */
  empty?: string;
};

/** The browser's own list, so that typed letters, touch and screen readers all work. */
export function Select({ options, empty, className, ...props }: SelectProps) {
  return (
    <span className={clsx("relative block", className)}>
      <select className={clsx(inputStyle, "h-9 appearance-none pr-8")} {...props}>
        {empty !== undefined && <option value="">{empty}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
