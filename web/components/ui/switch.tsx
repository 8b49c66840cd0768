import { clsx } from "clsx";
import type { ComponentProps } from "react";

type SwitchProps = Omit<ComponentProps<"input">, "type" | "role"> & { checked: boolean };

export function Switch({ className, checked, ...props }: SwitchProps) {
  return (
    <input
      type="checkbox"
      role="switch"
      checked={checked}
      aria-checked={checked}
      className={clsx(
        "relative h-5 w-9 shrink-0 cursor-pointer appearance-none rounded-full bg-line-strong transition-colors checked:bg-accent disabled:cursor-not-allowed disabled:opacity-50",
        "after:absolute after:top-0.5 after:left-0.5 after:size-4 after:rounded-full after:bg-surface after:transition-transform checked:after:translate-x-4",
        className,
      )}
      {...props}
    />
  );
}
