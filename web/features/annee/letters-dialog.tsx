import { Printer } from "lucide-react";
import * as z from "zod/mini";
import { aujourdhui, formatJour } from "#domain/dates.ts";
import { lettresPostees } from "#domain/gerance/revisions/revision-fiche.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { Button } from "#web/components/ui/button.tsx";
import {
  notePosted,
  printRevisions,
  type Revised,
  TOUCHED_BY_REVISIONS,
} from "#web/entities/comptes/revisions.ts";
import { formatCount } from "#web/lib/format.ts";
import { notify, notifyDanger } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const schema = z.pick(lettresPostees, { le: true });

/** The offer to print again stays long enough for somebody to go to the printer. */
const SECONDS = 60;

interface LettersDialogProps {
  /** The identifiers of the revisions whose letters are printed. */
  ids: readonly number[];
  /** The revisions of the month, to name the refused ones. */
  rows: readonly Revised[];
  onClose(): void;
}

/** Prints letters, then notes the day on which they were posted: this day proves the request. */
export function LettersDialog({ ids, rows, onClose }: LettersDialogProps) {
  const print = useWrite(printRevisions, []);
  const note = useWrite(
    async ({ le }: z.output<typeof schema>) => {
      const { notees, deplacees, refusees } = await notePosted(ids, le);
      const again = deplacees.map(({ id }) => id);
      const offers =
        again.length === 0
          ? []
          : [{ label: "Imprimer", seconds: SECONDS, onClick: () => print.mutate(again) }];
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
      return { id: 0, version: 0 };
    },
    TOUCHED_BY_REVISIONS,
    () => true,
  );
  const several = ids.length > 1;
  return (
    <FormDialog
      title={formatCount(ids.length, "lettre à poster", "lettres à poster")}
      schema={schema}
      record={null}
      draft={null}
      initial={{ le: aujourdhui(new Date()) }}
      create={(values) => note.mutateAsync(values)}
      createLabel={several ? "Noter postées" : "Noter postée"}
      cancelLabel="Plus tard"
      onSaved={onClose}
      onClose={onClose}
    >
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
      <FieldGrid>
        <DateField name="le" label={several ? "Postées le" : "Postée le"} />
      </FieldGrid>
    </FormDialog>
  );
}

const nameOf = (row: Revised | undefined): string => row?.locataire ?? "Une lettre";
