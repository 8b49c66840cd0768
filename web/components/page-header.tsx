import type { ReactNode } from "react";

interface PageHeaderProps {
  title: ReactNode;
  /** One line under the title. */
  text?: ReactNode;
  /** Actions, at the right. */
  children?: ReactNode;
}

/** The title of a screen whose route hides the shell's header. */
export function PageHeader({ title, text, children }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pb-5">
      <div>
        <h1 tabIndex={-1} className="text-xl font-semibold">
          {title}
        </h1>
        {text && <p className="mt-0.5 text-muted">{text}</p>}
      </div>
      {children && <div className="flex items-center gap-2 print:hidden">{children}</div>}
    </header>
  );
}
