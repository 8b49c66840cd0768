import { TriangleAlert } from "lucide-react";
import { Link } from "wouter";
import { CircleCheck, CircleX } from "#web/components/ui/row-icons.tsx";
import { usePeut } from "#web/lib/server/session.ts";
import type { Generation } from "./use-generation.ts";

type OutcomeProps = Pick<Generation<never>, "warnings" | "refusal" | "settings">;

/** The result of generating a document: the warnings about missing data, or the reason of the refusal. */
export function Outcome({ warnings, refusal, settings }: OutcomeProps) {
  const mayAdminister = usePeut("administrer");
  if (refusal !== null) {
    return (
      <div role="alert" className="mt-3 rounded-md bg-red-soft px-3 py-2 text-sm text-red">
        <p className="flex items-start gap-2 font-medium">
          <CircleX aria-hidden className="mt-0.5 size-4 shrink-0" />
          {refusal}
        </p>
        {settings && mayAdminister && (
          <Link href="/parametres/" className="mt-1 ml-6 inline-block underline">
            Ouvrir les paramètres
          </Link>
        )}
      </div>
    );
  }
  if (warnings === null) return null;
  if (warnings.length === 0) {
    return (
      <p role="status" className="mt-2.5 flex items-center gap-2 text-sm text-green">
        <CircleCheck aria-hidden className="size-4 shrink-0" />
        Le document est prêt, rien n’y manque.
      </p>
    );
  }
  return (
    <div role="status" className="mt-3 rounded-md bg-orange-soft px-3 py-2 text-sm text-orange">
      <p className="font-medium">Le document est prêt ; il y manque :</p>
      <ul className="mt-1 max-h-64 space-y-1 overflow-y-auto">
        {warnings.map((warning) => (
          <li key={warning} className="flex items-start gap-2">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {warning}
          </li>
        ))}
      </ul>
    </div>
  );
}
