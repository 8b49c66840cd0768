import { motifAnnulation } from "#domain/gerance/revisions/revision-fiche.ts";
import type { Renoncees } from "#domain/gerance/revisions/revision-lue.ts";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import {
  giveUp,
  type Revised,
  TOUCHED_BY_REVISIONS,
  undoRevision,
} from "#web/entities/comptes/revisions.ts";
import { formatCount } from "#web/lib/format.ts";
import { notify, notifyDanger } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

export interface Reasoned {
  rows: readonly Revised[];
  /** The revision to undo; null when these revisions are given up. */
  RevisionId: number | null;
}

interface ReasonDialogProps extends Reasoned {
  onDone(): void;
  onClose(): void;
}

/** Tells how many revisions were given up, and why the first refused one was not. */
function tellGivenUp(rows: readonly Revised[], { faites, refusees }: Renoncees): void {
  const told = formatCount(faites.length, "révision laissée", "révisions laissées");
  const [first] = refusees;
  if (!first) {
    notify(`${told}.`);
    return;
  }
  const who = rows.find(({ DossierId }) => DossierId === first.DossierId)?.locataire;
  notifyDanger(
    `${told}, ${formatCount(refusees.length, "refusée", "refusées")}. ${who ?? ""} : ${first.motif}`,
  );
}

/** Asks why revisions are given up, or why a revision is undone. */
export function ReasonDialog({ rows, RevisionId, onDone, onClose }: ReasonDialogProps) {
  const save = useWrite(
    async ({ motif }: { motif: string }) => {
      if (RevisionId === null) {
        tellGivenUp(rows, await giveUp(rows, motif));
      } else {
        const { lettre } = await undoRevision(RevisionId, motif);
        notify(
          lettre
            ? "Annulée ; le locataire en est averti, la lettre est dans le dossier."
            : "Annulée.",
        );
      }
      return { id: 0, version: 0 };
    },
    TOUCHED_BY_REVISIONS,
    () => true,
  );
  const undone = RevisionId !== null;
  return (
    <FormDialog
      title={
        undone
          ? "Annuler la révision"
          : `Renoncer à ${formatCount(rows.length, "révision", "révisions")}`
      }
      schema={motifAnnulation}
      record={null}
      draft={null}
      create={(values) => save.mutateAsync(values)}
      createLabel={undone ? "Annuler la révision" : "Renoncer"}
      onSaved={() => {
        onDone();
        onClose();
      }}
      onClose={onClose}
    >
      <FieldGrid>
        <TextField
          name="motif"
          label="Motif"
          span={6}
          hint={
            undone
              ? "Le loyer reste celui d’avant. Un courriel parti est suivi d’un autre, qui le dit."
              : "Au choix du propriétaire : cette année ne se rattrape pas."
          }
        />
      </FieldGrid>
    </FormDialog>
  );
}
