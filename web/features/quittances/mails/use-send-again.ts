import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { COURRIELS, type CourrielResume, type GenreCourriel } from "#domain/quittances/courriel.ts";
import { confirm } from "#web/components/confirm.tsx";
import {
  quittances,
  sendAgain,
  TOUCHED_BY_QUITTANCES,
} from "#web/entities/quittances/quittances.ts";
import { secondsUntil } from "#web/lib/clock.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { useCallBack } from "./use-call-back.ts";

/** Sends a mail again, after a question that names the recipients and warns when they may already have it. */
export function useSendAgain(): (row: { id: number }, genre: GenreCourriel) => void {
  const client = useQueryClient();
  const callBack = useCallBack();
  const { mutate } = useWrite(async ({ id, genre }: { id: number; genre: GenreCourriel }) => {
    const { courriels } = await client.fetchQuery({ ...quittances.find(id), staleTime: 0 });
    const mail = courriels.findLast((courriel) => courriel.genre === genre);
    if (!mail || !(await confirm(questionOf(mail)))) return;
    const waiting = await sendAgain(mail.id);
    const delay = waiting.partLe ? secondsUntil(waiting.partLe) : 0;
    notify(delay > 0 ? `Le courriel part dans ${delay} s.` : "Le courriel est reparti.", {
      label: "Annuler l’envoi",
      onClick: () => callBack(waiting),
    });
  }, TOUCHED_BY_QUITTANCES);
  return useCallback(({ id }, genre) => mutate({ id, genre }), [mutate]);
}

function questionOf({ genre, etat, destinataires, erreur }: CourrielResume) {
  const doubt = etat === "incertain" ? " Il a peut-être déjà été reçu." : "";
  return {
    title: `Renvoyer ${COURRIELS[genre].entier} ?`,
    text: `À ${destinataires.join(", ")}.${doubt}${erreur ? ` ${erreur}` : ""}`,
    action: "Renvoyer",
  };
}
