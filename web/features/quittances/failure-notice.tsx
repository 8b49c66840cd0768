import { TriangleAlert } from "lucide-react";
import { Link } from "wouter";
import type { AttentesDuMois } from "#domain/quittance-fiche.ts";
import { Button } from "#web/components/ui/button.tsx";
import { resumeLostMails, TOUCHED_BY_QUITTANCES } from "#web/entities/quittances/api.ts";
import { formatCount } from "#web/lib/format.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/resource.ts";

/** Tells that jobs or mails wait for someone, and leads there; nothing as long as all goes through. */
export function FailureNotice({ waits }: { waits: AttentesDuMois | undefined }) {
  const {
    rebuts: jobs = 0,
    courrielsIncertains: mails = 0,
    courrielsPerdus: lost = 0,
  } = waits ?? {};
  const resume = useWrite(resumeLostMails, TOUCHED_BY_QUITTANCES);
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
      <span className="ml-auto flex items-center gap-2">
        {lost > 0 && (
          <Button
            size="sm"
            pending={resume.isPending}
            onClick={() =>
              resume.mutate(undefined, {
                onSuccess: ({ repris }) =>
                  notify(`${formatCount(repris, "courriel remis", "courriels remis")} en file.`),
              })
            }
          >
            Relancer l’envoi
          </Button>
        )}
        {jobs + mails > 0 && (
          <Button asChild size="sm">
            <Link href="/quitances/envois">Voir et reprendre</Link>
          </Button>
        )}
      </span>
    </div>
  );
}
