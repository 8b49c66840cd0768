import { useQuery } from "@tanstack/react-query";
import { aujourdhui, formatJour, moisDe, premierJour } from "#domain/dates.ts";
import {
  type AideRow,
  type AidesDuDossier,
  type DemandeAide,
  demandeAide,
  PAYEURS_AIDE,
} from "#domain/gerance/locataires/aide.ts";
import type { CompteDuDossier } from "#domain/gerance/locataires/compte.ts";
import { formatEuros } from "#domain/montants.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { EurosField, RadioField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { aidOf, sayAid, TOUCHED_BY_AID } from "#web/entities/comptes/aide.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const PAYERS = Object.entries(PAYEURS_AIDE).map(([value, label]) => ({ value, label }));

interface AideDialogProps {
  account: CompteDuDossier;
  onClose(): void;
}

/** Notes the housing benefit paid to the owner or the agency for the tenant, from a given day on. */
export function AideDialog({ account, onClose }: AideDialogProps) {
  const query = useQuery(aidOf(account.DossierId));
  if (query.error) return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  if (!query.data) return null;
  return <AideForm account={account} aid={query.data} onClose={onClose} />;
}

function AideForm({ account, aid, onClose }: AideDialogProps & { aid: AidesDuDossier }) {
  const { actuelle, historique } = aid;
  const save = useWrite(
    async (said: DemandeAide) => {
      await sayAid(account.DossierId, said);
      return { version: 0 };
    },
    TOUCHED_BY_AID,
    () => true,
  );
  return (
    <FormDialog
      title="Aide au logement"
      schema={demandeAide}
      record={null}
      initial={{
        depuis: premierJour(moisDe(aujourdhui(new Date()))),
        montant: actuelle?.montant,
        payeur: actuelle?.payeur ?? "caf",
      }}
      create={(values) => save.mutateAsync(values)}
      createLabel="Enregistrer l’aide"
      onSaved={() => {
        notify("L’aide au logement est notée.");
        onClose();
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        {account.locataire}, {account.appartement}. L’aide versée au bailleur ou à l’agence est
        déduite des avis d’échéance des mois qui suivent ; 0 € y met fin.
      </p>
      <FieldGrid>
        <DateField name="depuis" label="À partir du" />
        <EurosField name="montant" label="Montant par mois" />
        <RadioField name="payeur" label="Versée par" options={PAYERS} />
      </FieldGrid>
      {historique.length > 0 && (
        <section aria-label="Montants déjà notés" className="mt-4">
          <h3 className="mb-1 text-muted text-sm">Déjà noté</h3>
          <ul className="text-sm">
            {historique.map((row) => (
              <li key={row.id}>{said(row)}</li>
            ))}
          </ul>
        </section>
      )}
    </FormDialog>
  );
}

const said = ({ depuis, montant, payeur }: AideRow): string =>
  montant === 0
    ? `À partir du ${formatJour(depuis)} : aucune aide`
    : `À partir du ${formatJour(depuis)} : ${formatEuros(montant)} par mois (${PAYEURS_AIDE[payeur]})`;
