import { useEffect, useRef } from "react";
import { fraisDossier } from "#domain/biens/dossier.ts";
import { loyerTTC } from "#domain/montants.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { DerivedEuros } from "#web/components/fields/derived-field.tsx";
import { Section } from "#web/components/fields/field.tsx";
import { EurosField, NumberField, SelectField, TextField } from "#web/components/fields/fields.tsx";
import { useForm, useNumber } from "#web/components/form/form-context.ts";

const MODES_CHARGES = [
  { value: "provisions", label: "Provisions" },
  { value: "forfait", label: "Forfait" },
  { value: "periodique", label: "Paiement périodique" },
];

export function LoyerFields({ dwelling }: { dwelling: boolean }) {
  useProposedIndex(dwelling);
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
      <NumberField
        name="indice"
        label={dwelling ? "Indice de référence (IRL)" : "Valeur de l’indice convenu"}
      />
      <TextField
        name="indiceTrim"
        label={dwelling ? "Trimestre de l’indice" : "Indice convenu et trimestre"}
        hint={!dwelling && "ILC ou ICC : « ILC, 2e trimestre 2026 ». Vide : loyer non révisé."}
      />
    </Section>
  );
}

const INDEX = ["indice", "indiceTrim"] as const;

/** The agency's IRL is proposed to a new lease of a dwelling, and to no parking space. */
function useProposedIndex(dwelling: boolean): void {
  const { mode, start, getValue, setValue } = useForm();
  const previous = useRef(true);
  useEffect(() => {
    if (mode !== "edit" || start.id || previous.current === dwelling) return;
    previous.current = dwelling;
    for (const name of INDEX) {
      const [proposed, other] = dwelling ? [null, start[name]] : [start[name], null];
      if (getValue(name) === proposed) setValue(name, other ?? null);
    }
  }, [dwelling, mode, start, getValue, setValue]);
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
