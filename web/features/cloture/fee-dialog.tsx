import * as z from "zod/mini";
import { facultatif, requis } from "#domain/fields.ts";
import { ajoutDeFrais, type CompteRenduDetail } from "#domain/gerance/cloture/compte-rendu.ts";
import { formatEuros } from "#domain/montants.ts";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { SelectField, TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { addFee, TOUCHED_BY_CLOSE } from "#web/entities/cloture/comptes-rendus.ts";
import { useWrite } from "#web/lib/server/resource.ts";

interface FeeDialogProps {
  account: CompteRenduDetail;
  onClose(): void;
}

/** A drop-down list gives a text, hence the schema of `DossierId`. */
const schema = z.extend(ajoutDeFrais, { DossierId: facultatif(requis(20)) });

/** Asks which fee « sur demande » of the mandate is added to this draft, and for which lease. */
export function FeeDialog({ account, onClose }: FeeDialogProps) {
  const save = useWrite(
    async (values: Parameters<typeof addFee>[1]) => {
      const { id, version } = await addFee(account.id, values);
      return { id, version };
    },
    TOUCHED_BY_CLOSE,
    () => true,
  );
  return (
    <FormDialog
      title="Ajouter des frais"
      schema={schema}
      record={null}
      draft={null}
      create={({ DossierId, ...fee }) =>
        save.mutateAsync({ ...fee, DossierId: DossierId ? Number(DossierId) : null })
      }
      createLabel="Ajouter"
      onSaved={onClose}
      onClose={onClose}
    >
      <FieldGrid>
        <SelectField
          name="libelle"
          label="Frais"
          options={account.fraisPrevus.map(({ libelle, montant }) => ({
            value: libelle,
            label: `${libelle}, ${formatEuros(montant)} TTC`,
          }))}
        />
        {account.baux.length > 1 && (
          <SelectField
            name="DossierId"
            label="Pour le bail"
            hint="Son logement le porte dans l’aide à la déclaration."
            options={account.baux.map(({ DossierId, nom }) => ({
              value: String(DossierId),
              label: nom,
            }))}
          />
        )}
        <TextField
          name="precision"
          label="Précision"
          hint="Écrite après leur nom, sur le compte rendu et la facture."
        />
      </FieldGrid>
    </FormDialog>
  );
}
