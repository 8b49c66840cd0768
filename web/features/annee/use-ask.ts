import { useState } from "react";
import { confirm } from "#web/components/confirm.tsx";
import {
  askRevisions,
  type Manner,
  printRevisions,
  type Revised,
  TOUCHED_BY_REVISIONS,
} from "#web/entities/comptes/revisions.ts";
import { TOUCHED_BY_COURRIELS } from "#web/entities/quittances/courriels.ts";
import { formatCount } from "#web/lib/format.ts";
import { notify, notifyDanger } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { type Batch, questionOf } from "./question.ts";

/** Something is to be chosen: the day that letters are posted, or from when late revisions take effect. */
const leavesChoice = ({ rows }: Batch): boolean =>
  rows.some(({ canal, joursPerdus }) => canal === "lettre" || joursPerdus > 0);

/**
 * Asks for revisions after a summary of them, then shows which were sent, which are to be printed, and which failed.
 */
export function useAsk(onAsked: () => void) {
  const print = useWrite(printRevisions, []);
  const [chosen, setChosen] = useState<Batch | null>(null);
  const write = useWrite(
    async ({ rows, manner }: { rows: readonly Revised[]; manner?: Manner }) => {
      const { faites, refusees } = await askRevisions(rows, manner);
      onAsked();
      const letters = faites.filter(({ canal }) => canal === "lettre").map(({ id }) => id);
      const offers =
        letters.length === 0
          ? []
          : [
              {
                label:
                  letters.length > 1
                    ? `Imprimer les ${letters.length} lettres`
                    : "Imprimer la lettre",
                onClick: () => print.mutate(letters),
              },
            ];
      const told = formatCount(faites.length, "révision demandée", "révisions demandées");
      if (refusees.length === 0) return notify(`${told}.`, ...offers);
      const [first] = refusees;
      const who = rows.find(({ DossierId }) => DossierId === first?.DossierId)?.locataire;
      notifyDanger(
        `${told}, ${formatCount(refusees.length, "laissée", "laissées")}. ${who ?? ""} : ${first?.motif ?? ""}`,
        ...offers,
      );
    },
    [...TOUCHED_BY_REVISIONS, ...TOUCHED_BY_COURRIELS],
  );

  async function ask(rows: readonly Revised[], left: readonly Revised[] = []) {
    const batch = { rows, left };
    if (leavesChoice(batch)) setChosen(batch);
    else if (await confirm(questionOf(batch))) write.mutate({ rows });
  }
  return {
    ask,
    pending: write.isPending,
    /** What waits for a choice of its manner. */
    chosen,
    choose: (manner: Manner) => write.mutateAsync({ rows: chosen?.rows ?? [], manner }),
    leave: () => setChosen(null),
  };
}
