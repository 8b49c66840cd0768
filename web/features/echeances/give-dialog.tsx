import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { SuiviRow } from "#domain/suivi/suivi.ts";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { SelectField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import {
  gesture,
  peopleInCharge,
  TOUCHED_BY_GESTURES,
} from "#web/entities/agence/suivi-gestures.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const schema = z.strictObject({ gestionnaire: z.optional(z.nullable(z.string())) });

interface GiveDialogProps {
  row: SuiviRow;
  onClose(): void;
}

/**
 * Asks to whom a deadline is assigned. Without a choice, the deadline goes to the person in charge of its mandate,
 * else to everybody.
 */
export function GiveDialog({ row, onClose }: GiveDialogProps) {
  const { data: people = [] } = useQuery(peopleInCharge);
  const save = useWrite(
    async ({ gestionnaire }: z.output<typeof schema>) => {
      const id = gestionnaire ? Number(gestionnaire) : null;
      await gesture({ cle: row.cle, geste: "confier", gestionnaireId: id });
      const name = people.find((person) => person.id === id)?.nom;
      notify(name ? `Confiée à ${name}.` : "Rendue à tous.");
      return { id: 0, version: 0 };
    },
    TOUCHED_BY_GESTURES,
    () => true,
  );
  return (
    <FormDialog
      title="Confier l’échéance"
      schema={schema}
      record={null}
      draft={null}
      create={(values) => save.mutateAsync(values)}
      createLabel="Confier"
      onSaved={onClose}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">{row.quoi}.</p>
      <FieldGrid>
        <SelectField
          name="gestionnaire"
          label="À qui"
          options={people.map(({ id, nom }) => ({ value: String(id), label: nom }))}
        />
      </FieldGrid>
    </FormDialog>
  );
}
