import * as z from "zod/mini";
import { aujourdhui, type Jour } from "#domain/dates.ts";
import type { DossierRow } from "#domain/dossier.ts";
import { isoDate } from "#domain/fields.ts";
import { DateField } from "#web/components/date-field.tsx";
import { FormDialog } from "#web/components/form-dialog.tsx";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/resource.ts";
import { closeDossier, TOUCHED_BY_DOSSIERS } from "./api.ts";

const schema = z.strictObject({ dateSortie: isoDate() });

interface CloseDossierDialogProps {
  dossier: Pick<DossierRow, "AppartementId" | "LocataireId" | "locataire" | "appartement">;
  onClose(): void;
}

/** Asks the day the keys come back, then closes the file. */
export function CloseDossierDialog({ dossier, onClose }: CloseDossierDialogProps) {
  const close = useWrite(
    (dateSortie: Jour) => closeDossier(dossier, dateSortie),
    TOUCHED_BY_DOSSIERS,
    () => true,
  );
  return (
    <FormDialog
      title="Clore le dossier"
      schema={schema}
      record={null}
      initial={{ dateSortie: aujourdhui(new Date()) }}
      create={({ dateSortie }) => close.mutateAsync(dateSortie)}
      createLabel="Clore le dossier"
      onSaved={() => {
        notify("Le dossier est clos.");
        onClose();
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        {dossier.locataire} quitte le logement situé {dossier.appartement}. Le dossier reste ouvert
        jusqu’à ce jour inclus.
      </p>
      <div className="grid grid-cols-6">
        <DateField name="dateSortie" label="Remise des clés" />
      </div>
    </FormDialog>
  );
}
