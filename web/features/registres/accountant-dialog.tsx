import { JOURS_D_ACCES_AU_PLUS } from "#domain/gerance/livres/acces-comptable.ts";
import {
  type DemandeAccesComptable,
  demandeAccesComptable,
} from "#domain/gerance/livres/acces-comptable-fiche.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { EmailField, NumberField, TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { sendAccountantLink, TOUCHED_BY_ACCOUNTANT_LINKS } from "#web/entities/agence/comptable.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { daysOfThisYear } from "./period.tsx";

/** Asks for the recipient of a link, its period and its duration. */
export function AccountantDialog({ onClose }: { onClose(): void }) {
  const save = useWrite(
    async (link: DemandeAccesComptable) => {
      await sendAccountantLink(link);
      notify(`Le lien a été envoyé à ${link.mail}.`);
      return { id: 0, version: 0 };
    },
    TOUCHED_BY_ACCOUNTANT_LINKS,
    () => true,
  );
  return (
    <FormDialog
      title="Donner un accès au comptable"
      schema={demandeAccesComptable}
      record={null}
      initial={{ ...daysOfThisYear(), jours: 30 }}
      draft={null}
      create={(values) => save.mutateAsync(values)}
      createLabel="Envoyer le lien"
      onSaved={onClose}
      onClose={onClose}
    >
      <FieldGrid>
        <TextField name="nom" label="Cabinet ou comptable" />
        <EmailField name="mail" label="Adresse e-mail" />
        <DateField name="du" label="Exports du" />
        <DateField
          name="au"
          label="Au"
          hint="Le FEC n’est donné que d’un exercice que la période couvre en entier."
        />
        <NumberField
          name="jours"
          label="Ouvre pendant"
          unit="jours"
          decimals={0}
          hint={`${JOURS_D_ACCES_AU_PLUS} jours au plus.`}
        />
      </FieldGrid>
    </FormDialog>
  );
}
