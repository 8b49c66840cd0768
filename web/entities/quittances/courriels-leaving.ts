import type { EtatCourriel } from "#domain/quittances/courriel.ts";
import { secondsUntil } from "#web/lib/clock.ts";

const LEAST_WAIT_MS = 2000;

/**
 * The delay in milliseconds before mails are read again, when the first waiting mail may have been sent. False once
 * no mail waits.
 */
export function untilMailsLeave(
  mails: readonly { etat: EtatCourriel; partLe: string | null }[],
): number | false {
  const delays = mails.flatMap(({ etat, partLe }) => {
    if (etat === "en_cours") return [0];
    return etat === "a_envoyer" ? [partLe ? secondsUntil(partLe) * 1000 : 0] : [];
  });
  return delays.length > 0 && Math.min(...delays) + LEAST_WAIT_MS;
}
