import { useQuery } from "@tanstack/react-query";
import { LockKeyhole } from "lucide-react";
import { aujourdhui, dernierJour, formatJour, type Mois, moisEnLettres } from "#domain/dates.ts";
import { motsDeCloture, refusDeClore } from "#domain/gerance/livres/periodes.ts";
import { confirm } from "#web/components/confirm.tsx";
import { useAuthorName } from "#web/components/record/author.tsx";
import { Button } from "#web/components/ui/button.tsx";
import {
  closeAgencyMonth,
  closedMonths,
  TOUCHED_BY_CLOSE,
} from "#web/entities/cloture/comptes-rendus.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";

/**
 * Says that the agency's month is closed, or shows an administrator the button that closes a month already over; else
 * nothing.
 */
export function AgencyMonth({ mois, drafts }: { mois: Mois; drafts: number }) {
  const mayClose = usePeut("administrer");
  const closed = useQuery(closedMonths).data;
  const nameOf = useAuthorName();
  const close = useWrite(closeAgencyMonth, TOUCHED_BY_CLOSE);
  if (!closed) return null;
  const fin = dernierJour(mois);
  const words = moisEnLettres(mois);
  const closing = closed.mois.findLast((month) => month.mois >= mois);
  if (closing) {
    return (
      <p className="inline-flex items-center gap-1.5 text-muted text-sm">
        <LockKeyhole aria-hidden className="size-4 shrink-0" />
        Mois {motsDeCloture(closing, nameOf)}
      </p>
    );
  }
  if (!mayClose || refusDeClore(mois, aujourdhui(new Date())) !== null) return null;

  async function ask() {
    const accepted = await confirm({
      title: `Clore ${words}\u00A0?`,
      text: `Rien ne sera plus daté d’avant le ${formatJour(fin)} inclus\u00A0: ce qui en arrivera ensuite sera passé dans le mois ouvert, avec sa date de pièce. Un mois clos ne se rouvre pas.`,
      warnings:
        drafts === 0
          ? []
          : [
              drafts === 1
                ? "Un compte rendu de ce mois n’est pas validé."
                : `${drafts} comptes rendus de ce mois ne sont pas validés.`,
            ],
      action: `Clore ${words}`,
    });
    if (accepted) close.mutate(mois, { onSuccess: () => notify(`Mois clos\u00A0: ${words}.`) });
  }

  return (
    <Button size="sm" pending={close.isPending} onClick={ask}>
      <LockKeyhole aria-hidden />
      Clore {words}
    </Button>
  );
}
