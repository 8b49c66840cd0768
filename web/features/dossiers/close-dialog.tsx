import * as z from "zod/mini";
import { aujourdhui, formatJour, type Jour } from "#domain/dates.ts";
import type { DossierRow } from "#domain/dossier.ts";
import { isoDate } from "#domain/fields.ts";
import { DateField } from "#web/components/date-field.tsx";
import { FieldGrid } from "#web/components/field.tsx";
import { FormDialog } from "#web/components/form-dialog.tsx";
import { closeDossier, TOUCHED_BY_DOSSIERS } from "#web/entities/dossiers/api.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/resource.ts";

const schema = z.strictObject({ dateSortie: isoDate() });

interface CloseDossierDialogProps {
  dossier: Pick<DossierRow, "id" | "AppartementId" | "LocataireId" | "locataire" | "appartement">;
  onClose(): void;
}

/** Asks the day the keys come back, then closes the dossier. */
export function CloseDossierDialog({ dossier, onClose }: CloseDossierDialogProps) {
  const today = aujourdhui(new Date());
  const close = useWrite(
    async (dateSortie: Jour) => {
      const appartement = await closeDossier(dossier, dateSortie);
      const { clos } = appartement.dossiers.find(({ id }) => id === dossier.id) ?? {};
      notify(clos ? "Le dossier est clos." : `Le dossier prend fin le ${formatJour(dateSortie)}.`);
      return appartement;
    },
    TOUCHED_BY_DOSSIERS,
    () => true,
  );
  return (
    <FormDialog
      title="Clore le dossier"
      schema={schema}
      record={null}
      initial={{ dateSortie: today }}
      create={({ dateSortie }) => close.mutateAsync(dateSortie)}
      createLabel="Clore le dossier"
      onSaved={onClose}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        {dossier.locataire} quitte le logement situé {dossier.appartement}. Le dossier reste ouvert
        jusqu’à ce jour inclus.
      </p>
      <FieldGrid>
        <DateField name="dateSortie" label="Remise des clés" />
      </FieldGrid>
    </FormDialog>
  );
}
