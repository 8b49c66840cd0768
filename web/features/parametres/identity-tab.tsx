import { identite } from "#domain/variable.ts";
import { Columns, Section, SectionColumn } from "#web/components/field.tsx";
import { EmailField, PhoneField, SwitchField, TextField } from "#web/components/fields.tsx";
import { AgencyPictures } from "./agency-pictures.tsx";
import { SettingsForm } from "./settings-form.tsx";

/** Who the agency is: what the foot and the head of every document say (domain/README §8.3). */
export function IdentityTab() {
  return (
    <SettingsForm name="agence" schema={identite}>
      <Columns>
        <SectionColumn>
          <Section title="Identité">
            <TextField name="agenceNom" label="Nom de l’agence" span={6} />
            <TextField name="formeJuridique" label="Forme juridique" placeholder="SARL" />
            <TextField name="capital" label="Capital" placeholder="40 000 €" />
            <TextField name="siret" label="SIRET" inputMode="numeric" />
            <TextField name="rcs" label="RCS" placeholder="Paris 912 345 670" />
            <TextField name="tvaIntra" label="TVA intracommunautaire" />
          </Section>
          <Section title="Coordonnées">
            <TextField name="agenceAdresse" label="Adresse" span={6} />
            <TextField name="agenceCp" label="Code postal" inputMode="numeric" span={2} />
            <TextField name="agenceVille" label="Ville" span={4} />
            <PhoneField name="agenceTel" label="Téléphone" />
            <EmailField name="agenceEmail" label="E-mail" />
            <TextField name="agenceSite" label="Site" span={6} placeholder="https://" />
          </Section>
          <Section title="Signature des documents">
            <TextField name="signataireNom" label="Signataire" />
            <TextField name="signataireQualite" label="Qualité" placeholder="Gérante" />
          </Section>
          <AgencyPictures />
          <Section title="Compte bancaire" text="Celui sur lequel les loyers sont versés.">
            <TextField name="iban" label="IBAN" span={4} />
            <TextField name="bic" label="BIC" span={2} />
          </Section>
        </SectionColumn>
        <SectionColumn>
          <Section
            title="Carte professionnelle"
            text="Sans numéro, les documents le signalent et laissent la mention vide."
          >
            <TextField
              name="carteNumero"
              label="Numéro"
              span={6}
              placeholder="CPI 7501 2026 000 000 001"
            />
            <TextField name="carteType" label="Mention" placeholder="Gestion" />
            <TextField name="carteLieu" label="Délivrée par la CCI de" />
          </Section>
          <Section title="Garantie financière">
            <TextField name="garantNom" label="Garant" span={6} />
            <TextField name="garantAdresse" label="Adresse du garant" span={6} />
            <TextField name="garantMontant" label="Montant garanti" placeholder="110 000 €" />
            <SwitchField name="nonDetentionFonds" label="Non-détention de fonds" />
          </Section>
          <Section title="Responsabilité civile professionnelle">
            <TextField name="rcpAssureur" label="Assureur" span={6} />
            <TextField name="rcpPolice" label="Numéro de police" />
          </Section>
          <Section title="Médiateur de la consommation">
            <TextField name="mediateurNom" label="Médiateur" span={6} />
            <TextField name="mediateurAdresse" label="Adresse du médiateur" span={6} />
            <TextField name="mediateurSite" label="Site du médiateur" span={6} />
          </Section>
        </SectionColumn>
      </Columns>
    </SettingsForm>
  );
}
