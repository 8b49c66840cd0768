import type { ReactNode } from "react";
import { Card } from "#web/components/ui/card.tsx";

interface FactorCardProps {
  title: string;
  badge?: ReactNode;
  text: ReactNode;
  actions: ReactNode;
  children?: ReactNode;
}

/** A kind of second factor: its purpose, whether it is set, and its actions. */
export function FactorCard({ title, badge, text, actions, children }: FactorCardProps) {
  return (
    <Card className="p-5">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold">{title}</h3>
        {badge}
      </div>
      <p className="mt-1 text-muted">{text}</p>
      {children}
      <div className="mt-4 flex flex-wrap gap-2">{actions}</div>
    </Card>
  );
}
