import type { AppartementResume } from "#domain/biens/adresse.ts";
import { nomAppartement } from "#domain/biens/adresse.ts";
import { aujourdhui } from "#domain/dates.ts";
import { periodeProposee, prixPropose } from "#domain/missions/accompte.ts";
import type { AccompteDetail, AccompteRow } from "#domain/missions/accompte-fiche.ts";
import { type Accompte, creation } from "#domain/missions/accompte-fiche.ts";
import type { MissionDetail } from "#domain/missions/mission-fiche.ts";
import { horsTaxe, montantTva } from "#domain/montants.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { DerivedEuros } from "#web/components/fields/derived-field.tsx";
import { FieldFrame, FieldGrid } from "#web/components/fields/field.tsx";
import {
  EurosField,
  NumberField,
  RadioField,
  SwitchField,
} from "#web/components/fields/fields.tsx";
import { useFollowing, useNumber, useValue } from "#web/components/form/form-context.ts";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import type { Saved } from "#web/components/form/form-save.ts";
import { useFormWrites } from "#web/components/form/form-writes.ts";
import { Select } from "#web/components/ui/select.tsx";
import { accomptes, TOUCHED_BY_ACCOMPTES } from "#web/entities/mandats/accomptes.ts";
import { PAYMENT_CHOICES } from "#web/entities/quittances/paiements-choices.ts";
import { notify } from "#web/lib/notify.ts";

interface AccompteDialogProps {
  mission: MissionDetail;
  /** Null to ask for a new instalment. */
  row: AccompteRow | null;
  onClose(): void;
}

export function AccompteDialog({ mission, row, onClose }: AccompteDialogProps) {
  const writes = useFormWrites(accomptes, row?.id ?? null, TOUCHED_BY_ACCOMPTES);
  return (
    <FormDialog<Saved, Accompte>
      title={row ? "Modifier l’acompte" : "Nouvel acompte"}
      schema={creation}
      record={row && typed(row)}
      initial={startOf(mission)}
      {...writes}
      reload={async () => typed(await writes.reload())}
      createLabel="Ajouter l’acompte"
      onSaved={() => {
        notify(row ? "Vos modifications ont été prises en compte." : "L’acompte a été ajouté.");
        onClose();
      }}
      onClose={onClose}
    >
      <FieldGrid>
        <AccompteFields apartments={mission.Appartements} wasPaid={row?.regle ?? false} />
      </FieldGrid>
    </FormDialog>
  );
}

/** The record without its computed price, which nobody types: the form must not compare this price. */
const typed = ({ prixHT: _, ...record }: AccompteRow | AccompteDetail) => record;

/** The first values: the next planned amount, for the month after the last instalment. */
function startOf({ id, Accomptes, Appartements, ...mission }: MissionDetail) {
  const [only, ...others] = Appartements;
  return {
    MissionId: id,
    AppartementId: only && others.length === 0 ? only.id : null,
    ...periodeProposee(
      { dateSignature: mission.dateSignature ?? null, accomptes: Accomptes },
      aujourdhui(new Date()),
    ),
    prix: prixPropose(mission, Accomptes.length),
    tva: mission.tauxTva,
  };
}

interface AccompteFieldsProps {
  apartments: readonly AppartementResume[];
  wasPaid: boolean;
}

function AccompteFields({ apartments, wasPaid }: AccompteFieldsProps) {
  const price = useNumber("prix");
  const rate = useNumber("tva");
  const paid = useValue<boolean>("regle") === true;
  const known = price !== null && rate !== null;
  useFollowing("datePaiement", paid && !wasPaid ? aujourdhui(new Date()) : null);
  return (
    <>
      {apartments.length > 1 && <AppartementField apartments={apartments} />}
      <DateField name="dateDepart" label="Début" />
      <DateField name="dateFin" label="Fin" />
      <EurosField name="prix" label="Prix TTC" />
      <NumberField name="tva" label="Taux de TVA" unit="%" />
      <DerivedEuros label="Prix HT" value={known ? horsTaxe(price, rate) : null} />
      <DerivedEuros label="TVA" value={known ? montantTva(price, rate) : null} />
      <RadioField name="mode" label="Mode de paiement" options={PAYMENT_CHOICES} />
      <DateField name="date" label="Date de la facture" />
      <SwitchField name="regle" label="Réglé" />
      <DateField name="datePaiement" label="Date de paiement" />
      {paid && <EurosField name="montant" label="Montant reçu" hint="Vide : le prix entier." />}
    </>
  );
}

function AppartementField({ apartments }: { apartments: readonly AppartementResume[] }) {
  const options = apartments.map((row) => ({ value: String(row.id), label: nomAppartement(row) }));
  return (
    <FieldFrame name="AppartementId" label="Appartement" span={6} required read={String}>
      {({ value, onChange, ...bound }) => (
        <Select
          {...bound}
          options={options}
          empty={value === null ? "Choisir…" : undefined}
          value={value === null ? "" : String(value)}
          onChange={(event) => onChange(Number(event.target.value) || null)}
        />
      )}
    </FieldFrame>
  );
}
