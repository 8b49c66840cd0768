import { reglages } from "#domain/variable.ts";
import { Columns, Section, SectionColumn } from "#web/components/field.tsx";
import {
  NumberField,
  SelectField,
  SwitchField,
  TextareaField,
  TextField,
} from "#web/components/fields.tsx";
import { SettingsForm } from "./settings-form.tsx";

const ZONES = [
  { value: "tresTendue", label: "Très tendue" },
  { value: "tendue", label: "Tendue" },
  { value: "autre", label: "Autre" },
];

/** What new records and documents start with: what exists already does not change. */
export function DefaultsTab() {
  return (
    <SettingsForm name="defauts" schema={reglages}>
      <Columns>
        <SectionColumn>
          <Section title="TVA">
            <NumberField name="tva" label="Taux de TVA" unit="%" />
          </Section>
          <Section
            title="Indice de référence des loyers"
            text="Repris par chaque nouveau dossier, et modifiable dans celui-ci."
          >
            <NumberField name="irlValeur" label="Valeur" />
            <TextField name="irlTrimestre" label="Trimestre" placeholder="2ème trimestre 2022" />
          </Section>
          <Section title="Bail">
            <TextField name="lieuSignature" label="Lieu de signature" />
            <NumberField
              name="cautionNbMois"
              label="Durée du cautionnement"
              unit="mois"
              decimals={0}
            />
            <SelectField name="zoneDefaut" label="Zone (honoraires)" options={ZONES} />
            <SwitchField name="encadrementActif" label="Encadrement des loyers" />
          </Section>
          <Section
            title="Plafonds des honoraires du locataire"
            text="Par mètre carré de surface habitable, toutes taxes comprises."
          >
            <NumberField name="plafondHonorairesTresTendue" label="Zone très tendue" unit="€/m²" />
            <NumberField name="plafondHonorairesTendue" label="Zone tendue" unit="€/m²" />
            <NumberField name="plafondHonorairesAutre" label="Autre zone" unit="€/m²" />
            <NumberField name="plafondEdl" label="État des lieux" unit="€/m²" />
          </Section>
        </SectionColumn>
        <SectionColumn>
          <Section title="Mandats">
            <NumberField
              name="delaiPreavisMandat"
              label="Préavis du mandat"
              unit="mois"
              decimals={0}
            />
            <TextareaField name="pouvoirsMandat" label="Pouvoirs du mandataire" />
            <TextareaField name="tachesIntendance" label="Tâches d’une intendance" />
          </Section>
          <Section title="Données personnelles">
            <TextareaField name="clauseRgpd" label="Clause des documents" />
          </Section>
        </SectionColumn>
      </Columns>
    </SettingsForm>
  );
}
