import { useState } from "react";
import { LOT_AU_PLUS } from "#domain/quittances/limites.ts";
import type {
  DemandeDuLot,
  QuittanceChoisie,
  QuittanceRow,
} from "#domain/quittances/quittance-fiche.ts";
import { quittances, settle, TOUCHED_BY_QUITTANCES } from "#web/entities/quittances/quittances.ts";
import { formatCount, formatNames } from "#web/lib/format.ts";
import { lotsOf } from "#web/lib/lots.ts";
import { notify, notifyDanger } from "#web/lib/notify.ts";
import { ApiError } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { severalAtOnce } from "#web/lib/several-at-once.ts";
import { useCallBack } from "../mails/use-call-back.ts";
import { undoing } from "./use-change.ts";

/** The most receipts that are restored one by one: those that had a payment, or a tenant's declaration. */
const TAKEN_BACK = 150;

/**
 * Marks the receipts of a batch paid or unpaid in lots, and gives the count of those done. The notification offers to
 * undo the batch.
 */
export function useSettlement(rows: readonly QuittanceChoisie[], onSettled: () => void) {
  const callBack = useCallBack();
  const undo = useUndo();
  const [done, setDone] = useState(0);
  const settlement = useWrite(async (batch: DemandeDuLot) => {
    const result = await settleInLots(batch, rows, setDone).finally(() => setDone(0));
    const { changees, refusees, courriels } = result;
    onSettled();
    const known = new Map(rows.map((row) => [row.id, row]));
    const names = refusees.map(({ id, motif }) => {
      const name = known.get(id)?.locataire ?? "Une quittance";
      return `${name} (${motif.charAt(0).toLowerCase()}${motif.slice(1, -1)})`;
    });
    const told = formatCount(
      changees.length,
      batch.regle ? "quittance payée" : "quittance impayée",
      batch.regle ? "quittances payées" : "quittances impayées",
    );
    const callingBack = courriels.length > 0 && {
      label:
        courriels.length > 1
          ? `Annuler les ${formatCount(courriels.length, "envoi")}`
          : "Annuler l’envoi",
      onClick: () => callBack(...courriels),
    };
    const before = changees.flatMap((id) => known.get(id) ?? []);
    const others = before.filter((row) => !isBare(row));
    const mayTakeBack = others.every(isWhole) && others.length <= TAKEN_BACK;
    const takingBack = mayTakeBack && before.length > 0 && { onClick: () => undo.mutate(before) };
    const offers = [takingBack || undefined, callingBack || undefined] as const;
    if (names.length > 0) {
      const left = formatCount(names.length, "laissée telle quelle", "laissées telles quelles");
      notifyDanger(`${told}, ${left} : ${formatNames(names)}.`, ...offers);
    } else notify(`${told}.`, ...offers);
    return result;
  }, TOUCHED_BY_QUITTANCES);
  return { settlement, done };
}

/** Whether the row also holds its payment, so that the payment can be restored. */
const isWhole = (row: QuittanceChoisie): row is QuittanceRow => "datePaiement" in row;

/** Whether the receipt had no payment and no declaration: only its state must be restored. */
const isBare = ({ etat, montantPaye, source }: QuittanceChoisie) =>
  (etat === "impayee" || etat === "inconnue") && montantPaye === null && source !== "locataire";

/**
 * Settles receipts lot by lot; the server writes each lot in one transaction. When a lot fails, the former lots stay
 * written.
 */
async function settleInLots(
  { ids, ...batch }: DemandeDuLot,
  rows: readonly QuittanceChoisie[],
  onDone: (count: number) => void,
) {
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  const result: Awaited<ReturnType<typeof settle>> = { changees: [], refusees: [], courriels: [] };
  for (const [rank, lot] of lotsOf(ids, LOT_AU_PLUS).entries()) {
    const based = lot.map((id) => [id, versions.get(id) ?? 1] as const);
    const made = await settle({ ...batch, ids: lot, versions: Object.fromEntries(based) });
    result.changees.push(...made.changees);
    result.refusees.push(...made.refusees);
    result.courriels.push(...made.courriels);
    if (ids.length > LOT_AU_PLUS) onDone(rank * LOT_AU_PLUS + lot.length);
  }
  return result;
}

/**
 * Restores the former state and payment of receipts, except those that somebody has changed since. The server then
 * cancels the mails that no longer have a reason.
 */
function useUndo() {
  return useWrite(async (before: readonly QuittanceChoisie[]) => {
    const refused: string[] = [];
    for (const inconnue of [false, true]) {
      const bare = before
        .filter((row) => isBare(row) && (row.etat === "inconnue") === inconnue)
        .map((row) => ({ ...row, version: row.version + 1 }));
      const ids = bare.map(({ id }) => id);
      const { refusees } = await settleInLots({ ids, regle: false, inconnue }, bare, () => {});
      const left = new Set(refusees.map(({ id }) => id));
      refused.push(...bare.filter(({ id }) => left.has(id)).map(({ locataire }) => locataire));
    }
    const others = before.filter((row) => isWhole(row)).filter((row) => !isBare(row));
    await severalAtOnce(others, (row) =>
      // The batch added one to the version of each receipt.
      quittances
        .modify(row.id, { ...undoing(row, {}), version: row.version + 1 })
        .catch((error) => {
          if (!(error instanceof ApiError) || error.metEverywhere) throw error;
          refused.push(row.locataire);
        }),
    );
    if (refused.length > 0) notifyDanger(`Pas remises comme avant : ${formatNames(refused)}.`);
    else notify("Modifications annulées.");
  }, TOUCHED_BY_QUITTANCES);
}
