import * as z from "zod/mini";
import { aujourdhui, dansMois, type Jour } from "#domain/dates.ts";
import { entier, isoDate } from "#domain/fields.ts";
import { repartir } from "#domain/gerance/livres/repartition.ts";
import { enCentimes, enEuros, formatEuros } from "#domain/montants.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { NumberField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { agreePlan, TOUCHED_BY_RELANCES } from "#web/entities/comptes/impayes.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const schema = z.strictObject({
  premiere: isoDate().check(
    z.refine((day) => day >= aujourdhui(new Date()), "La première échéance est à venir."),
  ),
  mois: entier(1, 36),
});

/** Equal instalments, a month apart; the first instalments take the cents left by the division. */
function instalments(du: number, premiere: Jour, mois: number) {
  const parts = repartir(
    enCentimes(du),
    Array.from({ length: mois }, () => 1),
  );
  return parts.map((part, rank) => ({
    date: dansMois(premiere, rank),
    montant: enEuros(part),
  }));
}

interface PlanDialogProps {
  id: number;
  du: number;
  onClose(): void;
}

/** Notes the payment plan agreed with a tenant: equal instalments, paid with the current rent. */
export function PlanDialog({ id, du, onClose }: PlanDialogProps) {
  const save = useWrite(
    async ({ mois, premiere }: z.output<typeof schema>) => {
      await agreePlan(id, instalments(du, premiere, mois));
      return { id, version: 0 };
    },
    TOUCHED_BY_RELANCES,
    () => true,
  );
  return (
    <FormDialog
      title="Plan d’apurement"
      schema={schema}
      record={null}
      draft={null}
      initial={{ mois: 3 }}
      create={(values) => save.mutateAsync(values)}
      createLabel="Convenir du plan"
      onSaved={() => {
        notify("Le plan d’apurement est noté : il reste à le faire signer.");
        onClose();
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        {formatEuros(du)} en échéances mensuelles égales, en plus du loyer courant. Tant qu’il est
        suivi, aucune relance ne part pour cette somme.
      </p>
      <FieldGrid>
        <DateField name="premiere" label="Première échéance" />
        <NumberField name="mois" label="Nombre d’échéances" decimals={0} />
      </FieldGrid>
    </FormDialog>
  );
}
