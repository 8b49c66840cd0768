import { clsx } from "clsx";
import type { ComponentProps } from "react";

export function Card({ className, ...props }: ComponentProps<"div">) {
  return <div className={clsx("rounded-lg border bg-surface", className)} {...props} />;
}
