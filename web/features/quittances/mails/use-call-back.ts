import { MailX } from "lucide-react";
import { useCallback, useState } from "react";
import type { CourrielEnAttente } from "#domain/quittances/courriel.ts";
import type { QuittanceRow } from "#domain/quittances/quittance-fiche.ts";
import type { RowAction } from "#web/components/list/row-action.ts";
import { callBackAll } from "#web/entities/quittances/courriels-call-back.ts";
import { TOUCHED_BY_QUITTANCES } from "#web/entities/quittances/quittances.ts";
import { useWrite } from "#web/lib/server/resource.ts";

type Waiting = Pick<CourrielEnAttente, "id">;

/** Cancels mails that are not sent yet, and gives the count of mails handled so far. */
export function useCallingBack() {
  const [done, setDone] = useState(0);
  const { mutate, isPending } = useWrite(
    (ids: readonly number[]) => callBackAll(ids, setDone).finally(() => setDone(0)),
    TOUCHED_BY_QUITTANCES,
  );
  const callBack = useCallback(
    (mails: readonly Waiting[], then?: () => void) =>
      mutate(
        mails.map(({ id }) => id),
        { onSuccess: then },
      ),
    [mutate],
  );
  return { callBack, done, pending: isPending };
}

export function useCallBack(): (...mails: Waiting[]) => void {
  const { callBack } = useCallingBack();
  return useCallback((...mails) => callBack(mails), [callBack]);
}

/** The action of a row's menu while a mail of its receipt waits. */
export const callBackActions = (
  { attente }: Pick<QuittanceRow, "attente">,
  onCallBack: ReturnType<typeof useCallBack>,
): RowAction[] =>
  attente ? [{ label: "Annuler l’envoi", icon: MailX, onSelect: () => onCallBack(attente) }] : [];
