import { Suspense } from "react";
import { fraisDossier } from "#domain/bail/frais-de-dossier.ts";
import { ajouterAnnees, aujourdhui, lireJour } from "#domain/dates.ts";
import { loyerTTC } from "#domain/montants.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { DerivedEuros } from "#web/components/fields/derived-field.tsx";
import { Section } from "#web/components/fields/field.tsx";
import { EurosField, NumberField, SelectField, TextField } from "#web/components/fields/fields.tsx";
import { useForm, useNumber, useValue } from "#web/components/form/form-context.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { useStored } from "./regime.ts";

const Rents = lazyNamed(() => import("./rent/rents.tsx"), "Rents");
const AgreedDay = lazyNamed(() => import("./rent/agreed-day.tsx"), "AgreedDay");
const ChangeRent = lazyNamed(() => import("./rent/change-rent.tsx"), "ChangeRent");

const MODES_CHARGES = [
  { value: "provisions", label: "Provisions" },
  { value: "forfait", label: "Forfait" },
  { value: "periodique", label: "Paiement périodique" },
];

/** The rent, typed here until it is billed; afterwards it only changes from a given day on. */
export function LoyerFields() {
  const stored = useStored();
  const { mode } = useForm();
  const billed = Boolean(stored?.dernierMoisFacture);
  const reading = mode === "read";
  const loyerHC = useNumber("loyerHC");
  const loyerCharge = useNumber("loyerCharge");
  const index = useNumber("indice");
  const agreed = useValue<string>("jourRevision");
  const revised = (reading ? agreed : index) !== null;
  const total = loyerHC === null || loyerCharge === null ? null : loyerTTC(loyerHC, loyerCharge);
  return (
    <Section
      title="Loyer"
      text={billed ? "Déjà quittancé : « Changer le loyer », sur la fiche." : undefined}
      action={
        stored &&
        reading &&
        billed &&
        !stored.clos && (
          <Suspense>
            <ChangeRent dossier={stored} />
          </Suspense>
        )
      }
    >
      {billed && !reading ? (
        <>
          <DerivedEuros label="Loyer HC" value={loyerHC} span={2} />
          <DerivedEuros label="Charges" value={loyerCharge} span={2} />
        </>
      ) : (
        <>
          <EurosField name="loyerHC" label="Loyer HC" span={2} />
          <EurosField name="loyerCharge" label="Charges" span={2} />
        </>
      )}
      <DerivedEuros label="Loyer TTC" value={total} span={2} />
      <NumberField name="jourQuitance" label="Jour de quittance" decimals={0} />
      <SelectField name="chargesMode" label="Mode des charges" options={MODES_CHARGES} />
      <NumberField name="indice" label="Indice de référence" span={revised ? 2 : 3} />
      <TextField name="indiceTrim" label="Trimestre de l’indice" span={revised ? 2 : 3} />
      {revised && (
        <Suspense>
          <AgreedDay />
        </Suspense>
      )}
      <LastRevisionFields />
      <Suspense>
        {stored && reading && stored.loyers.length > 1 && <Rents dossier={stored} />}
      </Suspense>
    </Section>
  );
}

/**
 * The last revision made outside this product: shown when it is known, or to fill in once the lease has run for a
 * year.
 */
function LastRevisionFields() {
  const { mode } = useForm();
  const begun = useValue<string>("dateDebutBail");
  const known = [useValue("derniereRevision"), useValue("dernierIndice")];
  const told = known.some((value) => value !== null);
  const today = aujourdhui(new Date());
  const revised = begun !== null && lireJour(begun) !== null && ajouterAnnees(begun, 1) <= today;
  if (!told && (mode === "read" || !revised)) return null;
  return (
    <>
      <DateField name="derniereRevision" label="Dernière révision" span={2} />
      <NumberField name="dernierIndice" label="Indice appliqué" span={2} />
      <TextField name="dernierTrimestre" label="Son trimestre" span={2} />
    </>
  );
}

export function DepotGarantieFields() {
  return (
    <Section title="Dépôt de garantie">
      <EurosField name="depotGarantie" label="Dépôt de garantie" />
      <DateField name="dateRetourCaution" label="Restitué le" />
    </Section>
  );
}

export function FeeFields() {
  const fees = fraisDossier({
    fraisDossierTTC: useNumber("fraisDossierTTC"),
    fraisDossierTauxTVA: useNumber("fraisDossierTauxTVA") ?? 0,
  });
  return (
    <Section title="Frais de dossier">
      <TextField name="numFraisDossier" label="Numéro" />
      <DateField name="dateFraisDossier" label="Date" />
      <EurosField name="fraisDossierTTC" label="Montant TTC" />
      <NumberField name="fraisDossierTauxTVA" label="Taux de TVA" unit="%" />
      <DerivedEuros label="Montant HT" value={fees.fraisDossierHT} />
      <DerivedEuros label="TVA" value={fees.fraisDossierTVA} />
      <EurosField name="honorairesBailleurTTC" label="Honoraires du bailleur TTC" />
      <EurosField name="fraisEdlTTC" label="État des lieux, locataire" />
      <EurosField name="fraisEdlBailleurTTC" label="État des lieux, bailleur" />
    </Section>
  );
}
