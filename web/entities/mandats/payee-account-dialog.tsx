import * as z from "zod/mini";
import { facultatif, requis } from "#domain/fields.ts";
import {
  type CoordonneesDuPaye,
  ibanDeVirement,
  nommeSaBanque,
} from "#domain/gerance/banque/coordonnees-bancaires.ts";
import { bic } from "#domain/iban.ts";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { SwitchField, TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { Notice } from "#web/components/notice.tsx";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { askAccount, type Payee } from "./coordonnees.ts";

const account = {
  iban: ibanDeVirement().check(z.minLength(1, "Ce champ est requis.")),
  titulaire: requis(140),
  bic: facultatif(bic()),
};

const tenants = z.strictObject(account).check(nommeSaBanque());
const suppliers = z
  .strictObject({
    ...account,
    rappele: z
      .boolean()
      .check(
        z.refine(Boolean, "Rappelez-le d’abord, à un numéro qui n’est pas celui de la facture."),
      ),
    rappel: requis(140),
  })
  .check(nommeSaBanque());

interface PayeeAccountDialogProps {
  payee: Payee;
  present: CoordonneesDuPaye;
  touched: readonly string[];
  onClose(): void;
}

/**
 * Asks to pay a tenant or a supplier on another account. The change waits for a delay, and for a second administrator
 * when the agency requires two. An account from which the tenant has paid does not wait.
 */
export function PayeeAccountDialog({ payee, present, touched, onClose }: PayeeAccountDialogProps) {
  const supplier = payee.entite === "Fournisseur";
  const schema = supplier ? suppliers : tenants;
  const save = useWrite(
    async ({ rappele: _, ...typed }: Partial<z.output<typeof suppliers>>) => {
      await askAccount(payee, { ...typed, iban: typed.iban ?? "" });
      return { version: 0 };
    },
    touched,
    () => true,
  );
  return (
    <FormDialog
      title={`${payee.nom}, compte bancaire`}
      schema={schema}
      record={null}
      draft={null}
      initial={supplier ? { rappele: false } : {}}
      create={(values) => save.mutateAsync(values)}
      createLabel="Enregistrer le compte"
      onSaved={() => {
        notify("Le compte bancaire est enregistré.");
        onClose();
      }}
      onClose={onClose}
    >
      <Notice tone="blue" className="mb-4">
        {supplier
          ? "Un compte nouveau, le premier aussi, n’est payé qu’après son délai de sécurité : de fausses factures demandent souvent d’en changer."
          : "Un compte d’où le locataire n’a jamais payé n’est utilisable qu’après son délai de sécurité."}
      </Notice>
      {present.connus.length > 0 && (
        <p className="mb-4 text-muted">
          Il a payé depuis {present.connus.map(({ iban }) => iban).join(", ")} : ce compte sert
          aussitôt.
        </p>
      )}
      <FieldGrid>
        <TextField name="titulaire" label="Titulaire, comme l’écrit sa banque" span={6} />
        <TextField name="iban" label="IBAN" span={6} />
        <TextField name="bic" label="BIC, hors d’Europe" />
        {supplier && (
          <>
            <SwitchField
              name="rappele"
              label="Rappelé à un numéro connu"
              hint="Pas à celui de la facture."
              span={6}
            />
            <TextField name="rappel" label="Qui l’a confirmé" span={6} />
          </>
        )}
      </FieldGrid>
    </FormDialog>
  );
}
