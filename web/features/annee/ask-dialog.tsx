import { keepPreviousData, useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { aujourdhui, type Mois } from "#domain/dates.ts";
import { demandeDeRevisions } from "#domain/gerance/revisions/revision-fiche.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { RadioField } from "#web/components/fields/fields.tsx";
import { useValue } from "#web/components/form/form-context.ts";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { Notice } from "#web/components/notice.tsx";
import { type Manner, revisionsOfMonth } from "#web/entities/comptes/revisions.ts";
import { type Batch, questionOf } from "./question.ts";

const schema = z.pick(demandeDeRevisions, { effet: true, posteeLe: true });

interface AskDialogProps {
  mois: Mois;
  batch: Batch;
  onSend(manner: Manner): Promise<unknown>;
  onClose(): void;
}

/** Asks for revisions of which some are late, or leave by letter: from when they hold, and when letters are posted. */
export function AskDialog({ mois, batch, onSend, onClose }: AskDialogProps) {
  return (
    <FormDialog
      title={questionOf(batch).title}
      schema={schema}
      record={null}
      draft={null}
      initial={{ effet: "premier_du_mois", posteeLe: aujourdhui(new Date()) }}
      create={async (manner) => {
        await onSend(manner);
        return { id: 0, version: 0 };
      }}
      createLabel="Envoyer"
      onSaved={onClose}
      onClose={onClose}
    >
      <MannerFields mois={mois} batch={batch} />
    </FormDialog>
  );
}

function MannerFields({ mois, batch }: Pick<AskDialogProps, "mois" | "batch">) {
  const manner = schema.safeParse({ effet: useValue("effet"), posteeLe: useValue("posteeLe") });
  const { data } = useQuery({
    ...revisionsOfMonth(mois, manner.data),
    enabled: manner.success,
    placeholderData: keepPreviousData,
  });
  const rows = batch.rows.map((row) => data?.rows.find(({ id }) => id === row.id) ?? row);
  const { text, warnings } = questionOf({ ...batch, rows });
  return (
    <>
      <p className="mb-4 text-muted">{text}</p>
      {warnings.length > 0 && (
        <div className="mb-4">
          <Notice tone="orange">
            <ul className="space-y-1.5">
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      <FieldGrid>
        {batch.rows.some(({ joursPerdus }) => joursPerdus > 0) && (
          <RadioField
            name="effet"
            label="Demandées en retard, elles prennent effet"
            span={6}
            options={[
              { value: "premier_du_mois", label: "Le 1er du mois qui suit" },
              { value: "des_la_demande", label: "Dès la demande" },
            ]}
          />
        )}
        {batch.rows.some(({ canal }) => canal === "lettre") && (
          <DateField name="posteeLe" label="Lettres postées le" />
        )}
      </FieldGrid>
    </>
  );
}
