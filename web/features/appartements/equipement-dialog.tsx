import { creation, type EquipementRow } from "#domain/biens/equipement.ts";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { SwitchField, TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { useFormWrites } from "#web/components/form/form-writes.ts";
import { equipements } from "#web/entities/biens/equipements.ts";
import { notify } from "#web/lib/notify.ts";

interface EquipementDialogProps {
  /** Null to create an equipment. */
  equipement: EquipementRow | null;
  onClose(): void;
}

export function EquipementDialog({ equipement, onClose }: EquipementDialogProps) {
  const writes = useFormWrites(equipements, equipement?.id ?? null, ["Appartement"]);
  return (
    <FormDialog
      {...writes}
      title={equipement ? equipement.nom : "Nouvel équipement"}
      schema={creation}
      record={equipement}
      createLabel="Créer l’équipement"
      onSaved={() => {
        notify(
          equipement
            ? "Vos modifications ont été prises en compte."
            : "Votre équipement à été crée avec succes.",
        );
        onClose();
      }}
      onClose={onClose}
    >
      <FieldGrid>
        <TextField name="nom" label="Nom" placeholder="Ascenseur" span={6} />
        <SwitchField name="collectif" label="Collectif (commun à l’immeuble)" span={6} />
      </FieldGrid>
    </FormDialog>
  );
}
