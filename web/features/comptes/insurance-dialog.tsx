import { useQuery } from "@tanstack/react-query";
import { aujourdhui, formatJour, moisEnLettres, plusTard } from "#domain/dates.ts";
import { enParts } from "#domain/gerance/livres/repartition.ts";
import {
  type AssuranceRow,
  type AssurancesDuDossier,
  aRecuperer,
  MAJORATION_AU_PLUS,
  souscriptibleLe,
} from "#domain/gerance/locataires/assurance-pour-compte.ts";
import {
  type FinDAssurance,
  finDAssurance,
  type Souscription,
  souscription,
} from "#domain/gerance/locataires/assurance-pour-compte-fiche.ts";
import type { CompteDuDossier } from "#domain/gerance/locataires/compte.ts";
import { enCentimes, enEuros, formatEuros } from "#domain/montants.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { EurosField, NumberField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import {
  endInsurance,
  insuranceOf,
  TOUCHED_BY_INSURANCE,
  takeOut,
} from "#web/entities/comptes/assurance.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

interface InsuranceDialogProps {
  account: CompteDuDossier;
  onClose(): void;
}

/** Takes out the insurance that the owner pays for a tenant without one, or ends it (loi n° 89-462, art. 7, g). */
export function InsuranceDialog({ account, onClose }: InsuranceDialogProps) {
  const query = useQuery(insuranceOf(account.DossierId));
  if (query.error) return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  if (!query.data) return null;
  const { actuelle } = query.data;
  return actuelle ? (
    <EndForm account={account} insurance={actuelle} onClose={onClose} />
  ) : (
    <TakeOutForm account={account} known={query.data} onClose={onClose} />
  );
}

const twelfth = ({ prime, majoration }: Pick<AssuranceRow, "prime" | "majoration">): string =>
  formatEuros(enEuros(enParts(aRecuperer({ prime: enCentimes(prime), majoration }), 12)[0] ?? 0));

function TakeOutForm({
  account,
  known,
  onClose,
}: InsuranceDialogProps & { known: AssurancesDuDossier }) {
  const today = aujourdhui(new Date());
  const save = useWrite(
    async (said: Souscription) => ({ ...(await takeOut(account.DossierId, said)), version: 0 }),
    TOUCHED_BY_INSURANCE,
    () => true,
  );
  const { miseEnDemeureLe } = known;
  return (
    <FormDialog
      title="Assurer pour le compte du locataire"
      schema={souscription}
      record={null}
      initial={{
        miseEnDemeureLe,
        du: miseEnDemeureLe && plusTard(today, souscriptibleLe(miseEnDemeureLe)),
        majoration: MAJORATION_AU_PLUS,
      }}
      create={(values) => save.mutateAsync(values)}
      createLabel="Enregistrer l’assurance"
      onSaved={({ actuelle }) => {
        notify(
          actuelle
            ? `L’assurance est notée : ${twelfth(actuelle)} par mois dès ${moisEnLettres(actuelle.premierMois)}.`
            : "L’assurance est notée.",
        );
        onClose();
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        {account.locataire}, {account.appartement}. La prime, majorée, s’ajoute par douzièmes aux
        avis d’échéance et aux quittances. Remettez-lui une copie du contrat ; la prime elle-même se
        note parmi les dépenses, de nature « Assurance pour le compte du locataire ».
      </p>
      <FieldGrid>
        <DateField name="miseEnDemeureLe" label="Mise en demeure reçue le" />
        <DateField name="du" label="Contrat à partir du" />
        <EurosField name="prime" label="Prime d’un an" />
        <NumberField name="majoration" label="Majoration" unit="%" />
      </FieldGrid>
    </FormDialog>
  );
}

function EndForm({
  account,
  insurance,
  onClose,
}: InsuranceDialogProps & { insurance: AssuranceRow }) {
  const save = useWrite(
    async (said: FinDAssurance) => ({
      ...(await endInsurance(account.DossierId, insurance.id, said)),
      version: 0,
    }),
    TOUCHED_BY_INSURANCE,
    () => true,
  );
  return (
    <FormDialog
      title="Mettre fin à l’assurance prise pour son compte"
      schema={finDAssurance}
      record={null}
      initial={{ finLe: plusTard(aujourdhui(new Date()), insurance.du) }}
      create={(values) => save.mutateAsync(values)}
      createLabel="Mettre fin à l’assurance"
      onSaved={() => {
        notify("La fin de l’assurance est notée.");
        onClose();
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        {account.locataire} : {formatEuros(insurance.total)} du {formatJour(insurance.du)} au{" "}
        {formatJour(insurance.au)}, {twelfth(insurance)} par mois depuis{" "}
        {moisEnLettres(insurance.premierMois)}. Quand le locataire justifie de son assurance ou
        part, le contrat se résilie au plus tôt ; plus rien n’est demandé au-delà des mois entiers
        qu’il aura couverts. Une quittance déjà faite ne change pas : annulez-la et refaites-la si
        elle demande un douzième de trop.
      </p>
      <FieldGrid>
        <DateField name="finLe" label="Dernier jour du contrat" />
        <DateField name="assuranceFin" label="Locataire assuré jusqu’au" />
      </FieldGrid>
    </FormDialog>
  );
}
