import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { Link } from "wouter";
import { Button } from "#web/components/ui/button.tsx";
import { uncertainMails } from "#web/entities/quittances/api.ts";
import { rebuts } from "#web/entities/rebuts/api.ts";
import { formatCount } from "#web/lib/format.ts";

/** Tells that jobs or mails wait for someone, and leads there; nothing as long as all goes through. */
export function FailureNotice() {
  const jobs = useQuery(rebuts.list()).data?.total ?? 0;
  const mails = useQuery(uncertainMails()).data?.total ?? 0;
  if (jobs + mails === 0) return null;
  const waiting = [
    mails > 0 && formatCount(mails, "courriel incertain", "courriels incertains"),
    jobs > 0 && formatCount(jobs, "travail en échec", "travaux en échec"),
  ].filter(Boolean);
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-2 rounded-md bg-orange-soft px-3 py-1.5 text-orange print:hidden"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      <p className="font-medium">{waiting.join(" et ")}</p>
      <Button asChild variant="link" className="ml-auto">
        <Link href="/quitances/envois">Voir et reprendre</Link>
      </Button>
    </div>
  );
}
