import { motifAnnulation } from "#domain/gerance/revisions/revision-fiche.ts";
import type { Renoncees } from "#domain/gerance/revisions/revision-lue.ts";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { Notice } from "#web/components/notice.tsx";
import {
  giveUp,
  type Revised,
  TOUCHED_BY_REVISIONS,
  undoRevision,
} from "#web/entities/comptes/revisions.ts";
import { formatCount } from "#web/lib/format.ts";
import { notify, notifyDanger } from "#web/lib/notify.ts";
import { api } from "#web/lib/server/api.ts";
import { toPrint } from "#web/lib/server/print.ts";
import { useWrite } from "#web/lib/server/resource.ts";

export interface Reasoned {
  rows: readonly Revised[];
  /** The revision to undo; null when the revisions of `rows` are given up. */
  RevisionId: number | null;
}

interface ReasonDialogProps extends Reasoned {
  onDone(): void;
  onClose(): void;
}

/** Notifies how many revisions were given up, and the reason of the first one that the server refused to give up. */
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

/**
 * Notifies that a revision is undone, and how the tenant is informed: by a mail, by a letter to print, or not at all
 * when he was never notified of it.
 */
function tellUndone(
  { courriel, generated }: Awaited<ReturnType<typeof undoRevision>>,
  print: (letter: string) => void,
): void {
  if (generated === null) {
    notify("Annulée.");
  } else if (courriel) {
    notify("Annulée ; le locataire en est averti par courriel, la lettre est dans le dossier.");
  } else {
    notify(
      "Annulée ; imprimez la lettre qui l’annonce au locataire, elle est dans le dossier.",
      toPrint(() => print(generated)),
    );
  }
}

/** Asks why revisions are given up, or why a revision is undone. */
export function ReasonDialog({ rows, RevisionId, onDone, onClose }: ReasonDialogProps) {
  const print = useWrite((letter: string) => api.open(letter), []);
  const save = useWrite(
    async ({ motif }: { motif: string }) => {
      if (RevisionId === null) {
        tellGivenUp(rows, await giveUp(rows, motif));
      } else {
        tellUndone(await undoRevision(RevisionId, motif), print.mutate);
      }
      return { id: 0, version: 0 };
    },
    TOUCHED_BY_REVISIONS,
    () => true,
  );
  const undone = RevisionId !== null;
  const lost = undone && rows.some(({ perdueSiAnnulee }) => perdueSiAnnulee);
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
      {lost && (
        <Notice className="mb-4">
          Un an a passé depuis l’anniversaire : une fois annulée, cette révision ne peut plus être
          demandée (article 17-1).
        </Notice>
      )}
      <FieldGrid>
        <TextField
          name="motif"
          label="Motif"
          span={6}
          hint={
            undone
              ? "Le loyer reste celui d’avant. Un courriel parti est suivi d’un autre, qui le dit ; une lettre postée, d’une lettre à imprimer."
              : "Au choix du propriétaire : cette année ne se rattrape pas."
          }
        />
      </FieldGrid>
    </FormDialog>
  );
}
