import { clsx } from "clsx";

export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={clsx("block animate-breathe rounded bg-line/70", className)} />
  );
}
