import { type Correction, correction } from "#domain/signature/signature-fiche.ts";
import type { DemandeRow, SignataireRow } from "#domain/signature/wire.ts";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { EmailField, TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { demandes } from "#web/entities/signatures/demandes.ts";
import { correct } from "#web/entities/signatures/signatures.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

interface CorrectDialogProps {
  demande: DemandeRow;
  signer: SignataireRow;
  onClose(): void;
}

/** Corrects a signer who has not signed yet; a new mailbox receives a new link. */
export function CorrectDialog({ demande, signer, onClose }: CorrectDialogProps) {
  const { nom, mail, qualite } = signer;
  const write = useWrite(
    (values: Correction) => correct(demande.id, signer.id, changed(signer, values)),
    [demandes.name, "History"],
    () => true,
  );
  return (
    <FormDialog
      title="Corriger le signataire"
      schema={correction}
      record={null}
      draft={null}
      initial={{ nom, mail, qualite }}
      create={(values) => write.mutateAsync(values)}
      createLabel="Enregistrer"
      onSaved={({ signataires }) => {
        const now = signataires.find(({ id }) => id === signer.id);
        notify(
          now?.mail && now.mail !== mail
            ? "L’ancien lien est mort ; un nouveau part à cette adresse."
            : "Le signataire est corrigé.",
        );
        onClose();
      }}
      onClose={onClose}
    >
      <FieldGrid>
        <TextField name="nom" label="Prénom et nom" span={6} />
        <EmailField
          name="mail"
          label="Adresse e-mail"
          span={6}
          hint="Une autre adresse tue le lien envoyé à la première. La fiche garde la sienne."
        />
        <TextField
          name="qualite"
          label="En qualité de"
          span={6}
          hint="« représentant légal de … », « gérant de … » ; vide pour qui signe pour lui-même."
        />
      </FieldGrid>
    </FormDialog>
  );
}

/** Only the corrected fields are sent, because the history names them. */
const changed = (signer: SignataireRow, values: Correction): Correction =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== signer[name as keyof typeof values]),
  );
