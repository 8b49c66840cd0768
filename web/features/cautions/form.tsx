import { TITRES } from "#domain/personnes/personne.ts";
import { COLOCATAIRES } from "#domain/personnes/titulaires.ts";
import { AddressFields } from "#web/components/fields/address-fields.tsx";
import { DateField } from "#web/components/fields/date-field.tsx";
import { Columns, Section, SectionColumn } from "#web/components/fields/field.tsx";
import {
  EmailField,
  EurosField,
  NumberField,
  PhoneField,
  RadioField,
  TextareaField,
  TextField,
} from "#web/components/fields/fields.tsx";
import { useForm, useValue } from "#web/components/form/form-context.ts";
import { WHOLE_FORM } from "#web/components/form/form-notes.tsx";

const ADDRESS = { adresse: "adresse", codePostal: "cp", ville: "ville" };
const TERMS = [
  { value: "determinee", label: "Déterminée" },
  { value: "indeterminee", label: "Indéterminée" },
];

/**
 * The guarantor's identity and the extent of the guarantee. Read mode leaves out the name, which the card shows
 * above.
 */
export function CautionFields({ colocataires }: { colocataires: readonly string[] }) {
  const { mode } = useForm();
  const term = useValue<string>("dureeType");
  return (
    <Columns>
      <SectionColumn>
        <Section title="Identité">
          {mode === "edit" && (
            <>
              <RadioField name="titre" label="Titre" options={TITRES} span={6} />
              <TextField name="nom" label="Nom" />
              <TextField name="prenom" label="Prénom" />
            </>
          )}
          <DateField name="naissance" label="Date de naissance" past />
          <TextField name="lieuNaissance" label="Lieu de naissance" />
        </Section>
        <Section title="Coordonnées">
          <PhoneField name="mobile" label="Mobile" />
          <EmailField name="mail" label="E-mail" />
          <AddressFields names={ADDRESS} />
        </Section>
      </SectionColumn>
      <SectionColumn>
        <Section
          title="Engagement"
          text="Ce que l’acte de cautionnement reprend."
          notes={WHOLE_FORM}
        >
          <EurosField
            name="montantMax"
            label="Montant maximum"
            hint="Vide : le loyer et les charges des mois du bail, selon les paramètres."
          />
          <RadioField name="dureeType" label="Durée de l’engagement" options={TERMS} />
          {colocataires.length > 0 && (
            <RadioField
              name="colocataire"
              label="Colocataire dont le départ met fin à l’engagement"
              options={colocataires.map((label, rank) => ({
                value: COLOCATAIRES[rank] ?? "",
                label,
              }))}
              span={6}
            />
          )}
          {term === "indeterminee" && (
            <NumberField
              name="preavis"
              label="Préavis de la caution"
              unit="mois"
              decimals={0}
              hint="Repris par l’acte d’un bail du Code civil seul."
            />
          )}
          {term === "determinee" && (
            <DateField
              name="dateFinCaution"
              label="Fin de l’engagement"
              hint="Vide : le terme du bail et de son premier renouvellement."
            />
          )}
        </Section>
        <Section title="Suivi de l’acte">
          <DateField name="dateCautionSolidaire" label="Date de l’acte" span={2} />
          <DateField name="retourCautionSolidaire" label="Revenu le" span={2} />
          <DateField name="signatureCautionSolidaire" label="Signé le" span={2} />
          <TextareaField
            name="complement"
            label="Complément"
            hint="Repris dans l’acte comme conditions particulières."
          />
        </Section>
      </SectionColumn>
    </Columns>
  );
}
