import { Printer } from "lucide-react";
import { formatJour, type Jour } from "#domain/dates.ts";
import { Button } from "#web/components/ui/button.tsx";
import {
  notePosted,
  printRevisions,
  type Revised,
  TOUCHED_BY_REVISIONS,
} from "#web/entities/comptes/revisions.ts";
import { formatCount } from "#web/lib/format.ts";
import { notify, notifyDanger } from "#web/lib/notify.ts";
import { toPrint } from "#web/lib/server/print.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { PostedForm } from "./posted-form.tsx";

interface LettersDialogProps {
  /** The identifiers of the revisions whose letters are printed. */
  ids: readonly number[];
  /** The revisions of the month, to name the refused ones. */
  rows: readonly Revised[];
  onClose(): void;
}

/**
 * Prints the letters of revisions, then notes the day on which they were posted: the day of the request is computed
 * from it.
 */
export function LettersDialog({ ids, rows, onClose }: LettersDialogProps) {
  const print = useWrite(printRevisions, []);
  const note = useWrite(
    async (le: Jour) => {
      const { notees, deplacees, refusees } = await notePosted(ids, le);
      const again = deplacees.map(({ id }) => id);
      const offers = again.length === 0 ? [] : [toPrint(() => print.mutate(again))];
      const told = [
        ...(notees.length > 0
          ? [
              `${formatCount(notees.length, "lettre postée", "lettres postées")} le ${formatJour(le)}.`,
            ]
          : []),
        ...deplacees.map(
          ({ DossierId, effetLe }) =>
            `${nameOf(rows.find((row) => row.DossierId === DossierId))} : postée trop tard pour le jour annoncé, l’effet est reporté au ${formatJour(effetLe)} ; une autre lettre le dit.`,
        ),
        ...refusees.map(
          ({ id, motif }) => `${nameOf(rows.find((row) => row.RevisionId === id))} : ${motif}`,
        ),
      ].join(" ");
      if (refusees.length > 0) notifyDanger(told, ...offers);
      else notify(told, ...offers);
    },
    TOUCHED_BY_REVISIONS,
    () => true,
  );
  const several = ids.length > 1;
  return (
    <PostedForm count={ids.length} note={note.mutateAsync} onClose={onClose}>
      <p className="mb-3 text-muted">
        {several
          ? "Imprimez-les, puis notez le jour où elles partent"
          : "Imprimez-la, puis notez le jour où elle part"}{" "}
        : il prouve la demande.
      </p>
      <Button className="mb-4" pending={print.isPending} onClick={() => print.mutate(ids)}>
        {!print.isPending && <Printer aria-hidden />}
        {several ? `Imprimer les ${ids.length} lettres` : "Imprimer la lettre"}
      </Button>
    </PostedForm>
  );
}

const nameOf = (row: Revised | undefined): string => row?.locataire ?? "Une lettre";
