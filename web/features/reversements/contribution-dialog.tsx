import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { aujourdhui, formatJour } from "#domain/dates.ts";
import { isoDate } from "#domain/fields.ts";
import { demandeApport } from "#domain/gerance/reversements/apport.ts";
import type { ApercuReversement } from "#domain/gerance/reversements/reversement-fiche.ts";
import { formatEuros } from "#domain/montants.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { EurosField, SelectField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { Notice } from "#web/components/notice.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, DialogBody } from "#web/components/ui/dialog.tsx";
import {
  contribute,
  contributions,
  TOUCHED_BY_PAYOUT,
  takeBack,
} from "#web/entities/cloture/reversements.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const schema = z.strictObject({
  montant: demandeApport.shape.montant,
  date: isoDate(),
  CompteBancaireId: z.string(),
});

interface ContributionDialogProps {
  comptes: ApercuReversement["comptes"];
  onClose(): void;
}

/** Records money that the agency puts into an account of rents. */
export function ContributionDialog({ comptes, onClose }: ContributionDialogProps) {
  // One key for each opening of the dialog: the same form sent twice makes one contribution.
  const [cle] = useState(() => crypto.randomUUID());
  const save = useWrite(
    async ({ CompteBancaireId, ...values }: z.output<typeof schema>) => {
      const made = await contribute({
        ...values,
        CompteBancaireId: Number(CompteBancaireId) || null,
        cle,
      });
      notify(`L’apport de ${formatEuros(made.montant)} est noté.`);
      return { id: made.id, version: 0 };
    },
    TOUCHED_BY_PAYOUT,
    () => true,
  );
  return (
    <FormDialog
      title="Noter un apport de l’agence"
      schema={schema}
      record={null}
      initial={{
        date: aujourdhui(new Date()),
        CompteBancaireId: String(comptes[0]?.id ?? ""),
      }}
      draft={null}
      create={(values) => save.mutateAsync(values)}
      createLabel="Noter l’apport"
      onSaved={onClose}
      onClose={onClose}
    >
      <Notice tone="blue" className="mb-4">
        Des fonds de l’agence que vous avez virés sur le compte de gérance. Sur le relevé, mettez
        cette ligne de côté.
      </Notice>
      <FieldGrid>
        <EurosField name="montant" label="Montant" required />
        <DateField name="date" label="Date" required past />
        {comptes.length > 1 && (
          <SelectField
            name="CompteBancaireId"
            label="Compte crédité"
            options={comptes.map(({ id, nom }) => ({ value: String(id), label: nom }))}
          />
        )}
      </FieldGrid>
    </FormDialog>
  );
}

/** The money that the agency has put in and not taken back. */
export function ContributionsDialog({ onClose }: { onClose(): void }) {
  const list = useQuery(contributions()).data;
  const back = useWrite(takeBack, TOUCHED_BY_PAYOUT);
  return (
    <Dialog
      open
      title="Apports de l’agence"
      description="Un apport se reprend quand plus aucun propriétaire n’en a besoin."
      onOpenChange={(open) => !open && onClose()}
    >
      <DialogBody>
        <ul className="divide-y divide-line pb-4">
          {list
            ?.filter(({ reprisLe }) => reprisLe === null)
            .map(({ id, date, montant, compte }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
                <span className="min-w-0 flex-1">
                  {formatJour(date)}, {compte}
                </span>
                <span className="font-medium tabular-nums">{formatEuros(montant)}</span>
                <Button
                  size="sm"
                  pending={back.isPending && back.variables === id}
                  onClick={() =>
                    back.mutate(id, { onSuccess: () => notify("L’apport est repris.") })
                  }
                >
                  Reprendre
                </Button>
              </li>
            ))}
        </ul>
      </DialogBody>
    </Dialog>
  );
}
