import { useQueryClient } from "@tanstack/react-query";
import {
  encadrementComplet,
  PERIODE_ENCADREE,
  PERIODES_ENCADREMENT,
} from "#domain/biens/encadrement.ts";
import { DerivedEuros } from "#web/components/fields/derived-field.tsx";
import {
  NumberField,
  RadioField,
  SelectField,
  TextareaField,
} from "#web/components/fields/fields.tsx";
import { OptionalSection, useOptionalGroup } from "#web/components/fields/optional-section.tsx";
import { useForm, useNumber, useValue } from "#web/components/form/form-context.ts";
import { appartements } from "#web/entities/biens/appartements.ts";

const OUI_NON = [
  { value: true, label: "Oui" },
  { value: false, label: "Non" },
];

/** The rent cap (art. 140 loi ELAN); it starts from what is known of the apartment. */
export function EncadrementFields() {
  const subject = useValue<boolean>("encadrement.soumis");
  const client = useQueryClient();
  const { getValue } = useForm();
  const [open, setOpen] = useOptionalGroup("encadrement", () => {
    const { queryKey } = appartements.find(Number(getValue("AppartementId")));
    const known = client.getQueryData(queryKey);
    return {
      soumis: true,
      surface: known?.surface ?? null,
      nbPiece: known?.nbPiece ?? null,
      periodeConstruction: PERIODE_ENCADREE[known?.periodeConstruction ?? "1971-1990"],
      loyerReference: null,
      loyerReferenceMajore: null,
      caracteristiqueLoyer: null,
    };
  });
  return (
    <OptionalSection
      title="Encadrement du loyer"
      fields={["encadrement"]}
      text="Sans réponse, le bail laisse la mention à remplir."
      open={open}
      onToggle={setOpen}
      notes="encadrement"
    >
      <RadioField
        name="encadrement.soumis"
        label="Soumis au loyer de référence majoré"
        options={OUI_NON}
        span={6}
      />
      {subject !== false && <CapFields />}
    </OptionalSection>
  );
}

function CapFields() {
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
