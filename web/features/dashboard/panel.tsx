import { clsx } from "clsx";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Card } from "#web/components/ui/card.tsx";

interface PanelProps {
  title: string;
  href: string;
  /** Drawn at the right of the title. */
  note?: ReactNode;
  /** Whether the content draws its own edges. */
  flush?: boolean;
  children: ReactNode;
}

export function Panel({ title, href, note, flush, children }: PanelProps) {
  return (
    <Card className="flex flex-col">
      <div
        className={clsx(
          "flex items-center gap-3 pt-3",
          flush ? "px-3 pb-2.5" : "px-4 pb-2 sm:px-5",
        )}
      >
        <h2 className="font-semibold">
          <Link
            href={href}
            className="inline-flex items-center gap-0.5 hover:text-accent [&_svg]:size-4 [&_svg]:text-muted"
          >
            {title}
            <ChevronRight aria-hidden />
          </Link>
        </h2>
        {note && <div className="ml-auto text-sm text-muted">{note}</div>}
      </div>
      <div className={clsx("flex-1", !flush && "px-4 pb-4 sm:px-5")}>{children}</div>
    </Card>
  );
}

interface FigureProps {
  label: string;
  value: ReactNode;
  href: string;
  large?: boolean;
  tone?: "orange" | "red";
}

/** A figure that links to the list behind it. */
export function Figure({ label, value, href, large, tone }: FigureProps) {
  return (
    <Link
      href={href}
      data-control
      className={clsx(
        "group/figure -mx-2 rounded-md px-2 py-0.5 transition-colors hover:bg-hover",
        large ? "block" : "flex items-baseline justify-between gap-3",
      )}
    >
      <span className="block text-sm text-muted">{label}</span>
      <span
        className={clsx(
          "block font-semibold tracking-tight whitespace-nowrap tabular-nums underline-offset-4 group-hover/figure:underline",
          large && "text-xl",
          tone === "orange" && "text-orange",
          tone === "red" && "text-red",
        )}
      >
        {value}
      </span>
    </Link>
  );
}
