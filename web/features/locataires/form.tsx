import { CHAMPS_MINEUR, CHAMPS_SECOND_TITULAIRE } from "#domain/locataire.ts";
import { AddressFields } from "#web/components/address-fields.tsx";
import { Columns, Section, SectionColumn } from "#web/components/field.tsx";
import { RadioField, SwitchField } from "#web/components/fields.tsx";
import { useForm, useValue } from "#web/components/form-context.ts";
import { OptionalSection, useOptionalFields } from "#web/components/optional-section.tsx";
import { IdentityFields, ReachFields } from "./person-fields.tsx";

const RESIDENCES = [
  { value: true, label: "Principale" },
  { value: false, label: "Secondaire" },
];
const TITRE = "Monsieur";

export function LocataireFields() {
  return (
    <Columns>
      <SectionColumn>
        <Section title="Titulaire du bail">
          <IdentityFields />
          <RadioField name="rp" label="Résidence" options={RESIDENCES} span={6} />
        </Section>
        <Section title="Contact">
          <ReachFields />
        </Section>
        <Section title="Adresse">
          <AddressFields />
        </Section>
      </SectionColumn>
      <SectionColumn>
        <Section title="Quittances">
          <SwitchField name="quitanceAuto" label="Quittances automatiques" span={6} />
          <SwitchField
            name="accordEmail"
            label="Accepte les quittances par e-mail"
            hint="L’accord exprès du locataire est nécessaire ; il peut le retirer à tout moment."
            span={6}
          />
        </Section>
        <SecondHolder />
        <Minor />
      </SectionColumn>
    </Columns>
  );
}

function SecondHolder() {
  const { setValue } = useForm();
  const open = useValue<boolean>("secondTitulaire") === true;
  return (
    <OptionalSection
      title="Second titulaire"
      fields={CHAMPS_SECOND_TITULAIRE}
      text="Conjoint ou colocataire qui signe aussi le bail."
      open={open}
      onToggle={(wanted) => {
        for (const name of CHAMPS_SECOND_TITULAIRE) {
          const value = wanted && name === "autreTitre" ? TITRE : null;
          setValue(name, value);
        }
        setValue("secondTitulaire", wanted);
      }}
    >
      <IdentityFields prefix="autre" required />
      <ReachFields prefix="autre" required />
    </OptionalSection>
  );
}

function Minor() {
  const [open, setOpen] = useOptionalFields(CHAMPS_MINEUR, { mineurTitre: TITRE });
  return (
    <OptionalSection
      title="Mineur"
      fields={CHAMPS_MINEUR}
      text="Occupant mineur, pour qui le titulaire signe."
      open={open}
      onToggle={setOpen}
    >
      <IdentityFields prefix="mineur" required maidenName={false} />
      <ReachFields prefix="mineur" required />
    </OptionalSection>
  );
}
