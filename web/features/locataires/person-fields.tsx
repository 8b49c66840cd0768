import { TITRES } from "#domain/personnes/personne.ts";
import { DateField } from "#web/components/date-field.tsx";
import { EmailField, PhoneField, RadioField, TextField } from "#web/components/fields.tsx";

interface PersonFieldsProps {
  /** « autre », « mineur »: the fields are named after it; none for the main holder. */
  prefix?: string;
  /** The marks of a section that the schema alone does not require. */
  required?: boolean;
  /** The minor has none. */
  maidenName?: boolean;
}

const nameIn = (prefix: string) => (field: string) =>
  prefix ? prefix + field.charAt(0).toUpperCase() + field.slice(1) : field;

/** Who someone is: the holder of the lease, the second one, or a minor. */
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

/** How to reach this person. */
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
