import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "#web/components/ui/badge.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { CircleCheck } from "#web/components/ui/row-icons.tsx";

interface FoldingStepProps {
  /** The identifier of the step's head, where the focus goes. */
  id: string;
  title: string;
  /** `fait` says what was done, `manque` what the step waits for; each is null when there is nothing to say. */
  fait: string | null;
  manque: string | null;
  rank: number;
  /** Whether this is the next step to do: its content is then open at first. */
  next: boolean;
  children: ReactNode;
}

/** A step that folds: the head says what was done or what is missing, the content holds the buttons. */
export function FoldingStep({ id, title, fait, manque, rank, next, children }: FoldingStepProps) {
  return (
    <Card>
      <details open={next} className="group">
        <summary
          id={id}
          className="flex cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 rounded-lg px-4 py-3 sm:px-5 [&::-webkit-details-marker]:hidden"
        >
          <span className="grid size-6 shrink-0 place-items-center rounded-full bg-sunken text-sm font-medium text-muted tabular-nums">
            {rank}
          </span>
          <h3 className="min-w-0 flex-1 font-semibold sm:flex-none">{title}</h3>
          <span className="order-last min-w-0 basis-full text-sm text-muted empty:hidden sm:order-none sm:flex-1 sm:basis-40 sm:empty:block">
            {fait ?? manque}
          </span>
          {fait ? (
            <Badge tone="green" icon={CircleCheck}>
              Fait
            </Badge>
          ) : (
            next && <Badge tone="blue">À faire</Badge>
          )}
          <ChevronDown
            aria-hidden
            className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
          />
        </summary>
        <div className="border-t px-4 py-4 sm:px-5">{children}</div>
      </details>
    </Card>
  );
}

export const Gestures = ({ children }: { children: ReactNode }) => (
  <div className="mt-4 flex flex-wrap gap-2">{children}</div>
);
