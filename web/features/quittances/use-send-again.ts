import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { CourrielResume } from "#domain/quittance-fiche.ts";
import { confirm } from "#web/components/confirm.tsx";
import { quittances, sendAgain, TOUCHED_BY_QUITTANCES } from "#web/entities/quittances/api.ts";
import type { MailKind } from "#web/entities/quittances/mail-state.tsx";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/resource.ts";

/** Sends a mail again, after a question that names who may get it twice. */
export function useSendAgain(): (row: { id: number }, kind: MailKind) => void {
  const client = useQueryClient();
  const { mutate } = useWrite(async ({ id, kind }: { id: number; kind: MailKind }) => {
    const { courriels } = await client.fetchQuery({ ...quittances.find(id), staleTime: 0 });
    const mail = courriels.find((courriel) => courriel.genre === kind);
    if (!mail || !(await confirm(questionOf(mail)))) return;
    await sendAgain(mail.id);
    notify("Le courriel est reparti.");
  }, TOUCHED_BY_QUITTANCES);
  return useCallback(({ id }, kind) => mutate({ id, kind }), [mutate]);
}

function questionOf({ genre, etat, destinataires, erreur }: CourrielResume) {
  const what = genre === "avis" ? "l’avis d’échéance" : "la quittance";
  const doubt = etat === "incertain" ? " Il a peut-être déjà été reçu." : "";
  return {
    title: `Renvoyer ${what} ?`,
    text: `À ${destinataires.join(", ")}.${doubt}${erreur ? ` ${erreur}` : ""}`,
    action: "Renvoyer",
  };
}
