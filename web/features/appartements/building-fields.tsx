import { EmailField, PhoneField, TextField } from "#web/components/fields/fields.tsx";
import { OptionalSection, useOptionalFields } from "#web/components/fields/optional-section.tsx";

const COPROPRIETE = [
  "syndicNom",
  "syndicTel",
  "syndicMail",
  "gestionnaireSyndicNom",
  "gestionnaireSyndicTel",
  "gestionnaireSyndicMail",
  "conseillerSyndical",
  "autreSyndic",
];
const GARDIENNAGE = ["gardienNom", "gardienTel"];

export function BuildingFields() {
  const [owned, setOwned] = useOptionalFields(COPROPRIETE);
  const [guarded, setGuarded] = useOptionalFields(GARDIENNAGE);
  return (
    <>
      <OptionalSection
        title="Copropriété"
        fields={COPROPRIETE}
        text="Syndic, gestionnaire et conseil syndical."
        open={owned}
        onToggle={setOwned}
      >
        <TextField name="syndicNom" label="Syndic" span={6} required />
        <PhoneField name="syndicTel" label="Téléphone du syndic" />
        <EmailField name="syndicMail" label="E-mail du syndic" />
        <TextField name="gestionnaireSyndicNom" label="Gestionnaire" span={6} />
        <PhoneField name="gestionnaireSyndicTel" label="Téléphone du gestionnaire" />
        <EmailField name="gestionnaireSyndicMail" label="E-mail du gestionnaire" />
        <TextField name="conseillerSyndical" label="Conseiller syndical" />
        <TextField name="autreSyndic" label="Autre contact" />
      </OptionalSection>
      <OptionalSection
        title="Gardiennage"
        fields={GARDIENNAGE}
        text="Le gardien de l’immeuble et son téléphone."
        open={guarded}
        onToggle={setGuarded}
      >
        <TextField name="gardienNom" label="Gardien" required />
        <PhoneField name="gardienTel" label="Téléphone du gardien" />
      </OptionalSection>
    </>
  );
}
