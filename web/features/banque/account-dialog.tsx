import {
  type CompteBancaireRow,
  creation,
  LIBELLES_USAGE,
  USAGES_DE_COMPTE,
} from "#domain/gerance/banque/compte-bancaire.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { EurosField, SelectField, TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { useFormWrites } from "#web/components/form/form-writes.ts";
import { comptesBancaires, releves } from "#web/entities/banque/banque.ts";
import { notify } from "#web/lib/notify.ts";

const USAGES = USAGES_DE_COMPTE.map((value) => ({ value, label: LIBELLES_USAGE[value] }));

interface AccountDialogProps {
  /** Null to add an account. */
  compte: CompteBancaireRow | null;
  onClose(): void;
}

/** A bank account of the agency. Its IBAN is shown masked; a new one must be typed in full. */
export function AccountDialog({ compte, onClose }: AccountDialogProps) {
  const writes = useFormWrites(comptesBancaires, compte?.id ?? null, [releves.name]);
  return (
    <FormDialog
      {...writes}
      title={compte ? compte.nom : "Nouveau compte bancaire"}
      schema={creation}
      record={compte}
      createLabel="Ajouter le compte"
      onSaved={() => {
        notify(
          compte
            ? "Vos modifications ont été prises en compte."
            : "Le compte est ajouté : déposez ses relevés.",
        );
        onClose();
      }}
      onClose={onClose}
    >
      <FieldGrid>
        <TextField name="nom" label="Nom" placeholder="Compte de gérance" span={6} />
        <SelectField name="usage" label="Fonds" options={USAGES} span={6} />
        <TextField name="iban" label="IBAN" span={6} />
        <TextField name="bic" label="BIC" span={3} />
        <TextField name="titulaire" label="Titulaire, comme sur le RIB" span={3} />
        <EurosField
          name="soldeDepart"
          label="Solde de départ"
          hint="La veille du premier relevé : sans lui, un premier fichier OFX ou CSV ne prouve pas ses lignes."
          span={2}
        />
        <DateField name="dateDepart" label="Au soir du" span={2} />
        <DateField name="fermeLe" label="Fermé le" span={2} />
      </FieldGrid>
    </FormDialog>
  );
}
