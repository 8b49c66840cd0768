import { type ReactNode, useState } from "react";
import * as z from "zod/mini";
import { aujourdhui, type Mois, moisEnLettres } from "#domain/dates.ts";
import { choix, euros, facultatif, identifiant, isoDate, requis } from "#domain/fields.ts";
import type { CompteDuDossier } from "#domain/gerance/locataires/compte.ts";
import {
  MODES_REGLEMENT,
  type ModeReglement,
  PAYEURS,
  type Payeur,
} from "#domain/gerance/locataires/reglement.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldFrame, FieldGrid } from "#web/components/fields/field.tsx";
import { EurosField, SelectField, TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { ReceivingAccountField } from "#web/entities/banque/receiving-account.tsx";
import { TOUCHED_BY_ACCOUNTS } from "#web/entities/comptes/comptes.ts";
import { type PaymentRequest, record } from "#web/entities/comptes/reglements.ts";
import { PaymentPreview } from "#web/entities/comptes/reglements-preview.tsx";
import {
  MODE_CHOICES,
  PAYER_CHOICES,
  paymentNumber,
} from "#web/entities/comptes/reglements-words.tsx";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const schema = z.strictObject({
  montant: euros().check(z.gt(0, "Indiquez le montant reçu.")),
  date: isoDate(),
  mode: choix(Object.keys(MODES_REGLEMENT) as ModeReglement[]),
  payeur: choix(Object.keys(PAYEURS) as Payeur[]),
  CompteBancaireId: facultatif(identifiant()),
  mois: z.array(z.string()),
  commentaire: facultatif(requis(255)),
});

interface PaymentDialogProps {
  account: CompteDuDossier;
  onClose(): void;
}

/** Records a payment; the sums that it would settle show while the user types. */
export function PaymentDialog({ account, onClose }: PaymentDialogProps) {
  // One key for each opening of the dialog: the server records the payment once, however often the button is pressed.
  const [cle] = useState(() => crypto.randomUUID());
  const { DossierId, solde, exigible } = account;
  const save = useWrite(
    async ({ mois, ...values }: z.output<typeof schema>) => {
      const request: PaymentRequest = {
        DossierId,
        cle,
        ...values,
        ...(mois.length > 0 && { mois }),
      };
      return { ...(await record(request)), version: 0 };
    },
    TOUCHED_BY_ACCOUNTS,
    () => true,
  );
  const months = [
    ...new Set(
      account.echeances
        .filter(({ reste, inscrite }) => inscrite && reste > 0)
        .map(({ mois }) => mois),
    ),
  ].toSorted();
  return (
    <FormDialog
      title={`Règlement de ${account.locataire}`}
      schema={schema}
      record={null}
      initial={{
        montant: exigible || solde || null,
        date: aujourdhui(new Date()),
        mode: "virement",
        payeur: "locataire",
        CompteBancaireId: null,
        mois: [],
      }}
      create={(values) => save.mutateAsync(values)}
      createLabel="Enregistrer le règlement"
      onSaved={({ numero }) => {
        notify(`Le règlement ${paymentNumber(numero)} est enregistré.`);
        onClose();
      }}
      onClose={onClose}
    >
      <FieldGrid>
        <EurosField name="montant" label="Montant reçu" span={2} />
        <DateField name="date" label="Date du règlement" span={2} />
        <SelectField name="mode" label="Mode" options={MODE_CHOICES} span={2} />
        <SelectField name="payeur" label="Payé par" options={PAYER_CHOICES} span={2} />
        <ReceivingAccountField />
        <TextField name="commentaire" label="Commentaire" span={4} />
        {months.length > 1 && <MonthsField months={months} />}
      </FieldGrid>
      <PaymentPreview DossierId={DossierId} />
    </FormDialog>
  );
}

/**
 * The months that the payer chooses to settle. Without a choice, the oldest debt is settled first (Code civil, art.
 * 1342-10).
 */
function MonthsField({ months }: { months: readonly Mois[] }) {
  return (
    <FieldFrame
      name="mois"
      label="À valoir sur"
      labelled="group"
      span={6}
      required={false}
      read={() => null}
    >
      {({ value, onChange }) => {
        const chosen = new Set(Array.isArray(value) ? (value as Mois[]) : []);
        const toggle = (mois: Mois) =>
          onChange(months.filter((month) => chosen.has(month) !== (month === mois)));
        return (
          <div className="flex flex-wrap gap-1.5">
            <Choice on={chosen.size === 0} onClick={() => onChange([])}>
              Au plus ancien
            </Choice>
            {months.map((mois) => (
              <Choice key={mois} on={chosen.has(mois)} onClick={() => toggle(mois)}>
                <span className="inline-block first-letter:uppercase">{moisEnLettres(mois)}</span>
              </Choice>
            ))}
          </div>
        );
      }}
    </FieldFrame>
  );
}

interface ChoiceProps {
  on: boolean;
  onClick(): void;
  children: ReactNode;
}

function Choice({ on, onClick, children }: ChoiceProps) {
  return (
    <Button
      size="sm"
      aria-pressed={on}
      className={on ? "border-accent! bg-accent-soft! text-accent!" : "text-muted!"}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
