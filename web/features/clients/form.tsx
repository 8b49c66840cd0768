import { useEffect, useRef } from "react";
import { useParams } from "wouter";
import { aujourdhui } from "#domain/dates.ts";
import { CHOIX_PAR_DEFAUT, estRenseigne, seulRenseigne } from "#domain/personnes/client.ts";
import { mineurLe } from "#domain/personnes/majorite.ts";
import { estMorale, nomComplet, type Qualite, TITRES } from "#domain/personnes/personne.ts";
import { AddressFields } from "#web/components/fields/address-fields.tsx";
import { DateField } from "#web/components/fields/date-field.tsx";
import { Columns, Section, SectionColumn } from "#web/components/fields/field.tsx";
import {
  EmailField,
  PhoneField,
  RadioField,
  SelectField,
  SwitchField,
  TextField,
} from "#web/components/fields/fields.tsx";
import { RelationField } from "#web/components/fields/relation-field.tsx";
import { useForm, useValue } from "#web/components/form/form-context.ts";
import { FormNotes } from "#web/components/form/form-notes.tsx";
import { clients } from "#web/entities/personnes/clients.ts";
import { clientColumns } from "#web/entities/personnes/clients-columns.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";

const ClientNotes = lazyNamed(() => import("./notes.tsx"), "ClientNotes");

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
const SIEGES = [
  { value: "adresse", label: "Siège" },
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
  const company = estMorale({ qualite: useValue<Qualite>("qualite") ?? undefined });
  const { start } = useForm();
  const alsoNamed = start.qualite !== "personne_physique" && estRenseigne(start.prenom);
  const represented = estRenseigne(useValue<string>("representantNom"));
  const birth = useValue<string>("naissance");
  const minor =
    /^\d{4}-\d\d-\d\d$/.test(birth ?? "") && mineurLe(birth ?? "", aujourdhui(new Date()));
  useSoleChoice("telDefaut");
  useSoleChoice("mailDefaut");
  useSoleChoice("adresseDefaut");
  useOneName(company);
  return (
    <FormNotes source={(tell) => <ClientNotes tell={tell} />}>
      <Columns>
        <SectionColumn>
          <Section title="Identité">
            <RadioField name="qualite" label="Qualité" options={QUALITES} span={6} />
            {company ? (
              <>
                <TextField name="nom" label="Dénomination" span={6} />
                {alsoNamed && <TextField name="prenom" label="Prénom" span={6} />}
                <TextField
                  name="representantNom"
                  label="Représentée par"
                  hint={!represented && "Les mandats et les baux laissent un blanc."}
                />
                <TextField name="representantQualite" label="En qualité de" />
              </>
            ) : (
              <>
                <RadioField name="titre" label="Titre" options={TITRES} span={6} />
                <TextField name="nom" label="Nom" />
                <TextField name="prenom" label="Prénom" required />
                <TextField name="nomJeuneFille" label="Nom de naissance" />
                <SelectField name="sexe" label="Sexe" options={SEXES} />
                <DateField name="naissance" label="Date de naissance" past />
                <TextField name="lieuNaissance" label="Lieu de naissance" />
                <TextField
                  name="cpNaissance"
                  label="Code postal de naissance"
                  inputMode="numeric"
                />
                {(minor || represented) && (
                  <>
                    <TextField
                      name="representantNom"
                      label="Représenté par"
                      hint={!represented && "Un mineur ne signe que par son représentant légal."}
                    />
                    <TextField name="representantQualite" label="En qualité de" />
                  </>
                )}
              </>
            )}
          </Section>
          {(!company || attached) && (
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
          )}
          <Section title="Références">
            <TextField name="numEdf" label="Numéro EDF" />
            <TextField name="numEnedis" label="Numéro Enedis" />
            <TextField name="numSiret" label="Numéro SIRET" />
            {company && (
              <>
                <TextField name="tvaIntra" label="TVA intracommunautaire" />
                <TextField name="adresseElectronique" label="Adresse de facturation électronique" />
                <SwitchField name="assujetti" label="Assujettie à la TVA" />
              </>
            )}
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
          <Section title={company ? "Siège" : "Adresse personnelle"}>
            <AddressFields />
          </Section>
          <Section title="Adresse fiscale">
            <AddressFields names={ADRESSE_FISCALE} />
            <RadioField
              name="adresseDefaut"
              label="Adresse des courriers"
              options={company ? SIEGES : ADRESSES}
              span={6}
            />
          </Section>
        </SectionColumn>
      </Columns>
    </FormNotes>
  );
}

/** When only one telephone, e-mail or address is typed, chooses it as the default. */
function useSoleChoice(name: keyof typeof CHOIX_PAR_DEFAUT): void {
  const { mode, useValues, getValue, setValue } = useForm();
  const fields: readonly string[] = CHOIX_PAR_DEFAUT[name];
  const values = useValues(fields);
  const written = Object.fromEntries(fields.map((field, rank) => [field, values[rank]]));
  const sole = seulRenseigne(written, fields);
  const previous = useRef(sole);
  useEffect(() => {
    if (sole === previous.current) return;
    previous.current = sole;
    const chosen = String(getValue(name) ?? "");
    // A value typed by hand stays, and so does the choice of a filled field.
    const empty = !estRenseigne(chosen) || (fields.includes(chosen) && !getValue(chosen));
    if (mode === "edit" && sole && empty) setValue(name, sole, true);
  }, [mode, name, sole, fields, getValue, setValue]);
}

/** When a person becomes a company, the first name is moved to the start of the company's name. */
function useOneName(company: boolean): void {
  const { start, getValue, setValue } = useForm();
  const prenom = useValue<string>("prenom");
  const become = company && start.qualite === "personne_physique";
  useEffect(() => {
    if (!become || !prenom) return;
    setValue("nom", [prenom, getValue("nom")].filter(Boolean).join(" "));
    setValue("prenom", null);
  }, [become, prenom, getValue, setValue]);
}
