import { type DossierRow, motifAnnulationBail } from "#domain/biens/dossier-fiche.ts";
import { formatJour } from "#domain/dates.ts";
import { TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { callOff, TOUCHED_BY_DOSSIERS } from "#web/entities/biens/dossiers.ts";
import { TOUCHED_BY_QUITTANCES } from "#web/entities/quittances/quittances.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

interface CallOffDialogProps {
  dossier: Pick<DossierRow, "id" | "locataire" | "appartement" | "dateDebutBail" | "version">;
  onClose(): void;
}

/** Asks why a lease that has not begun is cancelled, and shows the consequences. */
export function CallOffDialog({ dossier, onClose }: CallOffDialogProps) {
  const save = useWrite(
    (asked: Parameters<typeof callOff>[1]) =>
      callOff(dossier.id, { ...asked, version: dossier.version }),
    [...TOUCHED_BY_DOSSIERS, ...TOUCHED_BY_QUITTANCES],
    () => true,
  );
  return (
    <FormDialog
      title="Annuler ce bail ?"
      schema={motifAnnulationBail}
      record={null}
      initial={{}}
      create={(asked) => save.mutateAsync(asked)}
      createLabel="Annuler ce bail"
      cancelLabel="Ne rien faire"
      onSaved={() => {
        notify("Le bail est annulé, le logement est libre.");
        onClose();
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        {dossier.locataire} devait entrer le {formatJour(dossier.dateDebutBail)} dans le logement
        situé {dossier.appartement}. Aucun loyer ne sera demandé ; le dossier reste parmi les
        dossiers clos, avec ses documents.
      </p>
      <TextField name="motif" label="Motif, gardé dans l’historique" />
    </FormDialog>
  );
}
