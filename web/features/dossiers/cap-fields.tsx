import { encadrementComplet, PERIODES_ENCADREMENT } from "#domain/biens/encadrement.ts";
import { DerivedEuros } from "#web/components/fields/derived-field.tsx";
import { NumberField, SelectField, TextareaField } from "#web/components/fields/fields.tsx";
import { useNumber } from "#web/components/form/form-context.ts";

/** The reference values of a capped rent, with the base rent and the complement that they give. */
export function CapFields() {
  const surface = useNumber("encadrement.surface");
  const loyerReferenceMajore = useNumber("encadrement.loyerReferenceMajore");
  const loyerHC = useNumber("loyerHC");
  const cap = encadrementComplet({ surface, loyerReferenceMajore }, loyerHC ?? 0);
  const complement = loyerHC === null ? null : cap.complementLoyer;
  return (
    <>
      <NumberField name="encadrement.surface" label="Surface" unit="m²" />
      <NumberField name="encadrement.nbPiece" label="Pièces" decimals={0} />
      <SelectField
        name="encadrement.periodeConstruction"
        label="Période de construction"
        options={PERIODES_ENCADREMENT}
        span={6}
      />
      <NumberField name="encadrement.loyerReference" label="Loyer de référence" unit="€/m²" />
      <NumberField name="encadrement.loyerReferenceMajore" label="Référence majorée" unit="€/m²" />
      <DerivedEuros label="Loyer de base" value={cap.montantBase} />
      <DerivedEuros
        label="Complément de loyer"
        value={complement}
        words={complement !== null && complement < 0 ? "sous le plafond" : undefined}
      />
      <TextareaField
        name="encadrement.caracteristiqueLoyer"
        label="Caractéristiques justifiant le complément"
      />
    </>
  );
}
