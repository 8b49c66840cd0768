import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { deStationnement, type Regime, regime, sousLoi89 } from "#domain/bail/bail.ts";
import {
  enZoneTendue,
  finPreavis,
  MOTIFS_PREAVIS,
  type MotifPreavis,
} from "#domain/bail/preavis.ts";
import { restitutionDepot } from "#domain/bail/restitution-depot.ts";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import { compteurRecule } from "#domain/biens/index-des-compteurs.ts";
import { avertissementsDepart } from "#domain/biens/logement.ts";
import { formatJour, type Jour, moisEnLettres } from "#domain/dates.ts";
import { formatEuros } from "#domain/montants.ts";
import { finDuLoyer } from "#domain/quittances/jours-de-loyer.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { SelectField, SwitchField, TextField } from "#web/components/fields/fields.tsx";
import { useFollowing, useValue } from "#web/components/form/form-context.ts";
import { appartements } from "#web/entities/biens/appartements.ts";
import { formatCount } from "#web/lib/format.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { leaseOf, type Overbilled, overbilled, owedOn, receiptsOf } from "./departure-receipts.ts";

const MOTIFS = Object.entries(MOTIFS_PREAVIS).map(([value, label]) => ({ value, label }));

export const KeysField = () => <DateField name="dateSortie" label="Remise des clés" />;

/** The notice, the keys, and a summary of what is still to be settled. */
export const DepartureFields = ({ dossier }: { dossier: DossierDetail }) => (
  <>
    <FieldGrid>
      <NoticeFields dossier={dossier} />
      <KeysField />
      {!deStationnement({ regime: regime(dossier, dossier.Locataire.rp) }) && (
        <ExitMeter edfEntree={dossier.edfEntree} />
      )}
    </FieldGrid>
    <Summary dossier={dossier} />
  </>
);

/** The meter at the exit; a reading lower than that of the entry shows a warning. */
function ExitMeter({ edfEntree }: Pick<DossierDetail, "edfEntree">) {
  const edfSortie = useValue<string>("edfSortie");
  return (
    <TextField
      name="edfSortie"
      label="Relevé EDF à la sortie"
      inputMode="numeric"
      hint={
        compteurRecule(edfEntree, edfSortie)
          ? `Moins qu’à l’entrée (${edfEntree}) : a-t-il été remplacé, ou mal relevé ?`
          : edfEntree
            ? `À l’entrée : ${edfEntree}`
            : undefined
      }
    />
  );
}

/** The day the notice was received, and its end, which the law proposes. */
export function NoticeFields({ dossier }: { dossier: DossierDetail }) {
  const { data: appartement } = useQuery(appartements.find(dossier.AppartementId));
  const regimeDuBail = regime(dossier, dossier.Locataire.rp);
  const tense = appartement !== undefined && enZoneTendue(appartement);
  const recuLe = useValue<Jour>("dateDebutPreavis");
  const motif = useValue<MotifPreavis>("motif");
  useFollowing(
    "dateFinPreavis",
    recuLe && finPreavis(recuLe, { regime: regimeDuBail, zoneTendue: tense, motif }),
  );
  return (
    <>
      <DateField name="dateDebutPreavis" label="Congé reçu le" />
      <DateField
        name="dateFinPreavis"
        label="Fin du préavis"
        hint={recuLe && lengthOf(regimeDuBail, tense, motif)}
      />
      {regimeDuBail === "nu" && !tense && (
        <SelectField
          name="motif"
          label="Préavis réduit à un mois"
          options={MOTIFS}
          hint="Sans motif : trois mois."
        />
      )}
    </>
  );
}

function lengthOf(regimeDuBail: Regime, tense: boolean, motif: MotifPreavis | null): string {
  if (!sousLoi89({ regime: regimeDuBail })) return "Selon le bail.";
  if (regimeDuBail !== "nu") return "Un mois.";
  if (tense) return "Un mois en zone tendue, si le congé le dit ; sinon trois.";
  return motif ? "Un mois, pour ce motif." : "Trois mois.";
}

/** The last day of rent, the receipts after it, the debt and the deposit. */
function Summary({ dossier }: { dossier: DossierDetail }) {
  const dateSortie = useValue<Jour>("dateSortie");
  const recuLe = useValue<Jour>("dateDebutPreavis");
  const finConge = useValue<Jour>("dateFinPreavis");
  const receipts = useQuery(receiptsOf(dossier.id)).data?.data ?? [];
  const stored = leaseOf(dossier);
  const notice = recuLe && finConge ? { dateDebutPreavis: recuLe, dateFinPreavis: finConge } : {};
  const lease = { ...stored, ...notice, dateSortie: dateSortie ?? stored.dateSortie };
  const fin = finDuLoyer(lease);
  const owed = owedOn(receipts);
  const beyond = overbilled(lease, receipts);
  return (
    <dl className="mt-5 space-y-3 border-t pt-4">
      <Line title="Loyer">
        {fin === null ? "Il court sans fin." : `Il court jusqu’au ${formatJour(fin)}.`}
        {avertissementsDepart(lease).map((warning) => (
          <span key={warning} className="block text-orange">
            {warning}
          </span>
        ))}
      </Line>
      {beyond.length > 0 && (
        <Line title="Déjà quittancé">
          <Beyond beyond={beyond} />
        </Line>
      )}
      <Line title="Reste dû">
        {owed.count === 0
          ? "Rien\u00A0: toutes les quittances sont payées."
          : `${formatEuros(owed.sum)} sur ${formatCount(owed.count, "quittance")}.`}
      </Line>
      <Line title="Dépôt de garantie">
        <Deposit dossier={dossier} dateSortie={dateSortie} />
      </Line>
    </dl>
  );
}

function Line({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[9rem_1fr]">
      <dt className="text-muted">{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Beyond({ beyond }: { beyond: readonly Overbilled[] }) {
  const mayCancel = usePeut("supprimer");
  return (
    <>
      <ul className="mb-2 space-y-0.5">
        {beyond.map(({ receipt, mois, due }) => (
          <li key={receipt.id}>
            <span className="inline-block first-letter:uppercase">{moisEnLettres(mois)}</span> :{" "}
            {formatEuros(receipt.total)} demandés,{" "}
            {due
              ? `${formatEuros(due.total)} dus jusqu’au ${formatJour(due.fin)}`
              : "rien n’est dû"}
            .
          </li>
        ))}
      </ul>
      {mayCancel ? (
        <SwitchField
          name="refaire"
          label={
            beyond.length > 1
              ? "Les annuler et refaire au prorata"
              : "L’annuler et refaire au prorata"
          }
        />
      ) : (
        <p className="text-muted">Une personne qui peut supprimer pourra l’annuler.</p>
      )}
    </>
  );
}

function Deposit({ dossier, dateSortie }: { dossier: DossierDetail; dateSortie: Jour | null }) {
  const { depotGarantie, dateRetourCaution } = dossier;
  if (depotGarantie === 0) return "Aucun.";
  const amount = formatEuros(depotGarantie);
  if (dateRetourCaution) return `${amount}, restitués le ${formatJour(dateRetourCaution)}.`;
  const terms = dateSortie && restitutionDepot(dateSortie, regime(dossier, dossier.Locataire.rp));
  if (!terms) return `${amount} à restituer.`;
  return `${amount} à restituer avant le ${formatJour(terms.conforme)} si l’état des lieux de sortie est conforme, sinon avant le ${formatJour(terms.sinon)}.`;
}
