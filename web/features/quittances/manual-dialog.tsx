import * as z from "zod/mini";
import { somme } from "#domain/montants.ts";
import { demandeManuelle } from "#domain/quittance-fiche.ts";
import { DateField } from "#web/components/date-field.tsx";
import { DerivedEuros } from "#web/components/derived-field.tsx";
import { FieldGrid } from "#web/components/field.tsx";
import { EurosField } from "#web/components/fields.tsx";
import { useNumber } from "#web/components/form-context.ts";
import { FormDialog } from "#web/components/form-dialog.tsx";
import {
  generateManually,
  type ManualRequest,
  openPdf,
  TOUCHED_BY_QUITTANCES,
} from "#web/entities/quittances/api.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/resource.ts";
import type { MonthDossier } from "./month-data.ts";

const request = demandeManuelle.check(
  z.refine(({ date, dateFin }) => date <= dateFin, {
    path: ["dateFin"],
    message: "La fin de la période précède son début.",
  }),
);

/** A dossier, and the period and amounts to start from. */
export type ManualDossier = Pick<MonthDossier, "id" | "locataire" | "appartement"> & {
  montants: Pick<MonthDossier["montants"], "debut" | "fin" | "loyerHC" | "charge">;
};

interface ManualDialogProps {
  dossier: ManualDossier;
  onClose(): void;
}

/** A receipt of any period, with the amounts given (domain/README §2.4). */
export function ManualDialog({ dossier, onClose }: ManualDialogProps) {
  const { montants } = dossier;
  const make = useWrite(
    (values: ManualRequest) => generateManually(dossier.id, values),
    TOUCHED_BY_QUITTANCES,
    () => true,
  );
  const pdf = useWrite(openPdf, []);
  return (
    <FormDialog
      title={`Quittance de ${dossier.locataire}`}
      schema={request}
      record={null}
      initial={{
        date: montants.debut,
        dateFin: montants.fin,
        prixHC: montants.loyerHC,
        charge: montants.charge,
      }}
      create={(values) => make.mutateAsync(values)}
      createLabel="Générer la quittance"
      onSaved={({ id, numero }) => {
        notify(`Quittance ${numero} générée.`, { label: "Ouvrir", onClick: () => pdf.mutate(id) });
        onClose();
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        {dossier.appartement}. Les montants valent pour toute la période ; ils s’ajoutent à ce qui
        est déjà généré.
      </p>
      <FieldGrid>
        <DateField name="date" label="Début de la période" />
        <DateField name="dateFin" label="Fin de la période" />
        <EurosField name="prixHC" label="Loyer hors charges" span={2} />
        <EurosField name="charge" label="Charges" span={2} />
        <Total />
      </FieldGrid>
    </FormDialog>
  );
}

function Total() {
  const prixHC = useNumber("prixHC");
  const charge = useNumber("charge");
  const total = prixHC === null || charge === null ? null : somme(prixHC, charge);
  return <DerivedEuros label="Total" value={total} span={2} />;
}
