import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { aujourdhui, type Mois, moisEnLettres } from "#domain/dates.ts";
import { choix, isoDate } from "#domain/fields.ts";
import { formatEuros } from "#domain/montants.ts";
import { MODE_USUEL, MODES_QUITTANCE } from "#domain/quittances/paiement.ts";
import type { DemandeDuLot, QuittanceChoisie } from "#domain/quittances/quittance-fiche.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { RadioField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { totalOf } from "#web/entities/quittances/facts.ts";
import { mailsIfPaid } from "#web/entities/quittances/mails-if-paid.ts";
import { RECEIPT_PAYMENT_CHOICES } from "#web/entities/quittances/paiements-choices.ts";
import { formatCount, formatNames } from "#web/lib/format.ts";

const settlement = z.strictObject({ datePaiement: isoDate(), mode: choix(MODES_QUITTANCE) });

interface SettlementDialogProps {
  rows: readonly QuittanceChoisie[];
  settle(batch: DemandeDuLot): Promise<unknown>;
  onClose(): void;
}

/** Asks for one day and one mode, for many receipts paid at once. */
export function SettlementDialog({ rows, settle, onClose }: SettlementDialogProps) {
  const { data: mails } = useQuery(mailsIfPaid(rows.map(({ id }) => id)));
  return (
    <FormDialog
      title={`Marquer ${formatCount(rows.length, "quittance payée", "quittances payées")} ?`}
      schema={settlement}
      record={null}
      initial={{ datePaiement: aujourdhui(new Date()), mode: MODE_USUEL }}
      create={async (values) => {
        await settle({ ids: rows.map(({ id }) => id), regle: true, ...values });
        return { version: 0 };
      }}
      createLabel="Marquer payées"
      onSaved={onClose}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        {formatEuros(totalOf(rows))} en tout, de {formatNames(rows.map((row) => row.locataire))}.{" "}
        {mails
          ? mailsInWords(mails, rows)
          : "La quittance part aux locataires qui acceptent l’e-mail."}
      </p>
      <FieldGrid>
        <DateField name="datePaiement" label="Date du paiement" />
        <RadioField name="mode" label="Mode" options={RECEIPT_PAYMENT_CHOICES} span={6} />
      </FieldGrid>
    </FormDialog>
  );
}

/** « 3 courriels partiront, novembre 2026, à Martin, Duval et Petit. » */
function mailsInWords(
  mails: readonly { id: number; mois: Mois }[],
  rows: readonly QuittanceChoisie[],
): string {
  if (mails.length === 0) return "Aucun courriel ne part.";
  const leaving = new Set(mails.map(({ id }) => id));
  const months = [...new Set(mails.map(({ mois }) => mois))].toSorted().map(moisEnLettres);
  const names = rows.filter(({ id }) => leaving.has(id)).map((row) => row.locataire);
  const count = formatCount(mails.length, "courriel partira", "courriels partiront");
  return `${count}, ${months.join(", ")}, à ${formatNames(names)}.`;
}
