import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { reglagesDe } from "#domain/agence/agence.ts";
import {
  GROUPES,
  type Groupe,
  type Reglage,
  type SectionDesReglages,
} from "#domain/agence/reglage.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { type FieldProps, Section } from "#web/components/fields/field.tsx";
import {
  EmailField,
  NumberField,
  PhoneField,
  SelectField,
  SwitchField,
  TextareaField,
  TextField,
} from "#web/components/fields/fields.tsx";
import { agenceQuery } from "#web/entities/agence/variables-agence.ts";
import { IbanField } from "./iban-field.tsx";

export function SettingsSection({ group, action }: { group: Groupe; action?: ReactNode }) {
  const { titre, texte }: SectionDesReglages = GROUPES[group];
  const { data: agence } = useQuery(agenceQuery);
  return (
    <Section title={titre} text={texte} action={action}>
      {reglagesDe(group).map(([name, setting]) => (
        <SettingField
          key={name}
          name={name}
          setting={setting}
          unreadable={agence?.illisibles.find(({ cle }) => cle === name)?.texte}
        />
      ))}
    </Section>
  );
}

interface SettingFieldProps {
  name: string;
  setting: Reglage;
  /** The stored text, when it is no valid value of this setting. */
  unreadable: string | undefined;
}

function SettingField({ name, setting, unreadable }: SettingFieldProps) {
  const { aide, choix = {}, clavier, exemple, saisie, unite } = setting;
  const field: FieldProps = {
    name,
    label: setting.libelle,
    span: setting.largeur,
    hint:
      unreadable === undefined
        ? aide
        : `« ${unreadable} » n’est pas une valeur possible : celle par défaut est employée.`,
  };
  switch (saisie) {
    case "ligne":
      return <TextField {...field} placeholder={exemple} inputMode={clavier} />;
    case "paragraphe":
      return <TextareaField {...field} />;
    case "courriel":
      return <EmailField {...field} />;
    case "telephone":
      return <PhoneField {...field} />;
    case "iban":
      return <IbanField {...field} />;
    case "nombre":
      return <NumberField {...field} unit={unite} />;
    case "entier":
      return <NumberField {...field} unit={unite} decimals={0} />;
    case "jour":
      return <DateField {...field} />;
    case "ouiNon":
      return <SwitchField {...field} />;
    case "choix":
      return (
        <SelectField
          {...field}
          options={Object.entries(choix).map(([value, label]) => ({ value, label }))}
        />
      );
  }
}
