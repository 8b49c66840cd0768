import { Suspense } from "react";
import { CLASSES_DPE } from "#domain/biens/appartement.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { Section } from "#web/components/fields/field.tsx";
import {
  EurosField,
  NumberField,
  RadioField,
  SelectField,
  SwitchField,
  TextField,
} from "#web/components/fields/fields.tsx";
import { OptionalSection, useOptionalFields } from "#web/components/fields/optional-section.tsx";
import { useValue } from "#web/components/form/form-context.ts";
import { lazyNamed } from "#web/lib/lazy.ts";

const SeriesField = lazyNamed(() => import("./series-field.tsx"), "SeriesField");

const REGIMES = [
  { value: "copropriete", label: "Copropriété" },
  { value: "monopropriete", label: "Monopropriété" },
];
const ZONES = [
  { value: "tresTendue", label: "Très tendue" },
  { value: "tendue", label: "Tendue" },
  { value: "autre", label: "Autre" },
];

const OUI_NON = [
  { value: true, label: "Soumis" },
  { value: false, label: "Non soumis" },
];

const UPKEEP = [
  "chaudiereLe",
  "pacLe",
  "gazLe",
  "electriciteLe",
  "plombLe",
  "amianteLe",
  "risquesLe",
] as const;

/** The days from which the deadlines of the dwelling are computed; an empty day gives no deadline. */
function Upkeep() {
  const [open, setOpen] = useOptionalFields(UPKEEP);
  return (
    <OptionalSection
      title="Entretien et diagnostics"
      fields={UPKEEP}
      text="Leurs dates, pour être averti avant leur fin."
      open={open}
      onToggle={setOpen}
    >
      <DateField name="chaudiereLe" label="Chaudière entretenue le" />
      <DateField name="pacLe" label="Pompe à chaleur entretenue le" />
      <DateField name="gazLe" label="Diagnostic gaz du" />
      <DateField name="electriciteLe" label="Diagnostic électricité du" />
      <DateField name="plombLe" label="Constat plomb du" hint="Si du plomb a été trouvé." />
      <DateField name="amianteLe" label="Amiante vérifié le" hint="S’il en a été trouvé." />
      <DateField name="risquesLe" label="État des risques du" />
    </OptionalSection>
  );
}

/** The postal codes of Corsica and overseas, where the INSEE may publish an index of its own. */
const WITH_SERIES = /^(2[0AB]|9[78])/i;

/**
 * Whether the form shows the series of the index: the dwelling's place may have its own series, or staff chose one.
 */
function useSeries(): boolean {
  const code = useValue<string>("codePostal") ?? "";
  const chosen = useValue<string>("serieIrl");
  return chosen !== null || WITH_SERIES.test(code);
}

/** The facts about the dwelling that a lease must state (bail/README §3.10); the form requires none of them. */
export function BailMentionFields() {
  const series = useSeries();
  return (
    <>
      <Section title="DPE" text="Dépenses annuelles d’énergie, reprises dans le bail.">
        <SelectField name="dpeClasse" label="Classe énergie" options={CLASSES_DPE} />
        <NumberField name="dpeAnnee" label="Année des prix" year />
        <DateField name="dpeDate" label="DPE du" />
        <DateField name="dpeAttestationLe" label="Attestation qui le remplace" />
        <TextField name="dpeNumero" label="Numéro à l’ADEME" span={6} />
        <EurosField name="dpeDepenseMin" label="Dépense minimale" />
        <EurosField name="dpeDepenseMax" label="Dépense maximale" />
      </Section>
      <Upkeep />
      <Section title="Mentions du bail" text="Facultatives : une ligne vide les remplace.">
        <TextField name="identifiantFiscal" label="Identifiant fiscal" />
        <SelectField name="regimeJuridique" label="Régime juridique" options={REGIMES} />
        <SelectField name="zone" label="Zone (honoraires)" options={ZONES} />
        <SwitchField name="zoneTendue" label="Encadrement à la relocation" />
        <RadioField
          name="zoneEncadree"
          label="Loyer de référence majoré"
          options={OUI_NON}
          hint="Sans réponse : d’après le code postal."
        />
        <Suspense>{series && <SeriesField />}</Suspense>
        <TextField name="internet" label="Accès aux technologies de l’information" span={6} />
        <TextField
          name="repartition"
          label="Répartition du chauffage et de l’eau chaude collectifs"
          span={6}
        />
      </Section>
    </>
  );
}
