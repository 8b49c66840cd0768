import { useState } from "react";
import { formatEuros, somme } from "#domain/montants.ts";
import { confirm } from "#web/components/confirm.tsx";
import {
  askRevisions,
  type Manner,
  type Revised,
  TOUCHED_BY_REVISIONS,
} from "#web/entities/comptes/revisions.ts";
import { TOUCHED_BY_COURRIELS } from "#web/entities/quittances/courriels.ts";
import { TOUCHED_BY_QUITTANCES } from "#web/entities/quittances/quittances.ts";
import { formatCount } from "#web/lib/format.ts";
import { notify, notifyDanger } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { type Batch, NONE, questionOf } from "./question.ts";

/** Whether this batch leaves the user a choice of manner. */
const leavesChoice = ({ rows }: Batch): boolean =>
  rows.some(
    ({ canal, complement, desLaDemande, joursPerdus }) =>
      canal === "lettre" || joursPerdus > 0 || complement !== null || desLaDemande,
  );

/**
 * Notifies revisions to the tenants after a summary; then shows how many were notified or refused, and gives the
 * letters to print.
 */
export function useAsk(onAsked: () => void) {
  const [chosen, setChosen] = useState<Batch | null>(null);
  const [letters, setLetters] = useState<readonly number[]>([]);
  const write = useWrite(
    async ({ rows, manner }: { rows: readonly Revised[]; manner?: Manner }) => {
      if (rows.length === 0) throw new Error(NONE);
      const { faites, refusees } = await askRevisions(rows, manner);
      onAsked();
      setLetters(faites.filter(({ canal }) => canal === "lettre").map(({ id }) => id));
      const completed = somme(...faites.map(({ complement }) => complement));
      const told = [
        formatCount(faites.length, "révision demandée", "révisions demandées"),
        ...(completed > 0 ? [`${formatEuros(completed)} de complément facturé`] : []),
      ].join(", ");
      const [first] = refusees;
      if (!first) return notify(`${told}.`);
      const who = rows.find(({ DossierId }) => DossierId === first.DossierId)?.locataire;
      notifyDanger(
        `${told}, ${formatCount(refusees.length, "laissée", "laissées")}. ${who ?? ""} : ${first.motif}`,
      );
    },
    [...TOUCHED_BY_REVISIONS, ...TOUCHED_BY_COURRIELS, ...TOUCHED_BY_QUITTANCES],
  );

  async function ask(rows: readonly Revised[], left: readonly Revised[] = []) {
    const batch = { rows, left };
    if (leavesChoice(batch)) setChosen(batch);
    else if (await confirm(questionOf(batch))) write.mutate({ rows });
  }
  return {
    ask,
    pending: write.isPending,
    /** The batch that waits for a choice of its manner. */
    chosen,
    choose: (rows: readonly Revised[], manner: Manner) => write.mutateAsync({ rows, manner }),
    leave: () => setChosen(null),
    /** The identifiers of the revisions whose letters are to be printed and posted. */
    letters,
    setLetters,
  };
}
