import {
  CHAMPS_MINEUR,
  CHAMPS_SECOND_TITULAIRE,
  CHAMPS_SOCIETE,
} from "#domain/personnes/locataire.ts";
import { estMorale, type Qualite } from "#domain/personnes/personne.ts";
import { AddressFields } from "#web/components/fields/address-fields.tsx";
import { Columns, Section, SectionColumn } from "#web/components/fields/field.tsx";
import { RadioField, SwitchField, TextField } from "#web/components/fields/fields.tsx";
import { OptionalSection, useOptionalFields } from "#web/components/fields/optional-section.tsx";
import { useForm, useValue } from "#web/components/form/form-context.ts";
import { IdentityFields, ReachFields } from "./person-fields.tsx";

const RESIDENCES = [
  { value: true, label: "Principale" },
  { value: false, label: "Secondaire" },
];
const TITRE = "Monsieur";
const OTHER_ADDRESS = {
  adresse: "autreAdresse",
  codePostal: "autreCodePostal",
  ville: "autreVille",
};

export function LocataireFields() {
  const company = estMorale({ qualite: useValue<Qualite>("qualite") ?? undefined });
  return (
    <Columns>
      <SectionColumn>
        <Section title="Titulaire du bail">
          {company ? (
            <TextField name="nom" label="Dénomination" span={6} />
          ) : (
            <>
              <IdentityFields />
              <RadioField name="rp" label="Résidence" options={RESIDENCES} span={6} />
            </>
          )}
        </Section>
        <Section title="Contact">
          <ReachFields />
        </Section>
        <Section title={company ? "Siège" : "Adresse"}>
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
        {!company && (
          <>
            <SecondHolder />
            <Minor />
          </>
        )}
        <Company open={company} />
      </SectionColumn>
    </Columns>
  );
}

/** A company as tenant: its identity and its signatory, instead of a civil status. */
function Company({ open }: { open: boolean }) {
  const { getValue, setValue } = useForm();
  const represented = useValue<string>("representantNom");
  function toggle(wanted: boolean) {
    const { nom, prenom } = { nom: getValue("nom"), prenom: getValue("prenom") };
    // When a person becomes a company, the first name is moved to the start of the company's name.
    if (wanted && prenom) {
      setValue("nom", [prenom, nom].filter(Boolean).join(" "));
      setValue("prenom", null);
    }
    if (!wanted) for (const name of CHAMPS_SOCIETE) setValue(name, null);
    setValue("qualite", wanted ? "personne_morale" : "personne_physique");
  }
  return (
    <OptionalSection
      title="Personne morale"
      fields={CHAMPS_SOCIETE}
      text="Société ou association qui loue : son bail relève du Code civil."
      open={open}
      onToggle={toggle}
    >
      <TextField name="siren" label="SIREN" inputMode="numeric" span={6} />
      <TextField
        name="representantNom"
        label="Représentée par"
        hint={!represented && "Le bail laisse un blanc."}
      />
      <TextField name="representantQualite" label="En qualité de" />
    </OptionalSection>
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
      <AddressFields names={OTHER_ADDRESS} hint="Vide : celle du premier titulaire." />
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
