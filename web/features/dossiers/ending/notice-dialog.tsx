import * as z from "zod/mini";
import { MOTIFS_PREAVIS, type MotifPreavis } from "#domain/bail/preavis.ts";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import { choix, facultatif, isoDate } from "#domain/fields.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { dossiers, TOUCHED_BY_DOSSIERS } from "#web/entities/biens/dossiers.ts";
import { TOUCHED_BY_QUITTANCES } from "#web/entities/quittances/quittances.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { NoticeFields } from "./departure-fields.tsx";

const schema = z.strictObject({
  dateDebutPreavis: isoDate(),
  motif: facultatif(choix(Object.keys(MOTIFS_PREAVIS) as MotifPreavis[])),
  dateFinPreavis: isoDate(),
});

interface NoticeDialogProps {
  dossier: DossierDetail;
  onClose(): void;
}

/** Notes the notice of a tenant who leaves or has left: he owes the rent until the end of the notice. */
export function NoticeDialog({ dossier, onClose }: NoticeDialogProps) {
  const note = useWrite(
    async ({ dateDebutPreavis, dateFinPreavis }: z.output<typeof schema>) => {
      const noted = await dossiers.modify(dossier.id, { dateDebutPreavis, dateFinPreavis });
      // The notification is sent before the dossier is read again: the new data removes the warning that opened this
      // dialog, and the dialog with the warning.
      notify("Le congé est noté.");
      return noted;
    },
    [...TOUCHED_BY_DOSSIERS, ...TOUCHED_BY_QUITTANCES],
    () => true,
  );
  return (
    <FormDialog
      title="Noter le congé"
      schema={schema}
      record={null}
      create={(notice) => note.mutateAsync(notice)}
      createLabel="Noter le congé"
      onSaved={onClose}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        {nomComplet(dossier.Locataire)} doit le loyer jusqu’à la fin du préavis.
      </p>
      <FieldGrid>
        <NoticeFields dossier={dossier} />
      </FieldGrid>
    </FormDialog>
  );
}
