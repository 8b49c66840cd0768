import type * as z from "zod/mini";
import { SERIES_IRL } from "#domain/bail/irl.ts";
import { type IndiceRow, trimestreEnLettres } from "#domain/gerance/revisions/indices.ts";
import { correctionDIndice } from "#domain/gerance/revisions/revision-fiche.ts";
import { formatNombre } from "#domain/montants.ts";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { NumberField, SwitchField, TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { correctIndex, TOUCHED_BY_INDICES } from "#web/entities/comptes/revisions.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

interface CorrectDialogProps {
  indice: IndiceRow;
  onClose(): void;
}

/** Asks for the right value of an index, and for the reason when a revision used the former value. */
export function CorrectDialog({ indice, onClose }: CorrectDialogProps) {
  const words = `IRL du ${trimestreEnLettres(indice)}, ${SERIES_IRL[indice.serie]}`;
  const save = useWrite(
    async (correction: z.output<typeof correctionDIndice>) => {
      await correctIndex(indice.id, correction);
      notify(`L’${words}, est corrigé.`);
      return { id: 0, version: 0 };
    },
    TOUCHED_BY_INDICES,
    () => true,
  );
  return (
    <FormDialog
      title={`Corriger l’${words}`}
      schema={correctionDIndice}
      record={null}
      draft={null}
      create={(values) => save.mutateAsync(values)}
      createLabel="Corriger"
      onSaved={onClose}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        Valeur saisie : <span className="tabular-nums">{formatNombre(indice.valeur, 2)}</span>.
        {indice.employe
          ? " Des révisions s’en sont servies : elles gardent leurs montants, et celles à refaire vous seront dites."
          : " Aucune révision ne s’en est servie."}
      </p>
      <FieldGrid>
        <NumberField name="valeur" label="Valeur publiée" decimals={2} span={2} />
        {indice.employe && (
          <TextField name="motif" label="Pourquoi la corriger" span={4} required />
        )}
        <SwitchField name="confirme" label="Je confirme une variation inhabituelle" span={6} />
      </FieldGrid>
    </FormDialog>
  );
}
