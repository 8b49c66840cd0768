import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import { type Caution, type CautionDetail, creation } from "#domain/personnes/caution.ts";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { FormNotes } from "#web/components/form/form-notes.tsx";
import { useFormWrites } from "#web/components/form/form-writes.ts";
import { addCaution, cautions, TOUCHED_BY_CAUTIONS } from "#web/entities/personnes/cautions.ts";
import { notify } from "#web/lib/notify.ts";
import { thenLink } from "#web/lib/server/resource.ts";
import { CautionFields } from "./form.tsx";
import { CautionNotes } from "./notes.tsx";

interface CautionDialogProps {
  dossier: DossierDetail;
  /** Null to create a guarantor. */
  caution: CautionDetail | null;
  onClose(): void;
}

export function CautionDialog({ dossier, caution, onClose }: CautionDialogProps) {
  const create = thenLink(cautions.create, ({ id }) => addCaution(dossier.id, id));
  const writes = useFormWrites({ ...cautions, create }, caution?.id ?? null, TOUCHED_BY_CAUTIONS);
  return (
    <FormDialog<CautionDetail, Caution>
      title={caution ? "Modifier la caution" : "Nouvelle caution"}
      schema={creation}
      record={caution}
      {...writes}
      createLabel="Ajouter la caution"
      onSaved={() => {
        notify(
          caution ? "Vos modifications ont été prises en compte." : "La caution a été ajoutée.",
        );
        onClose();
      }}
      onClose={onClose}
    >
      <FormNotes source={(tell) => <CautionNotes dossier={dossier} tell={tell} />}>
        <CautionFields colocataires={dossier.colocataires} />
      </FormNotes>
    </FormDialog>
  );
}
