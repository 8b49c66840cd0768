import { MailX } from "lucide-react";
import { useCallback } from "react";
import type { CourrielEnAttente } from "#domain/courriel.ts";
import type { QuittanceRow } from "#domain/quittance-fiche.ts";
import type { RowAction } from "#web/components/row-action.ts";
import { callBack, TOUCHED_BY_QUITTANCES } from "#web/entities/quittances/api.ts";
import { ApiError } from "#web/lib/api.ts";
import { formatCount } from "#web/lib/format.ts";
import { notify, notifyDanger } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/resource.ts";
import { severalAtOnce } from "#web/lib/several-at-once.ts";

/** Calls back mails that wait, and tells how many had left before. */
export function useCallBack(): (...mails: Pick<CourrielEnAttente, "id">[]) => void {
  const { mutate } = useWrite(async (ids: readonly number[]) => {
    let left = 0;
    await severalAtOnce(ids, (id) =>
      callBack(id).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 409)) throw error;
        left += 1;
      }),
    );
    tell(ids.length - left, left);
  }, TOUCHED_BY_QUITTANCES);
  return useCallback((...mails) => mutate(mails.map(({ id }) => id)), [mutate]);
}

/** The entry of a row's menu, while a mail of its receipt waits. */
export const callBackActions = (
  { attente }: Pick<QuittanceRow, "attente">,
  onCallBack: ReturnType<typeof useCallBack>,
): RowAction[] =>
  attente ? [{ label: "Annuler l’envoi", icon: MailX, onSelect: () => onCallBack(attente) }] : [];

function tell(heldBack: number, left: number): void {
  const held = formatCount(heldBack, "envoi annulé", "envois annulés");
  if (left === 0) notify(heldBack === 1 ? "L’envoi est annulé." : `${held}.`);
  else if (heldBack === 0 && left === 1) notifyDanger("Trop tard : le courriel est déjà parti.");
  else notifyDanger(`${held}, ${formatCount(left, "courriel", "courriels")} déjà en route.`);
}
