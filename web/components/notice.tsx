import { clsx } from "clsx";
import { type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

interface NoticeProps {
  icon?: LucideIcon;
  /** Gestures, at the right. */
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** What staff should know of what is on screen, and do something about. */
export function Notice({ icon: Icon = TriangleAlert, actions, className, children }: NoticeProps) {
  return (
    <div
      role="status"
      className={clsx(
        "flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md bg-orange-soft px-3 py-1.5 text-orange print:hidden",
        className,
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <div className="min-w-0 flex-1 basis-60">{children}</div>
      {actions && <span className="ml-auto flex flex-wrap items-center gap-2">{actions}</span>}
    </div>
  );
}
