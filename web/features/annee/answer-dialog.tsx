import * as z from "zod/mini";
import { aujourdhui } from "#domain/dates.ts";
import { choix, requis } from "#domain/fields.ts";
import { MOYENS_D_ACCORD } from "#domain/gerance/revisions/accord.ts";
import { reponseNotee } from "#domain/gerance/revisions/revision-fiche.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { RadioField, SelectField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { noteAnswer, type Revised, TOUCHED_BY_REVISIONS } from "#web/entities/comptes/revisions.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const schema = z.extend(z.omit(reponseNotee, { revisions: true, accorde: true, ClientId: true }), {
  reponse: choix(["oui", "non"]),
});
/** The schema while several owners must still agree: staff also name the owner who answered. */
const byOneOf = z.extend(schema, { repondant: requis(20) });

type Said = z.output<typeof schema> & Partial<z.output<typeof byOneOf>>;

const { page: _page, ...MEANS } = MOYENS_D_ACCORD;

interface AnswerDialogProps {
  row: Revised;
  onClose(): void;
}

/** Notes what the owner answered to staff about the revision of a rent. */
export function AnswerDialog({ row, onClose }: AnswerDialogProps) {
  const save = useWrite(
    async ({ reponse, repondant, ...said }: Said) => {
      const ClientId = repondant === undefined ? undefined : Number(repondant);
      await noteAnswer(row, { ...said, ClientId, accorde: reponse === "oui" });
      notify(reponse === "oui" ? "L’accord est noté." : "Le refus est noté : ce loyer reste.");
      return { id: 0, version: 0 };
    },
    TOUCHED_BY_REVISIONS,
    () => true,
  );
  const several = row.aRepondre.length > 1;
  return (
    <FormDialog
      title="Réponse du propriétaire"
      schema={several ? byOneOf : schema}
      record={null}
      draft={null}
      initial={{ reponduLe: aujourdhui(new Date()) }}
      create={(values) => save.mutateAsync(values)}
      createLabel="Noter sa réponse"
      onSaved={onClose}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        {[several ? null : row.proprietaire, row.appartement].filter(Boolean).join(", ")}.
        {several && " Le mandat demande l’accord de chaque propriétaire."} Un refus vaut
        renonciation : cette année ne se rattrape pas.
      </p>
      <FieldGrid>
        {several && (
          <SelectField
            name="repondant"
            label="Propriétaire"
            options={row.aRepondre.map(({ id, nom }) => ({ value: String(id), label: nom }))}
            span={6}
          />
        )}
        <RadioField
          name="reponse"
          label="Sa réponse"
          options={[
            { value: "oui", label: "Il accepte" },
            { value: "non", label: "Il refuse" },
          ]}
        />
        <DateField name="reponduLe" label="Reçue le" />
        <SelectField
          name="moyen"
          label="Comment"
          options={Object.entries(MEANS).map(([value, label]) => ({ value, label }))}
        />
      </FieldGrid>
    </FormDialog>
  );
}
