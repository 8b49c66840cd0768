import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { moisEnLettres } from "#domain/dates.ts";
import {
  creation,
  type Immeuble,
  type ImmeubleRow,
} from "#domain/gerance/charges/immeuble-fiche.ts";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { EmailField, PhoneField, SelectField, TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import type { Saved } from "#web/components/form/form-save.ts";
import { useFormWrites } from "#web/components/form/form-writes.ts";
import { LabelledCheckbox } from "#web/components/ui/checkbox.tsx";
import { appartements } from "#web/entities/biens/appartements.ts";
import { TOUCHED_BY_CHARGES } from "#web/entities/comptes/annee-de-charges.ts";
import { immeubles, setLots } from "#web/entities/comptes/immeubles.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const FIRST_DAYS = Array.from({ length: 12 }, (_, rank) => {
  const month = String(rank + 1).padStart(2, "0");
  return {
    value: `${month}-01`,
    label: `1er ${moisEnLettres(`2026-${month}`).replace(" 2026", "")}`,
  };
});

const KINDS = [
  { value: "copropriete", label: "Copropriété" },
  { value: "monopropriete", label: "Monopropriété" },
];

const TOUCHED = ["Appartement", ...TOUCHED_BY_CHARGES];

interface BuildingDialogProps {
  row: ImmeubleRow | null;
  onClose(): void;
}

/** A building with its dwellings, which are chosen among the dwellings with the same postal code. */
export function BuildingDialog({ row, onClose }: BuildingDialogProps) {
  const detail = useQuery({ ...immeubles.find(row?.id ?? 0), enabled: row !== null });
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null);
  const near = useQuery(appartements.list({ q: row?.codePostal ?? "", limit: "100", page: "1" }));
  const ids = chosen ?? new Set(detail.data?.Lots.map(({ id }) => id));
  const writes = useFormWrites(immeubles, row?.id ?? null, TOUCHED);
  const place = useWrite(
    (lots: { id: number; ids: readonly number[] }) => setLots(lots.id, lots.ids),
    TOUCHED,
  );
  return (
    <FormDialog<Saved, Immeuble>
      {...writes}
      title={row ? row.nom : "Nouvel immeuble"}
      schema={creation}
      record={row}
      createLabel="Créer l’immeuble"
      onSaved={() => {
        if (row && chosen) place.mutate({ id: row.id, ids: [...chosen] });
        notify(row ? "Vos modifications ont été prises en compte." : "L’immeuble a été ajouté.");
        onClose();
      }}
      onClose={onClose}
    >
      <FieldGrid>
        <TextField name="nom" label="Nom" span={6} />
        <TextField name="adresse" label="Adresse" span={6} />
        <TextField name="codePostal" label="Code postal" span={2} />
        <TextField name="ville" label="Ville" span={4} />
        <SelectField name="genre" label="Propriété" options={KINDS} span={3} />
        <SelectField
          name="exerciceDebut"
          label="L’exercice commence le"
          options={FIRST_DAYS}
          span={3}
        />
        <TextField name="syndicNom" label="Syndic" span={6} />
        <EmailField name="syndicMail" label="E-mail du syndic" span={3} />
        <PhoneField name="syndicTel" label="Téléphone du syndic" span={3} />
      </FieldGrid>
      {row && (
        <fieldset className="mt-4">
          <legend className="mb-1 text-sm font-medium">Logements de l’immeuble</legend>
          <div className="max-h-56 overflow-y-auto rounded-md border px-3 py-1.5">
            {near.data?.data.map(({ id, adresse, etage }) => (
              <LabelledCheckbox
                key={id}
                id={`lot-${id}`}
                checked={ids.has(id)}
                onChange={() => {
                  const next = new Set(ids);
                  if (!next.delete(id)) next.add(id);
                  setChosen(next);
                }}
              >
                {adresse}
                {etage && `, étage ${etage}`}
              </LabelledCheckbox>
            ))}
          </div>
        </fieldset>
      )}
    </FormDialog>
  );
}
