import { TITRES } from "#domain/personnes/personne.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { EmailField, PhoneField, RadioField, TextField } from "#web/components/fields/fields.tsx";

interface PersonFieldsProps {
  /** The prefix of the fields' names, « autre » or « mineur »; empty for the main tenant. */
  prefix?: string;
  /** Whether the fields are required here, although the schema does not require them. */
  required?: boolean;
  /** False for the minor, who has no maiden name. */
  maidenName?: boolean;
}

const nameIn = (prefix: string) => (field: string) =>
  prefix ? prefix + field.charAt(0).toUpperCase() + field.slice(1) : field;

/** The identity of the main tenant, of the second tenant, or of a minor. */
export function IdentityFields({ prefix = "", required, maidenName = true }: PersonFieldsProps) {
  const named = nameIn(prefix);
  return (
    <>
      <RadioField name={named("titre")} label="Titre" options={TITRES} span={6} />
      <TextField name={named("nom")} label="Nom" required={required} />
      <TextField name={named("prenom")} label="Prénom" required={required ?? prefix === ""} />
      {maidenName && <TextField name={named("nomJeuneFille")} label="Nom de naissance" />}
      <DateField name={named("naissance")} label="Date de naissance" past />
      <TextField name={named("lieuNaissance")} label="Lieu de naissance" />
    </>
  );
}

export function ReachFields({ prefix = "", required }: Omit<PersonFieldsProps, "maidenName">) {
  const named = nameIn(prefix);
  return (
    <>
      <EmailField name={named("mail")} label="E-mail" required={required} />
      {prefix === "" && <EmailField name="mail2" label="Second e-mail" />}
      <PhoneField name={named("tel")} label="Téléphone" required={required} />
      <PhoneField name={named("tel2")} label="Second téléphone" />
    </>
  );
}
