import * as z from "zod/mini";
import { choix, euros, facultatif, requis, texte } from "#domain/fields.ts";
import { PREUVES_RETENUE, type PreuveRetenue } from "#domain/gerance/departs/depart.ts";
import type { DepartDetail } from "#domain/gerance/departs/depart-fiche.ts";
import { enEuros, formatEuros } from "#domain/montants.ts";
import { FieldGrid } from "#web/components/fields/field.tsx";
import {
  EurosField,
  SelectField,
  TextareaField,
  TextField,
} from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { noteDeparture, TOUCHED_BY_DEPARTS } from "#web/entities/biens/departs.ts";
import { useWrite } from "#web/lib/server/resource.ts";

interface SumsDialogProps {
  detail: DepartDetail;
  onClose(): void;
}

const sum = z.strictObject({
  libelle: requis(200),
  montant: euros().check(z.gt(0, "Un montant de plus de 0 € est attendu.")),
  preuve: choix(Object.keys(PREUVES_RETENUE) as PreuveRetenue[]),
});

/** A sum that the tenant bears and no inventory shows: a missing key, a cleaning. */
export function SumDialog({ detail, onClose }: SumsDialogProps) {
  const { DossierId, depart } = detail;
  const note = useWrite(
    async (kept: z.output<typeof sum>) => ({
      ...(await noteDeparture(DossierId, {
        retenues: [
          ...(depart?.retenues ?? []),
          {
            ...kept,
            ...{ difference: null, qui: "locataire", prix: null, action: null, vetuste: null },
          },
        ],
        version: depart?.version,
      })),
      version: 0,
    }),
    TOUCHED_BY_DEPARTS,
    () => true,
  );
  return (
    <FormDialog
      title="Retenir une somme"
      schema={sum}
      record={null}
      draft={null}
      initial={{}}
      create={(kept) => note.mutateAsync(kept)}
      createLabel="Retenir"
      onSaved={onClose}
      onClose={onClose}
    >
      <FieldGrid>
        <TextField name="libelle" label="Libellé" hint="« Clé manquante », « Nettoyage »." />
        <EurosField name="montant" label="Montant" />
        <SelectField
          name="preuve"
          label="Preuve"
          hint="Un devis suffit ; seul ce qui est justifié se retient (article 22)."
          options={Object.entries(PREUVES_RETENUE).map(([value, label]) => ({ value, label }))}
        />
      </FieldGrid>
    </FormDialog>
  );
}

const provision = z
  .strictObject({ provision: euros(), motifProvision: facultatif(texte(500)) })
  .check(
    z.refine(({ provision, motifProvision }) => provision === 0 || Boolean(motifProvision), {
      path: ["motifProvision"],
      error: "La provision se justifie : dites pourquoi.",
    }),
  );

/** The part of the deposit kept until the building's charges are approved. */
export function ProvisionDialog({ detail, onClose }: SumsDialogProps) {
  const { DossierId, depart, compte } = detail;
  const most = enEuros(compte.provisionAuPlus);
  const left = enEuros(compte.depot - compte.impute);
  const note = useWrite(
    async (kept: z.output<typeof provision>) => ({
      ...(await noteDeparture(DossierId, { ...kept, version: depart?.version })),
      version: 0,
    }),
    TOUCHED_BY_DEPARTS,
    () => true,
  );
  return (
    <FormDialog
      title="Garder une provision sur charges"
      schema={provision}
      record={null}
      draft={null}
      initial={{
        provision: depart?.provision || Math.min(most, left),
        motifProvision: depart?.motifProvision ?? null,
      }}
      create={(kept) => note.mutateAsync(kept)}
      createLabel="Enregistrer"
      onSaved={onClose}
      onClose={onClose}
    >
      <FieldGrid>
        <EurosField
          name="provision"
          label="Provision"
          hint={`Au plus ${formatEuros(most)}, le cinquième du dépôt.${left < most ? ` Il en reste ${formatEuros(left)}.` : ""}`}
        />
        <TextareaField
          name="motifProvision"
          label="Pourquoi"
          required
          hint="Le dernier résultat de l’immeuble, ou son budget : elle se justifie."
        />
      </FieldGrid>
    </FormDialog>
  );
}
