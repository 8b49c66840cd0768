import { annulationTropPercu, demandeTropPercu } from "#domain/gerance/locataires/appel.ts";
import type { CompteDuDossier, TropPercu } from "#domain/gerance/locataires/compte.ts";
import { formatEuros } from "#domain/montants.ts";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { EurosField, TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { TOUCHED_BY_ACCOUNTS } from "#web/entities/comptes/comptes.ts";
import { giveBackAhead, keepAhead } from "#web/entities/comptes/trop-percus.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

interface AheadDialogProps {
  account: CompteDuDossier;
  onClose(): void;
}

/** Returns the advance of a tenant who stays. The sum then waits for its transfer. */
export function GiveBackDialog({ account, onClose }: AheadDialogProps) {
  const save = useWrite(
    async ({ montant }: { montant?: number | null | undefined }) => {
      await giveBackAhead(account.DossierId, montant);
      return { version: 0 };
    },
    TOUCHED_BY_ACCOUNTS,
    () => true,
  );
  return (
    <FormDialog
      title="Rendre le trop-perçu"
      schema={demandeTropPercu}
      record={null}
      draft={null}
      initial={{ montant: account.avanceTenue }}
      create={(values) => save.mutateAsync(values)}
      createLabel="Rendre le trop-perçu"
      onSaved={() => {
        notify("Le trop-perçu est à virer, dans les reversements.");
        onClose();
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        {account.locataire} a payé {formatEuros(account.avanceTenue)} d’avance. Ce qui lui est rendu
        ne règle plus ses loyers, et part par un virement.
      </p>
      <FieldGrid>
        <EurosField name="montant" label="Montant à rendre" />
      </FieldGrid>
    </FormDialog>
  );
}

/** Cancels a sum to return: it becomes an advance again. */
export function KeepDialog({ account, sum, onClose }: AheadDialogProps & { sum: TropPercu }) {
  const save = useWrite(
    async ({ motif }: { motif: string }) => {
      await keepAhead(account.DossierId, sum.id, motif);
      return { version: 0 };
    },
    TOUCHED_BY_ACCOUNTS,
    () => true,
  );
  return (
    <FormDialog
      title="Ne plus rendre le trop-perçu ?"
      schema={annulationTropPercu}
      record={null}
      draft={null}
      create={(values) => save.mutateAsync(values)}
      createLabel="Garder l’avance"
      cancelLabel="Ne rien faire"
      onSaved={() => {
        notify("La somme est de nouveau une avance.");
        onClose();
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        Les {formatEuros(sum.montant)} redeviennent une avance, et règlent ce qui est appelé depuis.
      </p>
      <FieldGrid>
        <TextField name="motif" label="Motif" span={6} />
      </FieldGrid>
    </FormDialog>
  );
}
