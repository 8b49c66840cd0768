import { periodeEnLettres } from "#domain/dates.ts";
import { COURRIELS_PARTIS, GENRES_COURRIEL } from "#domain/quittances/courriel.ts";
import { demandeAnnulation, type QuittanceRow } from "#domain/quittances/quittance-fiche.ts";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { SwitchField, TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { cancel, TOUCHED_BY_QUITTANCES } from "#web/entities/quittances/quittances.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { useCallBack } from "./mails/use-call-back.ts";
import { leaving, waitingOf } from "./settlement/use-change.ts";

interface AnnulationDialogProps {
  row: QuittanceRow;
  onClose(): void;
}

/** Asks why a receipt is cancelled and, when a mail of it was sent, whether another mail tells the tenant. */
export function AnnulationDialog({ row, onClose }: AnnulationDialogProps) {
  const callBack = useCallBack();
  const told = GENRES_COURRIEL.some((genre) => {
    const etat = row[genre];
    return etat !== null && COURRIELS_PARTIS.includes(etat);
  });
  const save = useWrite(
    (values: Parameters<typeof cancel>[1]) => cancel(row.id, { ...values, version: row.version }),
    TOUCHED_BY_QUITTANCES,
    () => true,
  );
  return (
    <FormDialog
      title={`Annuler la quittance n° ${row.numero} ?`}
      schema={demandeAnnulation}
      record={null}
      initial={{ courriel: told }}
      create={(values) => save.mutateAsync(values)}
      createLabel="Annuler la quittance"
      cancelLabel="Ne rien faire"
      onSaved={(receipt) => {
        const waiting = waitingOf(receipt);
        const also = waiting && { label: "Annuler l’envoi", onClick: () => callBack(waiting) };
        notify(`La quittance est annulée.${waiting ? ` ${leaving(waiting)}` : ""}`, also);
        onClose();
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        {row.locataire}, {periodeEnLettres(row.date, row.dateFin)}. Elle garde son numéro et ne
        compte plus dans aucune somme ; le mois peut être généré de nouveau. Ceci ne se défait pas.
      </p>
      <FieldGrid>
        <TextField name="motif" label="Motif, écrit sur le document" span={6} />
        {told && (
          <SwitchField name="courriel" label="Prévenir le locataire par courriel" span={6} />
        )}
      </FieldGrid>
    </FormDialog>
  );
}
