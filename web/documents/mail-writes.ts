import { useCallback } from "react";
import type { CourrielDocumentRow } from "#domain/quittances/courriel-document.ts";
import { confirm } from "#web/components/confirm.tsx";
import { callBack, sendAgain, TOUCHED_BY_COURRIELS } from "#web/entities/quittances/courriels.ts";
import { secondsUntil } from "#web/lib/clock.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

/** Cancels the mail of a document, as long as the mail is not sent. */
export function useCallBackMail(): (id: number) => void {
  const { mutate } = useWrite(callBack, TOUCHED_BY_COURRIELS);
  return useCallback(
    (id) => mutate(id, { onSuccess: () => notify("L’envoi est annulé.") }),
    [mutate],
  );
}

/**
 * Sends the mail of a document again, after a question that names the recipients and warns when they may already have
 * it.
 */
export function useSendMailAgain(): (mail: CourrielDocumentRow) => void {
  const callBackMail = useCallBackMail();
  const { mutate } = useWrite(async ({ id, etat, destinataires, erreur }: CourrielDocumentRow) => {
    const doubt = etat === "incertain" ? " Il a peut-être déjà été reçu." : "";
    const accepted = await confirm({
      title: "Renvoyer ce courriel ?",
      text: `À ${destinataires.join(", ")}.${doubt}${erreur ? ` ${erreur}` : ""}`,
      action: "Renvoyer",
    });
    if (!accepted) return;
    const { partLe } = await sendAgain(id);
    const told = partLe ? `Le courriel part dans ${secondsUntil(partLe)} s.` : "Le courriel part.";
    notify(told, { label: "Annuler l’envoi", onClick: () => callBackMail(id) });
  }, TOUCHED_BY_COURRIELS);
  return mutate;
}
