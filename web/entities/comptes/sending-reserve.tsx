import type { EnvoiDuDecompte } from "#domain/gerance/charges/decompte-lu.ts";
import { Button } from "#web/components/ui/button.tsx";
import { sendAgain, TOUCHED_BY_COURRIELS } from "#web/entities/quittances/courriels.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { TOUCHED_BY_CHARGES } from "./annee-de-charges.ts";

/** The warning about a statement that may not have reached its tenant, with a button to send it again. */
export function SendingReserve({ envoi }: { envoi: EnvoiDuDecompte }) {
  const { aRenvoyer, reserve } = envoi;
  const mayModify = usePeut("modifier");
  const again = useWrite(
    async (id: number) => {
      await sendAgain(id);
      notify("Le courriel repart.");
    },
    [...TOUCHED_BY_CHARGES, ...TOUCHED_BY_COURRIELS],
  );
  if (reserve === null) return null;
  return (
    <span className="flex flex-wrap items-center gap-2 text-orange text-xs">
      {reserve}
      {mayModify && aRenvoyer !== null && (
        <Button size="sm" pending={again.isPending} onClick={() => again.mutate(aRenvoyer)}>
          Renvoyer
        </Button>
      )}
    </span>
  );
}
