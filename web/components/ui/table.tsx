import { clsx } from "clsx";
import type { ComponentProps } from "react";

export function Table({ className, ...props }: ComponentProps<"table">) {
  return (
    <table
      className={clsx("w-full border-separate border-spacing-0 text-base", className)}
      {...props}
    />
  );
}

export function TableHead({ className, ...props }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={clsx(
        "h-9 border-b px-3 text-left text-xs font-medium whitespace-nowrap text-muted",
        className,
      )}
      {...props}
    />
  );
}

export const cellClass = "h-10 border-b px-3 py-1.5";

export function TableCell({ className, ...props }: ComponentProps<"td">) {
  return <td className={clsx(cellClass, className)} {...props} />;
}
