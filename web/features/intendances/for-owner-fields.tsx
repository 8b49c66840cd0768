import {
  NATURES_FISCALES,
  type NatureFiscale,
  PAYE_PAR,
  RECUPERABLES,
  type Recuperable,
} from "#domain/depense.ts";
import { CHAMPS_DE_DEPENSE } from "#domain/intendance.ts";
import { horsTaxe, montantTva } from "#domain/montants.ts";
import { DateField } from "#web/components/date-field.tsx";
import { DerivedEuros } from "#web/components/derived-field.tsx";
import { NumberField, RadioField, SelectField } from "#web/components/fields.tsx";
import { useFollowing, useNumber, useValue } from "#web/components/form-context.ts";
import { OptionalSection, useOptionalFields } from "#web/components/optional-section.tsx";
import { RelationField } from "#web/components/relation-field.tsx";
import { fournisseurChoice } from "#web/entities/fournisseurs/columns.tsx";

const NATURES = Object.entries(NATURES_FISCALES).map(([value, { libelle, ligne }]) => ({
  value,
  label: ligne ? `${libelle} (ligne ${ligne})` : libelle,
}));
const CODES = Object.entries(RECUPERABLES).map(([value, { libelle }]) => ({
  value,
  label: `${value} · ${libelle}`,
}));
const PAYERS = Object.entries(PAYE_PAR).map(([value, label]) => ({ value, label }));
const name = ({ nom }: { nom: string }) => nom;

/** What an expense says when it is an owner’s: to whom it goes, for what, and who pays it. */
export function ForOwnerFields() {
  const [open, onToggle] = useOptionalFields(CHAMPS_DE_DEPENSE, { payePar: "agence" });
  return (
    <div className="mt-5">
      <OptionalSection
        title="Pour le compte du propriétaire"
        text="Fournisseur, TVA, nature fiscale, part récupérable, accord : ce que dira son compte rendu."
        fields={CHAMPS_DE_DEPENSE}
        open={open}
        onToggle={onToggle}
      >
        <Fields />
      </OptionalSection>
    </div>
  );
}

function Fields() {
  const amount = useNumber("montant");
  const rate = useNumber("tva");
  const code = useValue<Recuperable>("recuperable");
  const paidByAgency = useValue<string>("payePar") === "agence";
  const addedBack = useValue<NatureFiscale>("natureFiscale") === "regularisation_copropriete";
  const known = amount !== null && rate !== null;
  useFollowing("tauxRecuperable", code && (RECUPERABLES[code]?.taux ?? null));
  return (
    <>
      <RadioField name="payePar" label="Payée par" options={PAYERS} span={6} />
      <RelationField
        {...fournisseurChoice}
        name="FournisseurId"
        label="Fournisseur"
        span={6}
        rowName={name}
        display={name}
      />
      <SelectField
        name="natureFiscale"
        label="Nature fiscale"
        options={NATURES}
        hint={
          addedBack &&
          "Le montant est ce qui est à réintégrer : le non déductible, le récupérable et le trop appelé de l’an passé. Rien n’est à payer : dites-le réglé par le propriétaire."
        }
        span={6}
      />
      <NumberField name="tva" label="Taux de TVA" unit="%" span={2} />
      <DerivedEuros label="Hors taxe" value={known ? horsTaxe(amount, rate) : null} span={2} />
      <DerivedEuros label="TVA" value={known ? montantTva(amount, rate) : null} span={2} />
      <SelectField name="recuperable" label="Charge récupérable" options={CODES} span={4} />
      {code && <NumberField name="tauxRecuperable" label="Part récupérable" unit="%" span={2} />}
      {paidByAgency && (
        <DateField
          name="accordLe"
          label="Accord du propriétaire"
          hint="Au-dessus du seuil de son mandat."
          span={6}
        />
      )}
    </>
  );
}
