import { keepPreviousData, useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { aujourdhui, type Mois } from "#domain/dates.ts";
import { demandeDeRevisions } from "#domain/gerance/revisions/revision-fiche.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { RadioField, SwitchField } from "#web/components/fields/fields.tsx";
import { useValue } from "#web/components/form/form-context.ts";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { Notice } from "#web/components/notice.tsx";
import { type Manner, type Revised, revisionsOfMonth } from "#web/entities/comptes/revisions.ts";
import { formatCount } from "#web/lib/format.ts";
import { queryClient } from "#web/lib/server/query-client.ts";
import { type Batch, complementOf, inManner, questionOf } from "./question.ts";

const schema = z.pick(demandeDeRevisions, { effet: true, posteeLe: true, complement: true });

interface AskDialogProps {
  mois: Mois;
  batch: Batch;
  onSend(rows: readonly Revised[], manner: Manner): Promise<unknown>;
  onClose(): void;
}

/**
 * Notifies revisions once the user has chosen the manner: when late revisions take effect, whether receipts complete
 * the months already billed, and the day on which letters are posted.
 */
export function AskDialog({ mois, batch, onSend, onClose }: AskDialogProps) {
  return (
    <FormDialog
      title={batch.rows.length > 1 ? "Réviser les loyers" : "Réviser le loyer"}
      schema={schema}
      record={null}
      draft={null}
      initial={{
        effet: allFrozen(batch) ? "des_la_demande" : "premier_du_mois",
        posteeLe: aujourdhui(new Date()),
      }}
      create={async (manner) => {
        const { rows } = await queryClient.ensureQueryData(revisionsOfMonth(mois, manner));
        await onSend(inManner(batch, rows).rows, manner);
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

/** Whether every revision of the batch can only take effect on the day of its request. */
const allFrozen = ({ rows }: Batch): boolean => rows.every(({ desLaDemande }) => desLaDemande);

function MannerFields({ mois, batch }: Pick<AskDialogProps, "mois" | "batch">) {
  const manner = schema.safeParse({
    effet: useValue("effet"),
    posteeLe: useValue("posteeLe"),
    complement: useValue("complement") ?? false,
  });
  const { data } = useQuery({
    ...revisionsOfMonth(mois, manner.data),
    enabled: manner.success,
    placeholderData: keepPreviousData,
  });
  const present = inManner(batch, data?.rows);
  const { text, warnings } = questionOf(present);
  const complement = complementOf(present.rows);
  const late = batch.rows.some((row) => row.desLaDemande || row.joursPerdus > 0);
  return (
    <>
      <p className="mb-4 text-muted">
        {present.rows.length > 0 && `${formatCount(present.rows.length, "loyer", "loyers")} : `}
        {text}
      </p>
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
        {late && !allFrozen(batch) && (
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
        {complement !== null && (
          <SwitchField
            name="complement"
            label="Facturer le complément du mois déjà quittancé"
            span={6}
            hint={complement}
          />
        )}
        {batch.rows.some(({ canal }) => canal === "lettre") && (
          <DateField name="posteeLe" label="Lettres à poster le" />
        )}
      </FieldGrid>
    </>
  );
}
