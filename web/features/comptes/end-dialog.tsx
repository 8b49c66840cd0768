import * as z from "zod/mini";
import { aujourdhui, formatJour } from "#domain/dates.ts";
import { facultatif, isoDate, requis } from "#domain/fields.ts";
import { formatEuros } from "#domain/montants.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { TOUCHED_BY_ACCOUNTS } from "#web/entities/comptes/comptes.ts";
import { reject, takeBack } from "#web/entities/comptes/reglements.ts";
import { paymentNumber } from "#web/entities/comptes/reglements-words.tsx";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const KINDS = {
  annule: {
    title: "Annuler le règlement",
    text: "Il avait été enregistré par erreur : ce qu’il réglait redevient dû, et les quittances qu’il soldait redeviennent des avis d’échéance.",
    action: "Annuler le règlement",
    done: "Le règlement est annulé.",
    schema: z.strictObject({ motif: requis(200), date: facultatif(isoDate()) }),
  },
  rejete: {
    title: "Rejeter le règlement",
    text: "La banque l’a refusé : ce qu’il réglait redevient dû, et les quittances qu’il soldait sont reprises.",
    action: "Rejeter le règlement",
    done: "Le rejet est enregistré.",
    schema: z.strictObject({ motif: requis(200), date: isoDate() }),
  },
} as const;

export interface EndedPayment {
  id: number;
  numero: string;
  date: string;
  montant: number;
  locataire: string;
}

interface EndDialogProps {
  as: keyof typeof KINDS;
  payment: EndedPayment;
  onClose(): void;
}

/** Cancels a payment recorded by mistake, or notes that the bank refused it, with the reason. */
export function EndDialog({ as, payment, onClose }: EndDialogProps) {
  const kind = KINDS[as];
  const save = useWrite(
    async ({ motif, date }: { motif: string; date?: string | null | undefined }) => {
      if (as === "annule") await takeBack(payment.id, motif);
      else await reject(payment.id, { motif, date: date ?? "" });
      return { version: 0 };
    },
    TOUCHED_BY_ACCOUNTS,
    () => true,
  );
  return (
    <FormDialog
      title={`${kind.title} ${paymentNumber(payment.numero)} ?`}
      schema={kind.schema}
      record={null}
      initial={as === "rejete" ? { motif: null, date: aujourdhui(new Date()) } : {}}
      create={(values) => save.mutateAsync(values)}
      createLabel={kind.action}
      cancelLabel="Ne rien faire"
      onSaved={() => {
        notify(kind.done);
        onClose();
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        {payment.locataire}, {formatEuros(payment.montant)} du {formatJour(payment.date)}.{" "}
        {kind.text} Le règlement garde son numéro et reste dans l’historique.
      </p>
      <FieldGrid>
        <TextField name="motif" label="Motif" span={as === "rejete" ? 4 : 6} />
        {as === "rejete" && <DateField name="date" label="Date du rejet" span={2} />}
      </FieldGrid>
    </FormDialog>
  );
}
