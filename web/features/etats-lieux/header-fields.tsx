import type { EtatLieuxDetail } from "#domain/biens/etat-lieux.ts";
import { type Compteur, compteurRecule } from "#domain/biens/index-des-compteurs.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { Columns, Section, SectionColumn } from "#web/components/fields/field.tsx";
import { SwitchField, TextareaField, TextField } from "#web/components/fields/fields.tsx";
import { useValue } from "#web/components/form/form-context.ts";

interface HeaderFieldsProps {
  /** The entry that this exit is compared with; null for an entry. */
  entry: EtatLieuxDetail | null;
  /** The reading of the electricity meter at the entry, which the dossier holds. */
  edfEntree: string | null;
}

/** The facts about the whole dwelling (biens/README §4.1). */
export function HeaderFields({ entry, edfEntree }: HeaderFieldsProps) {
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
          <Meter name="eauFroide" label="Eau froide" entry={entry} placeholder="214 m³" />
          <Meter name="eauChaude" label="Eau chaude" entry={entry} placeholder="87 m³" />
          <Meter name="releveGaz" label="Gaz" entry={entry} />
          <Meter name="chauffage" label="Chauffage" entry={entry} />
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

interface MeterProps {
  name: Compteur;
  label: string;
  entry: EtatLieuxDetail | null;
  placeholder?: string;
}

/** A meter, with its reading at the entry; a reading lower than at the entry shows a warning. */
function Meter({ entry, ...field }: MeterProps) {
  const typed = useValue<string>(field.name);
  const before = entry?.[field.name];
  const doubt = compteurRecule(before, typed) && (
    <span className="block text-orange">
      Moins qu’à l’entrée : le compteur a-t-il été remplacé, ou mal relevé ?
    </span>
  );
  return (
    <TextField
      {...field}
      hint={
        before && (
          <>
            À l’entrée : {before}
            {doubt}
          </>
        )
      }
    />
  );
}
