import { TriangleAlert } from "lucide-react";
import { Link } from "wouter";
import type { AttentesDuMois } from "#domain/quittances/quittance-fiche.ts";
import { Button } from "#web/components/ui/button.tsx";
import { formatCount } from "#web/lib/format.ts";

/** A link to the failed jobs and mails that wait for a person; nothing when there are none. */
export function FailureNotice({ waits }: { waits: AttentesDuMois | undefined }) {
  const {
    rebuts: jobs = 0,
    courrielsIncertains: mails = 0,
    courrielsPerdus: lost = 0,
  } = waits ?? {};
  if (jobs + mails + lost === 0) return null;
  const waiting = [
    lost > 0 && formatCount(lost, "courriel jamais parti", "courriels jamais partis"),
    mails > 0 && formatCount(mails, "courriel incertain", "courriels incertains"),
    jobs > 0 && formatCount(jobs, "opération à reprendre", "opérations à reprendre"),
  ].filter(Boolean);
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-2 rounded-md bg-orange-soft px-3 py-1.5 text-orange print:hidden"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      <p className="font-medium">{waiting.join(", ")}</p>
      <Button asChild size="sm" className="ml-auto">
        <Link href="/quitances/envois">Voir et reprendre</Link>
      </Button>
    </div>
  );
}
