import { nomAppartement } from "#domain/biens/adresse.ts";
import type { AppartementRow } from "#domain/biens/appartement-fiche.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { Columns, Section, SectionColumn } from "#web/components/fields/field.tsx";
import { RadioField, SelectField, SwitchField, TextField } from "#web/components/fields/fields.tsx";
import { RelationField } from "#web/components/fields/relation-field.tsx";
import { useForm, useValue } from "#web/components/form/form-context.ts";
import { FormNotes } from "#web/components/form/form-notes.tsx";
import { variables } from "#web/entities/agence/variables.ts";
import { appartementChoice } from "#web/entities/biens/appartements-choice.ts";
import { locataireChoice } from "#web/entities/personnes/locataires-choice.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { useKnown } from "#web/lib/server/resource.ts";
import { AnnexesField } from "./annexes-field.tsx";
import { ClauseFields } from "./clause-fields.tsx";
import { EncadrementFields } from "./encadrement-fields.tsx";
import { DepotGarantieFields, FeeFields, LoyerFields } from "./money-fields.tsx";
import { useRegime, useStored } from "./regime.ts";

const TYPES_BAIL = [
  { value: "nu", label: "Nu (vide)" },
  { value: "meuble", label: "Meublé" },
  { value: "etudiant", label: "Étudiant" },
  { value: "mobilite", label: "Mobilité" },
  { value: "code_civil", label: "Code civil" },
  { value: "stationnement", label: "Stationnement" },
];

const DossierNotes = lazyNamed(() => import("./notes.tsx"), "DossierNotes");
const GrilleField = lazyNamed(() => import("./grille-field.tsx"), "GrilleField");

const REGIMES_TVA = [
  { value: "franchise", label: "Franchise (293 B)" },
  { value: "normale", label: "20 %" },
];

const FURNITURE = [
  { value: true, label: "Meublé" },
  { value: false, label: "Vide" },
];

export function DossierFields() {
  const regime = useRegime();
  const chosen = useValue<string | null>("typeBail");
  const dwelling = regime !== "stationnement";
  const { dirty, start } = useForm();
  // A form with nothing typed and no apartment shows no warning.
  const begun = dirty || Boolean(start.AppartementId);
  const agreed = useValue("grilleVetuste");
  // Undefined until the notes have read the settings.
  const settings = useKnown(variables.list())?.data;
  const grid = settings?.find(({ nom }) => nom === "grilleVetuste")?.valeur || null;
  return (
    <FormNotes source={(tell) => begun && <DossierNotes tell={tell} />}>
      <Columns>
        <SectionColumn>
          <PartyFields />
          <Section title="Bail">
            <SelectField
              name="typeBail"
              label="Type de bail"
              options={TYPES_BAIL}
              hint={chosen ? undefined : "Sans choix : déduit de la résidence."}
            />
            {regime === "code_civil" && (
              <RadioField name="meuble" label="Logement loué" options={FURNITURE} />
            )}
            {regime === "stationnement" && (
              <>
                <TextField name="vehicule" label="Véhicule" />
                <RadioField
                  name="regimeTva"
                  label="TVA du loyer"
                  options={REGIMES_TVA}
                  hint="Les montants restent toutes taxes comprises."
                />
              </>
            )}
            <TextField name="lieuSignature" label="Lieu de signature" />
            <DateField name="dateCreationBail" label="Signature du bail" />
            <DateField name="dateDebutBail" label="Début du bail" />
            <DateField name="dateFinBail" label="Fin du bail" />
            {dwelling && (grid !== null || agreed !== null) && <GrilleField setting={grid} />}
          </Section>
          <Section title="Entrée et sortie">
            <DateField name="dateEntree" label="Entrée" />
            <DateField name="dateSortie" label="Sortie" />
            {dwelling && (
              <>
                <TextField name="edfEntree" label="Relevé EDF à l’entrée" inputMode="numeric" />
                <ExitReadingField />
              </>
            )}
          </Section>
          <Section
            title="Préavis"
            text="Une fin de préavis vide reprend celle du bail, et inversement."
          >
            <DateField name="dateDebutPreavis" label="Début du préavis" />
            <DateField name="dateFinPreavis" label="Fin du préavis" />
            <TextField name="nouvelleAdresse" label="Nouvelle adresse du locataire" span={6} />
          </Section>
          <ClauseFields dwelling={dwelling} />
        </SectionColumn>
        <SectionColumn>
          <LoyerFields />
          <DepotGarantieFields />
          <FeeFields />
          {dwelling && <EncadrementFields />}
          <AnnexesField grid={grid !== null} />
        </SectionColumn>
      </Columns>
    </FormNotes>
  );
}

/** The reading of the meter at the exit, shown once a departure is known. */
function ExitReadingField() {
  const known = [
    useValue("dateSortie"),
    useValue("dateDebutPreavis"),
    useValue("dateFinPreavis"),
    useValue("edfSortie"),
  ].some((value) => value !== null);
  return known && <TextField name="edfSortie" label="Relevé EDF à la sortie" inputMode="numeric" />;
}

function PartyFields() {
  const { setValue, start } = useForm();
  const stored = useStored();
  const takeRent = ({ loyerHC, charge }: AppartementRow) => {
    // A billed rent only changes from a given day on, in a dialog of its own.
    if (stored?.dernierMoisFacture) return;
    setValue("loyerHC", loyerHC, true);
    setValue("loyerCharge", charge, true);
  };
  return (
    <Section title="Location">
      <RelationField
        {...appartementChoice}
        name="AppartementId"
        label="Appartement"
        span={6}
        rowName={nomAppartement}
        display={nomAppartement}
        known={stored?.Appartement}
        href={(id) => `/appartements/${id}`}
        create={{
          href: "/appartements/new",
          label: "Nouvel appartement",
          parameter: "relatedAppartement",
        }}
        onChosen={takeRent}
      />
      <RelationField
        {...locataireChoice}
        name="LocataireId"
        label="Locataire"
        span={6}
        rowName={nomComplet}
        display={nomComplet}
        known={stored?.Locataire}
        href={(id) => `/locataires/${id}`}
        create={{
          href: "/locataires/new",
          label: "Nouveau locataire",
          parameter: "relatedTenant",
        }}
      />
      {start.colocation === true && (
        <SwitchField
          name="colocation"
          label="Colocation"
          hint="Le bail court à côté des autres baux du logement."
        />
      )}
    </Section>
  );
}
