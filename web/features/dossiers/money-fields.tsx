import { fraisDossier } from "#domain/biens/dossier.ts";
import { loyerTTC } from "#domain/montants.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { DerivedEuros } from "#web/components/fields/derived-field.tsx";
import { Section } from "#web/components/fields/field.tsx";
import { EurosField, NumberField, SelectField, TextField } from "#web/components/fields/fields.tsx";
import { useNumber } from "#web/components/form/form-context.ts";

const MODES_CHARGES = [
  { value: "provisions", label: "Provisions" },
  { value: "forfait", label: "Forfait" },
  { value: "periodique", label: "Paiement périodique" },
];

export function LoyerFields() {
  const loyerHC = useNumber("loyerHC");
  const loyerCharge = useNumber("loyerCharge");
  const total = loyerHC === null || loyerCharge === null ? null : loyerTTC(loyerHC, loyerCharge);
  return (
    <Section title="Loyer">
      <EurosField name="loyerHC" label="Loyer HC" span={2} />
      <EurosField name="loyerCharge" label="Charges" span={2} />
      <DerivedEuros label="Loyer TTC" value={total} span={2} />
      <NumberField name="jourQuitance" label="Jour de quittance" decimals={0} />
      <SelectField name="chargesMode" label="Mode des charges" options={MODES_CHARGES} />
      <NumberField name="indice" label="Indice de référence" />
      <TextField name="indiceTrim" label="Trimestre de l’indice" />
    </Section>
  );
}

export function DepotGarantieFields() {
  return (
    <Section title="Dépôt de garantie">
      <EurosField name="depotGarantie" label="Dépôt de garantie" />
      <DateField name="dateRetourCaution" label="Restitué le" />
    </Section>
  );
}

export function FeeFields() {
  const fees = fraisDossier({
    fraisDossierTTC: useNumber("fraisDossierTTC"),
    fraisDossierTauxTVA: useNumber("fraisDossierTauxTVA") ?? 0,
  });
  return (
    <Section title="Frais de dossier">
      <TextField name="numFraisDossier" label="Numéro" />
      <DateField name="dateFraisDossier" label="Date" />
      <EurosField name="fraisDossierTTC" label="Montant TTC" />
      <NumberField name="fraisDossierTauxTVA" label="Taux de TVA" unit="%" />
      <DerivedEuros label="Montant HT" value={fees.fraisDossierHT} />
      <DerivedEuros label="TVA" value={fees.fraisDossierTVA} />
      <EurosField name="honorairesBailleurTTC" label="Honoraires du bailleur TTC" />
      <EurosField name="fraisEdlTTC" label="État des lieux, locataire" />
      <EurosField name="fraisEdlBailleurTTC" label="État des lieux, bailleur" />
    </Section>
  );
}
