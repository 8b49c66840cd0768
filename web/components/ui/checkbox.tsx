import { clsx } from "clsx";
import type { ComponentProps } from "react";

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & { indeterminate?: boolean };

export function Checkbox({ className, indeterminate = false, ...props }: CheckboxProps) {
  return (
    <input
      type="checkbox"
      ref={(input) => {
        if (input) input.indeterminate = indeterminate;
      }}
      className={clsx(
        "relative size-4 shrink-0 cursor-pointer appearance-none rounded-[5px] border border-line-strong bg-surface align-middle transition-colors checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent hover:border-muted disabled:cursor-not-allowed disabled:opacity-50",
        // The tick is drawn without an element of its own, because every row of a list has a checkbox.
        "after:absolute after:inset-x-[4.5px] after:top-px after:h-[9px] after:rotate-45 after:border-on-accent checked:after:border-r-[1.5px] checked:after:border-b-[1.5px]",
        "indeterminate:after:inset-x-[3px] indeterminate:after:top-[6px] indeterminate:after:h-0 indeterminate:after:rotate-0 indeterminate:after:border-r-0 indeterminate:after:border-b-[1.5px]",
        className,
      )}
      {...props}
    />
  );
}

/** A checkbox with its words: for a finger, the whole line is the control. */
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
