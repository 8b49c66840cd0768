import { useParams } from "wouter";
import { nomComplet, TITRES } from "#domain/personne.ts";
import { AddressFields } from "#web/components/address-fields.tsx";
import { DateField } from "#web/components/date-field.tsx";
import { Columns, Section, SectionColumn } from "#web/components/field.tsx";
import {
  EmailField,
  PhoneField,
  RadioField,
  SelectField,
  TextField,
} from "#web/components/fields.tsx";
import { useValue } from "#web/components/form-context.ts";
import { RelationField } from "#web/components/relation-field.tsx";
import { clients } from "#web/entities/clients/api.ts";
import { clientColumns } from "#web/entities/clients/columns.tsx";

const SEXES = [{ value: "Non définit", label: "Non défini" }, "Male", "Femelle"];
const QUALITES = [
  { value: "personne_physique", label: "Personne physique" },
  { value: "sci_familiale", label: "SCI familiale" },
  { value: "personne_morale", label: "Personne morale" },
];
const ADRESSES = [
  { value: "adresse", label: "Personnelle" },
  { value: "adresseFiscale", label: "Fiscale" },
];
const MAILS = [
  { value: "mailPerso", label: "E-mail personnel" },
  { value: "mailPro", label: "E-mail professionnel" },
];
const TELEPHONES = [
  { value: "mobilePerso", label: "Mobile personnel" },
  { value: "mobilePro", label: "Mobile professionnel" },
  { value: "fixePerso", label: "Fixe personnel" },
  { value: "fixePro", label: "Fixe professionnel" },
];
const ADRESSE_FISCALE = {
  adresse: "adresseFiscale",
  codePostal: "codePostalFiscale",
  ville: "villeFiscale",
};

export function ClientFields() {
  const { id } = useParams();
  const attached = useValue<number>("mariage") !== null;
  return (
    <Columns>
      <SectionColumn>
        <Section title="Identité">
          <RadioField name="titre" label="Titre" options={TITRES} span={6} />
          <TextField name="nom" label="Nom" />
          <TextField name="prenom" label="Prénom" />
          <TextField name="nomJeuneFille" label="Nom de naissance" />
          <SelectField name="sexe" label="Sexe" options={SEXES} />
          <DateField name="naissance" label="Date de naissance" past />
          <TextField name="lieuNaissance" label="Lieu de naissance" />
          <TextField name="cpNaissance" label="Code postal de naissance" inputMode="numeric" />
          <SelectField name="qualite" label="Qualité" options={QUALITES} />
        </Section>
        <Section title="Conjoint">
          <RelationField
            name="mariage"
            label="Client lié"
            span={6}
            resource={clients}
            columns={clientColumns}
            title="Choisir le conjoint"
            exclude={[Number(id)]}
            search="Nom, téléphone, e-mail"
            rowName={nomComplet}
            display={nomComplet}
            href={(id) => `/client/${id}`}
          />
          {attached && <TextField name="nom2" label="Second nom" span={6} />}
        </Section>
        <Section title="Références">
          <TextField name="numEdf" label="Numéro EDF" />
          <TextField name="numEnedis" label="Numéro Enedis" />
          <TextField name="numSiret" label="Numéro SIRET" />
          <DateField name="creationPOI" label="Création POI" />
          <DateField name="dateDepotPOI" label="Dépôt POI" />
        </Section>
      </SectionColumn>
      <SectionColumn>
        <Section title="Contact">
          <PhoneField name="mobilePerso" label="Mobile personnel" />
          <PhoneField name="mobilePro" label="Mobile professionnel" />
          <PhoneField name="fixePerso" label="Fixe personnel" />
          <PhoneField name="fixePro" label="Fixe professionnel" />
          <SelectField
            name="telDefaut"
            label="Téléphone par défaut"
            options={TELEPHONES}
            span={6}
          />
          <EmailField name="mailPerso" label="E-mail personnel" />
          <EmailField name="mailPro" label="E-mail professionnel" />
          <SelectField name="mailDefaut" label="E-mail par défaut" options={MAILS} span={6} />
        </Section>
        <Section title="Adresse personnelle">
          <AddressFields />
        </Section>
        <Section title="Adresse fiscale">
          <AddressFields names={ADRESSE_FISCALE} />
          <RadioField
            name="adresseDefaut"
            label="Adresse des courriers"
            options={ADRESSES}
            span={6}
          />
        </Section>
      </SectionColumn>
    </Columns>
  );
}
