import { periodeEnLettres } from "#domain/dates.ts";
import { prixHorsTaxe, renouvellement } from "#domain/missions/etat-intendance.ts";
import type { IntendanceRow } from "#domain/missions/intendance.ts";
import { formatEuros } from "#domain/montants.ts";
import { confirm } from "#web/components/confirm.tsx";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { renew, TOUCHED_BY_INTENDANCES } from "./intendances.ts";

type Renewed = Pick<
  IntendanceRow,
  "id" | "AppartementId" | "appartement" | "dateDepart" | "dateFin" | "tva"
>;

/** Creates the mission of the next year, after a question that states its dates and price (missions/README §6.2). */
export function useRenewal(): (row: Renewed) => Promise<void> {
  const { mutate } = useWrite(renew, TOUCHED_BY_INTENDANCES);
  return async (row) => {
    const { dateDepart, dateFin } = row;
    if (!dateDepart || !dateFin) return;
    const next = renouvellement({ ...row, dateDepart, dateFin });
    const period = periodeEnLettres(next.dateDepart, next.dateFin);
    const prices = `${formatEuros(prixHorsTaxe(next) ?? 0)} HT (${formatEuros(next.prix)} TTC)`;
    const accepted = await confirm({
      title: "Renouveler cette intendance ?",
      text: `${row.appartement} : une nouvelle mission ${period} sera créée, à ${prices}.`,
      action: "Renouveler",
    });
    if (!accepted) return;
    mutate(row.id, { onSuccess: () => notify(`L’intendance est renouvelée ${period}.`) });
  };
}
