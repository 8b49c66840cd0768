import * as z from "zod/mini";
import type { FichierRow } from "#domain/fichiers/fichier.ts";
import { booleen, requis } from "#domain/fields.ts";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { SwitchField, TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { useFormWrites } from "#web/components/form/form-writes.ts";
import { fichiers, TOUCHED_BY_FICHIERS } from "#web/entities/fichiers/fichiers.ts";
import { notify } from "#web/lib/notify.ts";

const schema = z.strictObject({ nom: requis(255), sensible: booleen() });

interface RenameDialogProps {
  row: FichierRow;
  onClose(): void;
}

/** Asks for a new name of a file, without its extension, which stays. */
export function RenameDialog({ row, onClose }: RenameDialogProps) {
  const { modify, reload } = useFormWrites(fichiers, row.id, TOUCHED_BY_FICHIERS);
  return (
    <FormDialog
      title="Renommer le fichier"
      schema={schema}
      record={row}
      create={() => Promise.reject(new Error("A file is renamed, not created."))}
      modify={modify}
      reload={reload}
      createLabel="Renommer"
      onSaved={() => {
        notify("Vos modifications ont été prises en compte.");
        onClose();
      }}
      onClose={onClose}
    >
      <FieldGrid>
        <TextField
          name="nom"
          label="Nom"
          span={6}
          hint={row.extention && `L’extension .${row.extention} s’ajoute d’elle-même.`}
        />
        <SwitchField
          name="sensible"
          label="Pièce d’identité ou coordonnées bancaires"
          span={6}
          hint="Ne se lit que d’un clic, que le journal de sécurité retient."
        />
      </FieldGrid>
    </FormDialog>
  );
}
