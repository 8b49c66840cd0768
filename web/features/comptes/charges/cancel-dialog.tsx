import * as z from "zod/mini";
import { formatJour } from "#domain/dates.ts";
import { requis } from "#domain/fields.ts";
import type { EnvoiDuDecompte } from "#domain/gerance/charges/decompte-lu.ts";
import { formatEuros } from "#domain/montants.ts";
import { TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { cancelCharges } from "#web/entities/comptes/charges.ts";
import { TOUCHED_BY_ACCOUNTS } from "#web/entities/comptes/comptes.ts";
import { notify, notifyDanger } from "#web/lib/notify.ts";
import { api } from "#web/lib/server/api.ts";
import { toPrint } from "#web/lib/server/print.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const cancel = z.strictObject({ motif: requis(500) });

interface ChargesCancelDialogProps {
  envoi: EnvoiDuDecompte;
  onClose(): void;
}

/**
 * How the tenant is informed of the cancellation: by a letter to print, by a mail, or not at all because the mail of
 * the statement was never sent.
 */
function howTold(letter: boolean, toPrint: string | null): string {
  if (toPrint !== null) return " ; imprimez la lettre qui l’annonce au locataire";
  return letter ? " ; un courriel en informe le locataire" : ", son courriel n’est pas parti";
}

/**
 * Cancels a sent statement of charges, with a reason. Its sum leaves the tenant's account. A mail or a letter tells
 * the tenant, unless the mail of the statement was never sent.
 */
export function ChargesCancelDialog({ envoi, onClose }: ChargesCancelDialogProps) {
  const print = useWrite((letter: string) => api.open(letter), []);
  const write = useWrite(
    async ({ motif }: z.output<typeof cancel>) => ({
      ...(await cancelCharges(envoi.id, motif)),
      version: 0,
    }),
    [...TOUCHED_BY_ACCOUNTS, "Dossier"],
    () => true,
  );
  return (
    <FormDialog
      title="Annuler ce décompte ?"
      schema={cancel}
      record={null}
      draft={null}
      initial={{}}
      create={(values) => write.mutateAsync(values)}
      createLabel="Annuler le décompte"
      cancelLabel="Ne rien faire"
      onSaved={({ lettre, aImprimer, warnings }) => {
        const told = warnings.length > 0 ? notifyDanger : notify;
        told(
          [`Le décompte est annulé${howTold(lettre, aImprimer)}.`, ...warnings].join(" "),
          aImprimer === null ? undefined : toPrint(() => print.mutate(aImprimer)),
        );
        onClose();
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        {envoi.montant < 0
          ? `Les ${formatEuros(0 - envoi.montant)} portés à son crédit en sont retirés`
          : `Les ${formatEuros(envoi.montant)} appelés ne sont plus dus, et ce qui en est payé reste au crédit du locataire`}
        . Le décompte du {formatJour(envoi.envoyeLe)} reste lisible, dit annulé ; un nouveau peut
        partir.
      </p>
      <TextField name="motif" label="Motif, gardé dans l’historique" />
    </FormDialog>
  );
}
