import * as z from "zod/mini";
import { aujourdhui } from "#domain/dates.ts";
import { facultatif, isoDate, numero, texte } from "#domain/fields.ts";
import type { DepartDetail } from "#domain/gerance/departs/depart-fiche.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { TextareaField, TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { noteDeparture, TOUCHED_BY_DEPARTS } from "#web/entities/biens/departs.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const schema = z.strictObject({
  clesLe: isoDate(),
  edfSortie: facultatif(numero()),
  nouvelleAdresse: facultatif(texte(500)),
});

interface KeysDialogProps {
  detail: DepartDetail;
  onClose(): void;
}

/**
 * Notes the day the keys came back, the meter and the tenant's new address. Once an account is frozen, the day no
 * longer changes.
 */
export function KeysDialog({ detail, onClose }: KeysDialogProps) {
  const { DossierId, depart, clesLe, nouvelleAdresse, soldes } = detail;
  const frozen = soldes.some(({ annuleLe }) => annuleLe === null);
  const note = useWrite(
    async (keys: z.output<typeof schema>) => ({
      ...(await noteDeparture(DossierId, {
        ...keys,
        genre: depart?.genre ?? (detail.recuLe ? "conge_locataire" : "accord"),
      })),
      version: 0,
    }),
    TOUCHED_BY_DEPARTS,
    () => true,
  );
  return (
    <FormDialog
      title={frozen ? "Modifier la nouvelle adresse" : "Noter la remise des clés"}
      schema={schema}
      record={null}
      draft={null}
      initial={{ clesLe: clesLe ?? aujourdhui(new Date()), nouvelleAdresse }}
      create={(keys) => note.mutateAsync(keys)}
      createLabel="Enregistrer"
      onSaved={() => {
        notify(frozen ? "La nouvelle adresse est notée." : "La remise des clés est notée.");
        onClose();
      }}
      onClose={onClose}
    >
      <FieldGrid>
        {!frozen && <DateField name="clesLe" label="Clés rendues le" />}
        <TextField name="edfSortie" label="Relevé EDF à la sortie" inputMode="numeric" />
        <TextareaField
          name="nouvelleAdresse"
          label="Nouvelle adresse du locataire"
          hint="« 8 rue Neuve, 35000 Rennes ». Sans elle, un retard à rendre le dépôt n’est pas majoré (article 22)."
        />
      </FieldGrid>
    </FormDialog>
  );
}
