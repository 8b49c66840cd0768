import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { aujourdhui } from "#domain/dates.ts";
import { choix, facultatif, identifiant, isoDate } from "#domain/fields.ts";
import type { IntendanceRow } from "#domain/missions/intendance.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { MODE_USUEL, MODES_PAIEMENT } from "#domain/quittances/paiement.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { RadioField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { comptesBancaires } from "#web/entities/banque/banque.ts";
import { AccountField, useReceivingAccounts } from "#web/entities/banque/receiving-account.tsx";
import { pay, TOUCHED_BY_EXPENSES } from "#web/entities/mandats/intendances.ts";
import { PAYMENT_CHOICES } from "#web/entities/quittances/paiements-choices.ts";
import { formatCount } from "#web/lib/format.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const paidOf = (several: boolean) =>
  z.strictObject({
    date: isoDate(),
    mode: choix(MODES_PAIEMENT),
    CompteBancaireId: several ? identifiant() : facultatif(identifiant()),
  });

interface PayDialogProps {
  rows: readonly IntendanceRow[];
  onPaid(): void;
  onClose(): void;
}

/** Pays expenses for their owners. It asks for the account only when the agency has several. */
export function PayDialog({ rows, onPaid, onClose }: PayDialogProps) {
  const { data } = useQuery(comptesBancaires.list({ usage: "gerance" }));
  const several = useReceivingAccounts().length > 0;
  const schema = paidOf(several);
  const save = useWrite(
    async (paid: z.output<typeof schema>) => {
      await pay(
        rows.map(({ id }) => id),
        paid,
      );
      return { version: 0 };
    },
    TOUCHED_BY_EXPENSES,
    () => true,
  );
  if (!data) return null;
  const total = formatEuros(somme(...rows.map(({ montant }) => montant ?? 0)));
  const [first] = rows;
  const count = formatCount(rows.length, "dépense");
  return (
    <FormDialog
      title={rows.length > 1 ? `Payer ${count} ?` : "Payer cette dépense ?"}
      schema={schema}
      record={null}
      draft={null}
      initial={{ date: aujourdhui(new Date()), mode: MODE_USUEL, CompteBancaireId: null }}
      create={(values) => save.mutateAsync(values)}
      createLabel={`Payer ${total}`}
      cancelLabel="Ne rien faire"
      onSaved={() => {
        notify(rows.length > 1 ? `${count} payées, ${total}.` : `La dépense est payée, ${total}.`);
        onPaid();
        onClose();
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        {rows.length > 1
          ? "Toutes, ou aucune : "
          : `${first?.intitule}${first?.fournisseur ? `, ${first.fournisseur}` : ""} : `}
        {total} {rows.length > 1 ? "quittent" : "quitte"} le compte de gérance et celui du
        propriétaire à cette date. Le virement lui-même se fait à la banque.
      </p>
      <FieldGrid>
        <DateField name="date" label="Date du paiement" />
        <RadioField name="mode" label="Mode de paiement" options={PAYMENT_CHOICES} />
        {several && <AccountField label="Compte débité" empty="Choisir…" />}
      </FieldGrid>
    </FormDialog>
  );
}
