import { useLocation } from "wouter";
import {
  ajouterMois,
  dernierJour,
  formatJour,
  formatPeriode,
  type Jour,
  moisDe,
} from "#domain/dates.ts";
import type { ChargesDeLAnnee } from "#domain/gerance/charges/annee-lue.ts";
import { exercicesFinisEn } from "#domain/gerance/charges/calendrier.ts";
import { finDExercice } from "#domain/gerance/charges/calendrier-fiche.ts";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { SelectField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { TOUCHED_BY_CHARGES } from "#web/entities/comptes/annee-de-charges.ts";
import { endYear } from "#web/entities/comptes/immeubles.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

interface YearEndDialogProps {
  charges: ChargesDeLAnnee;
  /** The identifier of the building. */
  id: number;
  onClose(): void;
}

/** The last day of a building's year of charges: the next years begin on the day after. */
export function YearEndDialog({ charges: { annee, exercice }, id, onClose }: YearEndDialogProps) {
  const [, navigate] = useLocation();
  const ends = Array.from({ length: 12 }, (_, rank) =>
    dernierJour(ajouterMois(moisDe(exercice.du), rank)),
  );
  const save = useWrite(
    async ({ au }: { au: Jour }) => {
      const building = await endYear({ id, annee, au });
      const year = exercicesFinisEn(Number(au.slice(0, 4)), building).find((one) => one.au === au);
      notify(`L’exercice finit le ${formatJour(au)}.`);
      navigate(`/annee?tab=charges&annee=${year?.annee ?? annee}&immeuble=${id}`);
      return building;
    },
    ["Immeuble", ...TOUCHED_BY_CHARGES],
    () => true,
  );
  return (
    <FormDialog
      title="Fin de l’exercice"
      schema={finDExercice}
      record={null}
      draft={null}
      initial={{ au: exercice.au }}
      create={(values) => save.mutateAsync(values)}
      createLabel="Changer la fin"
      onSaved={onClose}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        {formatPeriode(exercice.du, exercice.au)}. S’il finit plus tôt, il se règle sur ses
        provisions et ses jours, et les suivants commencent le lendemain. Une facture compte entière
        dans l’exercice de son jour : si elle en couvre plusieurs, notez-y sa part.
      </p>
      <FieldGrid>
        <SelectField
          name="au"
          label="L’exercice finit le"
          span={3}
          options={ends.map((value) => ({ value, label: formatJour(value) }))}
        />
      </FieldGrid>
    </FormDialog>
  );
}
