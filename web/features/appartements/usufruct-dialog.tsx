import { finUsufruitDite } from "#domain/biens/appartement-fiche.ts";
import { aujourdhui } from "#domain/dates.ts";
import { nomComplet, type Personne } from "#domain/personnes/personne.ts";
import { FINS_USUFRUIT } from "#domain/personnes/propriete.ts";
import { confirm } from "#web/components/confirm.tsx";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { SelectField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { endUsufruct, TOUCHED_BY_PROPRIETAIRES } from "#web/entities/biens/appartements.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const REASONS = Object.entries(FINS_USUFRUIT).map(([value, label]) => ({ value, label }));

interface UsufructDialogProps {
  appartementId: number;
  owner: Personne & { id: number };
  onClose(): void;
}

/** Notes the day on which a usufruct ended, then shows the steps that staff must still take. */
export function UsufructDialog({ appartementId, owner, onClose }: UsufructDialogProps) {
  const end = useWrite(
    async (said: Parameters<typeof endUsufruct>[2]) => ({
      version: 0,
      warnings: await endUsufruct(appartementId, owner.id, said),
    }),
    TOUCHED_BY_PROPRIETAIRES,
    () => true,
  );
  return (
    <FormDialog
      title="Fin de l’usufruit"
      schema={finUsufruitDite}
      record={null}
      initial={{ le: aujourdhui(new Date()), motif: "deces" as const }}
      create={(values) => end.mutateAsync(values)}
      createLabel="Noter la fin de l’usufruit"
      onSaved={({ warnings }) => {
        onClose();
        const [first, ...others] = warnings ?? [];
        void confirm({
          title: "La fin de l’usufruit est notée",
          text: first,
          warnings: others,
          action: "Compris",
          cancel: null,
        });
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        {nomComplet(owner)} n’aura plus de droit sur ce bien ; les nus-propriétaires en auront la
        pleine propriété. Les quittances et les comptes d’avant gardent son nom.
      </p>
      <FieldGrid>
        <DateField name="le" label="L’usufruit a pris fin le" />
        <SelectField name="motif" label="Pour cause de" options={REASONS} span={4} />
      </FieldGrid>
    </FormDialog>
  );
}
