import { DateField } from "#web/components/fields/date-field.tsx";
import { Section } from "#web/components/fields/field.tsx";
import {
  EurosField,
  SwitchField,
  TextareaField,
  TextField,
} from "#web/components/fields/fields.tsx";
import { OptionalSection, useOptionalGroup } from "#web/components/fields/optional-section.tsx";
import { useValue } from "#web/components/form/form-context.ts";

/** The free clauses of a lease, and the facts that the law requires in a lease (bail/README §3.9, §3.10). */
export function ClauseFields({ dwelling }: { dwelling: boolean }) {
  const [clauses, setClauses] = useOptionalGroup("clauses", () => ({ clausesText: null }));
  const [before, setBefore] = useOptionalGroup("dernierLoyer", () => ({
    montant: null,
    dateVersement: null,
    dateRevision: null,
  }));
  const mobility = useValue<string>("typeBail") === "mobilite";
  return (
    <>
      <OptionalSection
        title="Clauses particulières"
        fields={["clauses"]}
        text="Ajoutées telles quelles au bail."
        open={clauses}
        onToggle={setClauses}
      >
        <TextareaField name="clauses.clausesText" label="Texte des clauses" />
      </OptionalSection>
      {dwelling && (
        <>
          <OptionalSection
            title="Loyer du précédent locataire"
            fields={["dernierLoyer"]}
            text="Quand il est parti depuis moins de dix-huit mois."
            open={before}
            onToggle={setBefore}
            notes="dernierLoyer"
          >
            <EurosField name="dernierLoyer.montant" label="Dernier loyer" span={2} />
            <DateField name="dernierLoyer.dateVersement" label="Versé le" span={2} />
            <DateField name="dernierLoyer.dateRevision" label="Révisé le" span={2} />
          </OptionalSection>
          <Section title="Mentions du bail" text="Facultatives : une ligne vide les remplace.">
            <TextareaField name="travaux" label="Travaux depuis le dernier bail" />
            <TextField name="motifDureeReduite" label="Motif de durée réduite" span={6} />
            {mobility && <TextField name="motifMobilite" label="Motif du bail mobilité" span={6} />}
            <SwitchField
              name="garantieLoyersImpayes"
              label="Garantie des loyers impayés souscrite"
              span={6}
            />
            <SwitchField name="visale" label="Garantie Visale" span={6} />
            <DateField name="assuranceFin" label="Locataire assuré jusqu’au" />
          </Section>
        </>
      )}
    </>
  );
}
