import { Suspense } from "react";
import { CHAMPS_DE_DEPENSE } from "#domain/missions/intendance.ts";
import {
  estCalculee,
  NATURES_FISCALES,
  type NatureCalculee,
  type NatureFiscale,
  PAYE_PAR,
  RECUPERABLES,
  type Recuperable,
} from "#domain/missions/natures-de-depense.ts";
import { horsTaxe, montantTva } from "#domain/montants.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { DerivedEuros } from "#web/components/fields/derived-field.tsx";
import { NumberField, RadioField, SelectField } from "#web/components/fields/fields.tsx";
import { OptionalSection, useOptionalFields } from "#web/components/fields/optional-section.tsx";
import { RelationField } from "#web/components/fields/relation-field.tsx";
import { useFollowing, useNumber, useValue } from "#web/components/form/form-context.ts";
import { fournisseurChoice } from "#web/entities/mandats/fournisseurs-columns.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";

const AddedBack = lazyNamed(() => import("./added-back.tsx"), "AddedBack");

const NATURES = Object.entries(NATURES_FISCALES).map(([value, { libelle, ligne }]) => ({
  value,
  label: ligne ? `${libelle} (ligne ${ligne})` : libelle,
}));
const CODES = Object.entries(RECUPERABLES).map(([value, { libelle }]) => ({
  value,
  label: `${value} · ${libelle}`,
}));
const WORKED_OUT: Record<NatureCalculee, string> = {
  charges_non_recuperees:
    "Le montant est ce que le propriétaire a payé et qu’aucun locataire ne lui rembourse : charges d’une vacance, ou restées impayées à la fin de l’année d’un départ. Rien n’est à payer : dites-le réglé par le propriétaire.",
  regularisation_copropriete:
    "Le montant est ce qui est à réintégrer : le non déductible, le récupérable et le trop-versé de l’an passé, dont il peut être calculé. Rien n’est à payer : dites-le réglé par le propriétaire.",
};
const PAYERS = Object.entries(PAYE_PAR).map(([value, label]) => ({ value, label }));
const name = ({ nom }: { nom: string }) => nom;

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
  const nature = useValue<NatureFiscale>("natureFiscale");
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
        hint={estCalculee(nature) && WORKED_OUT[nature]}
        span={6}
      />
      {nature === "regularisation_copropriete" && (
        <Suspense>
          <AddedBack />
        </Suspense>
      )}
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
