import type { DemandeDuLot, QuittanceRow } from "#domain/quittance-fiche.ts";
import { quittances, settle, TOUCHED_BY_QUITTANCES } from "#web/entities/quittances/api.ts";
import { named } from "#web/entities/quittances/questions.ts";
import { ApiError } from "#web/lib/api.ts";
import { formatCount } from "#web/lib/format.ts";
import { notify, notifyDanger } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/resource.ts";
import { severalAtOnce } from "#web/lib/several-at-once.ts";
import { useCallBack } from "./use-call-back.ts";
import { undoing } from "./use-change.ts";

/** Settles the receipts of a batch at once; the notification offers to take it back, as that of a single one does. */
export function useSettlement(rows: readonly QuittanceRow[], onSettled: () => void) {
  const callBack = useCallBack();
  const undo = useUndo();
  return useWrite(async (batch: DemandeDuLot) => {
    const versions = rows.map(({ id, version }) => [id, version] as const);
    const result = await settle({ ...batch, versions: Object.fromEntries(versions) });
    const { changees, refusees, courriels } = result;
    onSettled();
    const names = refusees.map(({ id, motif }) => {
      const name = rows.find((row) => row.id === id)?.locataire ?? "Une quittance";
      return `${name} (${motif.charAt(0).toLowerCase()}${motif.slice(1, -1)})`;
    });
    const done = formatCount(
      changees.length,
      batch.regle ? "quittance payée" : "quittance impayée",
      batch.regle ? "quittances payées" : "quittances impayées",
    );
    const callingBack = courriels.length > 0 && {
      label: courriels.length > 1 ? `Annuler les ${courriels.length} envois` : "Annuler l’envoi",
      onClick: () => callBack(...courriels),
    };
    const before = rows.filter(({ id }) => changees.includes(id));
    const takingBack = before.length > 0 && { onClick: () => undo.mutate(before) };
    const offers = [takingBack || undefined, callingBack || undefined] as const;
    if (names.length > 0) {
      const left = formatCount(names.length, "laissée telle quelle", "laissées telles quelles");
      notifyDanger(`${done}, ${left} : ${named(names)}.`, ...offers);
    } else notify(`${done}.`, ...offers);
    return result;
  }, TOUCHED_BY_QUITTANCES);
}

/**
 * Gives receipts the state and the payment they had, unless somebody changed them since; the mails that no longer have a
 * reason then do not leave.
 */
function useUndo() {
  return useWrite(async (before: readonly QuittanceRow[]) => {
    const refused: string[] = [];
    await severalAtOnce(before, (row) =>
      // The batch made one version of each.
      quittances
        .modify(row.id, { ...undoing(row, {}), version: row.version + 1 })
        .catch((error) => {
          if (!(error instanceof ApiError) || error.metEverywhere) throw error;
          refused.push(row.locataire);
        }),
    );
    if (refused.length > 0) notifyDanger(`Pas remises comme avant : ${named(refused)}.`);
    else notify("Modifications annulées.");
  }, TOUCHED_BY_QUITTANCES);
}
