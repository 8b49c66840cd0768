import { clsx } from "clsx";

interface ProgressProps {
  label: string;
  value: number;
  max: number;
  className?: string;
}

export function Progress({ label, value, max, className }: ProgressProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
      className={clsx("h-1.5 overflow-hidden rounded-full bg-line", className)}
    >
      <div
        className="h-full rounded-full bg-accent transition-[width]"
        style={{ width: `${max > 0 ? (100 * value) / max : 0}%` }}
      />
    </div>
  );
}
