import {
  DESTINATIONS,
  MODES_CHAUFFAGE,
  PERIODES_CONSTRUCTION,
  TYPES_IMMEUBLE,
} from "#domain/biens/appartement.ts";
import { loyerTTC } from "#domain/montants.ts";
import { AddressFields } from "#web/components/fields/address-fields.tsx";
import { DerivedEuros } from "#web/components/fields/derived-field.tsx";
import { Columns, Section, SectionColumn } from "#web/components/fields/field.tsx";
import {
  EurosField,
  NumberField,
  RadioField,
  SelectField,
  SwitchField,
  TextareaField,
  TextField,
} from "#web/components/fields/fields.tsx";
import { useNumber, useValue } from "#web/components/form/form-context.ts";
import { BailMentionFields } from "./bail-mention-fields.tsx";
import { BuildingFields } from "./building-fields.tsx";

export function AppartementFields() {
  return (
    <Columns>
      <SectionColumn>
        <Section title="Adresse">
          <AddressFields />
          <TextField name="situation" label="Situation" placeholder="Bâtiment B, porte gauche" />
          <TextField name="etage" label="Étage" />
        </Section>
        <CharacteristicFields />
        <Section title="Accès">
          <TextField name="numeroClef" label="Numéro de clef" />
          <TextField name="digicode" label="Digicode" />
          <TextField name="detailClef" label="Détail des clefs" span={6} />
          <TextField name="detailTelecomande" label="Détail des télécommandes" span={6} />
          <TextField name="pdl" label="Point de livraison (PDL)" inputMode="numeric" />
        </Section>
        <Section title="Équipement et remarques">
          <TextareaField name="elementEquipementImportant" label="Équipements importants" />
          <TextareaField name="elementEquipement" label="Autres équipements" />
          <TextareaField
            name="autresInfo"
            label="Autres informations"
            hint="Balcon, terrasse, jardin : le bail l’imprime parmi les parties du logement."
          />
        </Section>
      </SectionColumn>
      <SectionColumn>
        <LoyerFields />
        <Section title="Suivi">
          <SwitchField name="wip" label="Travaux en cours" />
          <SwitchField name="quitanceAuto" label="Quittances automatiques" />
        </Section>
        <BuildingFields />
        <BailMentionFields />
      </SectionColumn>
    </Columns>
  );
}

function CharacteristicFields() {
  const cave = useValue<boolean>("cave") === true;
  return (
    <Section title="Caractéristiques">
      <NumberField name="nbPiece" label="Pièces" decimals={0} />
      <NumberField name="surface" label="Surface habitable" unit="m²" />
      <RadioField
        name="typeImmeuble"
        label="Type d’immeuble"
        options={TYPES_IMMEUBLE.map(capitalised)}
      />
      <SelectField
        name="periodeConstruction"
        label="Période de construction"
        options={PERIODES_CONSTRUCTION.map(capitalised)}
      />
      <RadioField
        name="destination"
        label="Destination"
        options={DESTINATIONS.map(capitalised)}
        span={6}
      />
      <RadioField name="chauffage" label="Chauffage" options={MODES_CHAUFFAGE.map(capitalised)} />
      <RadioField name="eauChaude" label="Eau chaude" options={MODES_CHAUFFAGE.map(capitalised)} />
      <SwitchField name="cave" label="Cave" />
      {cave && <TextField name="caveNum" label="Numéro de cave" />}
    </Section>
  );
}

function LoyerFields() {
  const loyerHC = useNumber("loyerHC");
  const charge = useNumber("charge");
  const total = loyerHC === null || charge === null ? null : loyerTTC(loyerHC, charge);
  return (
    <Section title="Loyer">
      <EurosField name="loyerHC" label="Loyer HC" span={2} />
      <EurosField name="charge" label="Charges" span={2} />
      <DerivedEuros label="Loyer CC" value={total} span={2} />
    </Section>
  );
}

/** « Usage mixte » for the wire's « usage mixte ». */
function capitalised(value: string) {
  return { value, label: value.charAt(0).toUpperCase() + value.slice(1) };
}
