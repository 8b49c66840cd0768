import { LOT_AU_PLUS } from "#domain/quittances/limites.ts";
import { formatCount } from "#web/lib/format.ts";
import { lotsOf } from "#web/lib/lots.ts";
import { notify, notifyDanger } from "#web/lib/notify.ts";
import { callBackLot } from "./courriels.ts";

/**
 * Cancels mails that are not sent yet, in lots, in the order of `ids`. It then notifies how many were cancelled, and
 * for how many it was too late.
 * @param onDone called after each lot with the count of mails handled so far
 */
export async function callBackAll(
  ids: readonly number[],
  onDone: (count: number) => void = () => {},
): Promise<void> {
  let left = 0;
  for (const [rank, lot] of lotsOf(ids, LOT_AU_PLUS).entries()) {
    left += (await callBackLot(lot)).refuses.length;
    onDone(rank * LOT_AU_PLUS + lot.length);
  }
  tell(ids.length - left, left);
}

function tell(heldBack: number, left: number): void {
  const held = formatCount(heldBack, "envoi annulé", "envois annulés");
  if (left === 0) notify(heldBack === 1 ? "L’envoi est annulé." : `${held}.`);
  else if (heldBack === 0 && left === 1) notifyDanger("Trop tard : le courriel est déjà parti.");
  else notifyDanger(`${held}, ${formatCount(left, "courriel", "courriels")} déjà en route.`);
}
