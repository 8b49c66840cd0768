import { clsx } from "clsx";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Icon } from "./ui/row-icons.tsx";

interface NoticeProps {
  icon?: Icon;
  /** Orange warns of something to do; blue informs. */
  tone?: "orange" | "blue";
  /** Drawn at the right. */
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

const TONES = { orange: "bg-orange-soft text-orange", blue: "bg-blue-soft text-blue" };

export function Notice({
  icon: Icon = TriangleAlert,
  tone = "orange",
  actions,
  className,
  children,
}: NoticeProps) {
  return (
    <div
      role="status"
      className={clsx(
        "flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md px-3 py-1.5 print:hidden",
        TONES[tone],
        className,
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <div className="min-w-0 flex-1 basis-60">{children}</div>
      {actions && <span className="ml-auto flex flex-wrap items-center gap-2">{actions}</span>}
    </div>
  );
}
