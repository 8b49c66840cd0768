import { Inbox } from "lucide-react";
import type { ReactNode } from "react";
import type { Icon } from "./ui/row-icons.tsx";

export interface EmptyStateProps {
  icon?: Icon;
  title: string;
  text?: ReactNode;
  /** The buttons or links to go on from here. */
  children?: ReactNode;
}

export function EmptyState({ icon: Icon = Inbox, title, text, children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <span className="mb-3 grid size-10 place-items-center rounded-full bg-sunken text-muted">
        <Icon aria-hidden className="size-5" />
      </span>
      <p className="font-medium">{title}</p>
      {text && <p className="mt-1 max-w-md text-sm text-balance text-muted">{text}</p>}
      {children && <div className="mt-4 flex gap-2">{children}</div>}
    </div>
  );
}
