import { useQueryClient } from "@tanstack/react-query";
import { Suspense } from "react";
import { PERIODE_ENCADREE } from "#domain/biens/encadrement.ts";
import { RadioField } from "#web/components/fields/fields.tsx";
import { OptionalSection, useOptionalGroup } from "#web/components/fields/optional-section.tsx";
import { useForm, useValue } from "#web/components/form/form-context.ts";
import { appartements } from "#web/entities/biens/appartements.ts";
import { lazyNamed } from "#web/lib/lazy.ts";

const CapFields = lazyNamed(() => import("./cap-fields.tsx"), "CapFields");

const OUI_NON = [
  { value: true, label: "Oui" },
  { value: false, label: "Non" },
];

/** The rent cap (art. 140 loi ELAN); its first values come from the apartment. */
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
      {subject !== false && (
        <Suspense>
          <CapFields />
        </Suspense>
      )}
    </OptionalSection>
  );
}
