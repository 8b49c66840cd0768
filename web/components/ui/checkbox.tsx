import { clsx } from "clsx";
import { Check, Minus } from "lucide-react";
import type { ComponentProps } from "react";

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & { indeterminate?: boolean };

export function Checkbox({ className, indeterminate = false, ...props }: CheckboxProps) {
  return (
    <span className={clsx("relative inline-flex size-4 shrink-0 align-middle", className)}>
      <input
        type="checkbox"
        ref={(input) => {
          if (input) input.indeterminate = indeterminate;
        }}
        className="peer size-4 cursor-pointer appearance-none rounded-[5px] border border-line-strong bg-surface transition-colors checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent hover:border-muted disabled:cursor-not-allowed disabled:opacity-50"
        {...props}
      />
      <Check
        aria-hidden
        strokeWidth={3}
        className="pointer-events-none absolute inset-0.5 hidden size-3 text-on-accent peer-checked:block peer-indeterminate:hidden"
      />
      <Minus
        aria-hidden
        strokeWidth={3}
        className="pointer-events-none absolute inset-0.5 hidden size-3 text-on-accent peer-indeterminate:block"
      />
    </span>
  );
}

/** A box to tick with its words beside it: under a finger, the whole line is the control. */
export function LabelledCheckbox({ id, children, ...props }: CheckboxProps & { id: string }) {
  return (
    <label
      htmlFor={id}
      className="flex min-h-7 items-center gap-2 pointer-coarse:-ml-3 pointer-coarse:min-h-11 pointer-coarse:pl-3"
    >
      <Checkbox id={id} {...props} />
      <span className="min-w-0">{children}</span>
    </label>
  );
}
