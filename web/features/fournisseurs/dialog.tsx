import {
  creation,
  type Fournisseur,
  type FournisseurRow,
} from "#domain/gerance/mandats/fournisseur.ts";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import type { Saved } from "#web/components/form/form-save.ts";
import { useFormWrites } from "#web/components/form/form-writes.ts";
import { fournisseurs } from "#web/entities/mandats/fournisseurs.ts";
import { notify } from "#web/lib/notify.ts";

interface FournisseurDialogProps {
  /** Null to create a supplier. */
  row: FournisseurRow | null;
  onClose(): void;
}

export function FournisseurDialog({ row, onClose }: FournisseurDialogProps) {
  const writes = useFormWrites(fournisseurs, row?.id ?? null, ["Intendance"]);
  return (
    <FormDialog<Saved, Fournisseur>
      {...writes}
      title={row ? row.nom : "Nouveau fournisseur"}
      schema={creation}
      record={row}
      createLabel="Créer le fournisseur"
      onSaved={() => {
        notify(
          row ? "Vos modifications ont été prises en compte." : "Le fournisseur a été ajouté.",
        );
        onClose();
      }}
      onClose={onClose}
    >
      <FieldGrid>
        <TextField name="nom" label="Nom" span={6} />
        <TextField name="siret" label="SIRET" />
        <TextField name="tvaIntra" label="TVA intracommunautaire" />
        <TextField name="adresse" label="Adresse" span={6} />
        <TextField name="codePostal" label="Code postal" />
        <TextField name="ville" label="Ville" />
        <TextField name="mail" label="E-mail" />
        <TextField name="tel" label="Téléphone" />
      </FieldGrid>
    </FormDialog>
  );
}
