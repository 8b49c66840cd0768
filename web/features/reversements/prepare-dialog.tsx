import { useQuery } from "@tanstack/react-query";
import { Ban } from "lucide-react";
import { useLocation } from "wouter";
import * as z from "zod/mini";
import { isoDate } from "#domain/fields.ts";
import type { ApercuReversement } from "#domain/gerance/reversements/reversement-fiche.ts";
import { formatEuros } from "#domain/montants.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { SelectField, SwitchField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { PagedItems } from "#web/components/list/pages/paged-items.tsx";
import { Notice } from "#web/components/notice.tsx";
import {
  type ChosenSums,
  payoutHref,
  payoutPreview,
  preparePayout,
  TOUCHED_BY_PAYOUT,
} from "#web/entities/cloture/reversements.ts";
import { formatCount } from "#web/lib/format.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { countOf } from "./chosen-sums.ts";
import { NotCounted } from "./not-counted.tsx";

const schema = z.strictObject({
  dateExecution: isoDate(),
  honoraires: z.boolean(),
  CompteBancaireId: z.string(),
});

interface PrepareDialogProps {
  /** The sums to pay; without any, the batch pays only the agency's fees. */
  sums: ChosenSums;
  onClose(): void;
}

/** Asks before a batch is made: it names the payments included, the payments left out, and the day. */
export function PrepareDialog({ sums, onClose }: PrepareDialogProps) {
  const { ids, ...others } = sums;
  const feesOnly = countOf(sums) === 0;
  const credits = sums.FactureHonorairesIds.length > 0;
  const preview = useQuery(payoutPreview(sums)).data;
  const [, navigate] = useLocation();
  const save = useWrite(
    async (values: z.output<typeof schema>) => {
      const made = await preparePayout({
        CompteRenduIds: [...ids],
        SoldeDepartIds: [...others.SoldeDepartIds],
        AvanceRendueIds: [...others.AvanceRendueIds],
        IntendanceIds: [...others.IntendanceIds],
        FactureHonorairesIds: [...others.FactureHonorairesIds],
        dateExecution: values.dateExecution,
        honoraires: values.honoraires,
        CompteBancaireId: Number(values.CompteBancaireId) || null,
      });
      notify(
        made.etat === "a_valider"
          ? `Le lot ${made.numero} attend un second administrateur.`
          : `Le lot ${made.numero} est prêt : ${formatEuros(made.montant)}.`,
      );
      navigate(payoutHref(made.id));
      return { id: made.id, version: made.version };
    },
    TOUCHED_BY_PAYOUT,
    () => true,
  );
  if (!preview) return null;
  const several = preview.comptes.length > 1;
  return (
    <FormDialog
      title={
        feesOnly
          ? "Virer les honoraires"
          : credits
            ? "Rembourser les avoirs"
            : "Préparer les virements"
      }
      schema={schema}
      record={null}
      initial={{
        dateExecution: preview.dateExecution,
        honoraires: feesOnly,
        CompteBancaireId: String(preview.CompteBancaireId ?? preview.comptes[0]?.id ?? ""),
      }}
      draft={null}
      create={(values) => save.mutateAsync(values)}
      createLabel={
        feesOnly
          ? `Virer ${formatEuros(preview.honoraires)}`
          : `Préparer ${formatEuros(preview.total)}`
      }
      onSaved={onClose}
      onClose={onClose}
    >
      {feesOnly ? (
        <>
          {save.error && <Notice className="mb-4">{save.error.message}</Notice>}
          <NotCounted preview={preview} className="mb-4" />
        </>
      ) : (
        <Control preview={preview} />
      )}
      <FieldGrid>
        <DateField
          name="dateExecution"
          label="Date d’exécution"
          required
          hint="Un jour où les banques règlent : ni week-end, ni jour férié européen."
        />
        {several && (
          <SelectField
            name="CompteBancaireId"
            label="Compte débité"
            options={preview.comptes.map(({ id, nom, solde }) => ({
              value: String(id),
              label: `${nom} (${formatEuros(solde)})`,
            }))}
          />
        )}
        {!feesOnly && preview.honoraires > 0 && (
          <SwitchField
            name="honoraires"
            label={`Virer aussi ${formatEuros(preview.honoraires)} d’honoraires à l’agence`}
            span={6}
          />
        )}
      </FieldGrid>
    </FormDialog>
  );
}

/** The count of transfers to make, then the sums left out, each with its reason. */
function Control({ preview }: { preview: ApercuReversement }) {
  const { restitutions, avances, depenses, avoirs } = preview;
  const sumsOfOthers = [...restitutions, ...avances, ...depenses, ...avoirs];
  const sums = [
    ...preview.parts.map(({ bloque, mandat, CompteRenduPartId }) => ({
      ...{ bloque, name: mandat, key: `part ${CompteRenduPartId}` },
    })),
    ...sumsOfOthers.map(({ bloque, nom, objet }) => ({
      ...{ bloque, name: bloque?.includes(nom) ? objet : `${nom}, ${objet}` },
      key: `${nom} ${objet}`,
    })),
  ];
  const paid = sums.filter(({ bloque }) => bloque === null);
  const kept = sums.filter(({ bloque }) => bloque !== null);
  const others = sumsOfOthers.length > 0;
  return (
    <div className="mb-4 space-y-2">
      <p>
        {formatCount(paid.length, "virement")}, <strong>{formatEuros(preview.total)}</strong>.
      </p>
      {preview.refus && <Notice>{preview.refus}</Notice>}
      {!preview.refus && <NotCounted preview={preview} />}
      {preview.secondePersonne && (
        <Notice tone="blue">
          {preview.seuil > 0
            ? `Au-delà de ${formatEuros(preview.seuil)}, avec ce que vous avez fait partir seul depuis un jour, un second administrateur valide le lot.`
            : "Un second administrateur valide chaque lot."}
        </Notice>
      )}
      {kept.length > 0 && (
        <div>
          <p className="text-sm font-medium">
            {others
              ? formatCount(kept.length, "somme laissée", "sommes laissées")
              : formatCount(kept.length, "part laissée", "parts laissées")}{" "}
            de côté, {formatEuros(preview.ecarte)} :
          </p>
          <PagedItems of="parts laissées de côté" items={kept}>
            {(some) => (
              <ul className="mt-1 space-y-0.5 text-sm">
                {some.map(({ key, name, bloque }) => (
                  <li key={key} className="flex items-start gap-1.5 text-red">
                    <Ban aria-hidden className="mt-0.5 size-3.5 shrink-0" />
                    {name} : {bloque}
                  </li>
                ))}
              </ul>
            )}
          </PagedItems>
        </div>
      )}
    </div>
  );
}
