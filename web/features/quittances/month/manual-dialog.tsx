import { useQuery } from "@tanstack/react-query";
import { aujourdhui, dernierJour, type Mois, premierJour } from "#domain/dates.ts";
import { somme } from "#domain/montants.ts";
import type { SommesDemandees } from "#domain/quittances/a-quittancer.ts";
import {
  avertissementsPeriode,
  moisAProposer,
  type QuittanceFaite,
  refusQuittanceManuelle,
} from "#domain/quittances/emission.ts";
import { type DatesOccupation, montantsDuMois } from "#domain/quittances/jours-de-loyer.ts";
import { demandeManuelle } from "#domain/quittances/quittance-fiche.ts";
import { confirm } from "#web/components/confirm.tsx";
import { DateField } from "#web/components/fields/date-field.tsx";
import { DerivedEuros } from "#web/components/fields/derived-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { EurosField } from "#web/components/fields/fields.tsx";
import { useNumber } from "#web/components/form/form-context.ts";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { Notes } from "#web/components/form/form-notes.tsx";
import { useReadable } from "#web/components/form/form-telling.ts";
import {
  generateManually,
  type ManualRequest,
  openPdf,
  quittances,
  TOUCHED_BY_QUITTANCES,
} from "#web/entities/quittances/quittances.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { useCallBack } from "../mails/use-call-back.ts";
import { leaving, waitingOf } from "../settlement/use-change.ts";

/** The form uses the worker's own refusals. */
const request = demandeManuelle.check(({ value, issues }) => {
  for (const [field, message] of Object.entries(
    refusQuittanceManuelle(value, aujourdhui(new Date())),
  )) {
    issues.push({ code: "custom", path: [field], message, input: value });
  }
});

export interface ManualDossier extends DatesOccupation, SommesDemandees {
  id: number;
  locataire: string;
  appartement: string;
  loyerHC: number;
  loyerCharge: number;
  jourQuitance: number;
}

interface ManualDialogProps {
  dossier: ManualDossier;
  /** The first month proposed; when absent, the first month without a receipt. */
  mois?: Mois;
  onClose(): void;
}

/** Makes a receipt for any period, with the amounts typed (quittances/README §2.8). */
export function ManualDialog(props: ManualDialogProps) {
  const made = useQuery(quittances.list({ DossierId: props.dossier.id }));
  if (made.isPending) return null;
  const faites = made.data?.data.filter(({ annuleeLe }) => annuleeLe === null) ?? [];
  return <ManualForm {...props} faites={faites} />;
}

function ManualForm({ dossier, mois, faites, onClose }: ManualDialogProps & DoubtsProps) {
  const start = startOf(dossier, mois ?? moisAProposer(dossier, faites, aujourdhui(new Date())));
  const callBack = useCallBack();
  const make = useWrite(
    (values: ManualRequest) => generateManually(dossier.id, values),
    TOUCHED_BY_QUITTANCES,
    () => true,
  );
  const pdf = useWrite(openPdf, []);
  return (
    <FormDialog
      title={`Quittance de ${dossier.locataire}`}
      schema={request}
      record={null}
      initial={start}
      ask={async (values) => ((await isWanted(doubtsOf(values, dossier, faites))) ? values : null)}
      create={(values) => make.mutateAsync(values)}
      createLabel="Générer la quittance"
      onSaved={(receipt) => {
        const { id, numero } = receipt;
        const waiting = waitingOf(receipt);
        const told = `Quittance ${numero} générée.${waiting ? ` ${leaving(waiting)}` : ""}`;
        const also = waiting && { label: "Annuler l’envoi", onClick: () => callBack(waiting) };
        notify(told, { label: "Ouvrir", onClick: () => pdf.mutate(id) }, also);
        onClose();
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        {dossier.appartement}. Les montants valent pour toute la période ; ils s’ajoutent à ce qui
        est déjà généré.
      </p>
      <FieldGrid>
        <DateField name="date" label="Début de la période" />
        <DateField name="dateFin" label="Fin de la période" />
        <Doubts dossier={dossier} faites={faites} />
        <EurosField name="prixHC" label="Loyer hors charges" span={2} />
        <EurosField name="charge" label="Charges" span={2} />
        <Total />
      </FieldGrid>
    </FormDialog>
  );
}

/**
 * The first values: the days of the lease in the month, with their rent; the whole month when the lease has no day in
 * it.
 */
function startOf(dossier: ManualDossier, mois: Mois): ManualRequest {
  const due = montantsDuMois(dossier, mois);
  return {
    date: due?.debut ?? premierJour(mois),
    dateFin: due?.fin ?? dernierJour(mois),
    prixHC: due?.loyerHC ?? dossier.loyerHC,
    charge: due?.charge ?? dossier.loyerCharge,
  };
}

interface DoubtsProps {
  dossier: ManualDossier;
  /** The receipts of the dossier that are not cancelled. */
  faites: readonly QuittanceFaite[];
}

const doubtsOf = (
  periode: Pick<ManualRequest, "date" | "dateFin">,
  dossier: ManualDossier,
  faites: readonly QuittanceFaite[],
) => avertissementsPeriode(periode, dossier, faites, aujourdhui(new Date()));

/** The doubts about the period, shown while the user types. */
function Doubts({ dossier, faites }: DoubtsProps) {
  const { date, dateFin } = useReadable(demandeManuelle);
  if (!date || !dateFin || dateFin < date) return null;
  return <Notes notes={doubtsOf({ date, dateFin }, dossier, faites)} />;
}

const isWanted = async (doubts: readonly string[]) =>
  doubts.length === 0 ||
  (await confirm({
    title: "Générer cette quittance ?",
    text: doubts.join(" "),
    action: "Générer quand même",
  }));

function Total() {
  const prixHC = useNumber("prixHC");
  const charge = useNumber("charge");
  const total = prixHC === null || charge === null ? null : somme(prixHC, charge);
  return <DerivedEuros label="Total" value={total} span={2} />;
}
