import type { EtatLieuxDetail } from "#domain/etat-lieux.ts";
import { DateField } from "#web/components/date-field.tsx";
import { Columns, type FieldProps, Section, SectionColumn } from "#web/components/field.tsx";
import { SwitchField, TextareaField, TextField } from "#web/components/fields.tsx";

interface HeaderFieldsProps {
  /** The entry that this exit is compared with. */
  entry: EtatLieuxDetail | null;
  /** The electricity meter at the entry, which the dossier holds. */
  edfEntree: string | null;
}

/** What an inventory says of the whole dwelling: where and when, meters, keys, what there is (domain/README §4.1). */
export function HeaderFields({ entry, edfEntree }: HeaderFieldsProps) {
  const meter = (name: keyof EtatLieuxDetail & string, label: string): FieldProps => ({
    name,
    label,
    hint: entry?.[name] ? `À l’entrée : ${entry[name]}` : undefined,
  });
  return (
    <Columns>
      <SectionColumn>
        <Section title="Constat">
          <DateField name="date" label="Établi le" />
          <TextField name="lieu" label="Fait à" />
        </Section>
        <Section
          title="Relevés"
          text={`L’électricité${edfEntree ? ` (${edfEntree})` : ""} se saisit dans les détails du dossier.`}
        >
          <TextField {...meter("eauFroide", "Eau froide")} placeholder="214 m³" />
          <TextField {...meter("eauChaude", "Eau chaude")} placeholder="87 m³" />
          <TextField {...meter("releveGaz", "Gaz")} />
          <TextField {...meter("chauffage", "Chauffage")} />
        </Section>
      </SectionColumn>
      <SectionColumn>
        <Section title="Accès">
          <TextareaField name="clef" label="Clés et badges" hint="Nombre et usage de chacun." />
          <TextField name="interphone" label="Interphone" span={6} />
        </Section>
        <Section title="Équipements généraux">
          <TextField name="antenne" label="Antenne" />
          <SwitchField name="doubleVitrage" label="Double vitrage" />
          <TextareaField name="amenagement" label="Aménagement" />
        </Section>
      </SectionColumn>
    </Columns>
  );
}
