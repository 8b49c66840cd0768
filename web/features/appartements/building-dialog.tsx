import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Link } from "wouter";
import { aujourdhui, moisEnLettres } from "#domain/dates.ts";
import {
  debutFixe,
  exerciceAuJour,
  exercicesFinisEn,
  REFUS_DE_DEBUT,
} from "#domain/gerance/charges/calendrier.ts";
import { anneeDeLExercice } from "#domain/gerance/charges/exercice.ts";
import {
  creation,
  type Immeuble,
  type ImmeubleDetail,
  immeubleEtLots,
} from "#domain/gerance/charges/immeuble-fiche.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { EmailField, PhoneField, SelectField, TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import type { Saved } from "#web/components/form/form-save.ts";
import { useFormWrites } from "#web/components/form/form-writes.ts";
import { Dialog, DialogBody } from "#web/components/ui/dialog.tsx";
import { TOUCHED_BY_CHARGES } from "#web/entities/comptes/annee-de-charges.ts";
import { immeubles, setLots } from "#web/entities/comptes/immeubles.ts";
import { formatCount } from "#web/lib/format.ts";
import { notify } from "#web/lib/notify.ts";
import type { Values } from "#web/lib/rules/values.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { BuildingLots, inOrder } from "./building-lots.tsx";

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
  /** The name of the building, and its identifier; null: a new building. */
  row: { id: number; nom: string } | null;
  onClose(): void;
}

/** A building with its dwellings; its form opens once they are read. */
export function BuildingDialog({ row, onClose }: BuildingDialogProps) {
  const detail = useQuery({
    ...immeubles.find(row?.id ?? 0),
    enabled: row !== null,
    select: withLots,
  });
  if (!row) return <NewBuilding onClose={onClose} />;
  if (detail.data) return <ExistingBuilding building={detail.data} onClose={onClose} />;
  return (
    detail.isError && (
      <Dialog open title={row.nom} size="lg" onOpenChange={onClose}>
        <DialogBody>
          <ErrorState error={detail.error} onRetry={() => detail.refetch()} />
        </DialogBody>
      </Dialog>
    )
  );
}

const withLots = (building: ImmeubleDetail) => ({
  ...building,
  AppartementIds: inOrder(building.Lots.map(({ id }) => id)),
});

function NewBuilding({ onClose }: { onClose(): void }) {
  const writes = useFormWrites(immeubles, null, TOUCHED);
  return (
    <FormDialog<ImmeubleDetail, Immeuble>
      {...writes}
      title="Nouvel immeuble"
      schema={creation}
      record={null}
      createLabel="Créer l’immeuble"
      onSaved={() => {
        notify("L’immeuble a été ajouté.");
        onClose();
      }}
      onClose={onClose}
    >
      <BuildingFields />
    </FormDialog>
  );
}

interface ExistingBuildingProps {
  building: ReturnType<typeof withLots>;
  onClose(): void;
}

function ExistingBuilding({ building, onClose }: ExistingBuildingProps) {
  const { id } = building;
  const { modify, reload, ...writes } = useFormWrites(immeubles, id, TOUCHED);
  const place = useWrite(
    (lots: Parameters<typeof setLots>[1]) => setLots(id, lots),
    TOUCHED,
    () => true,
  );
  /**
   * The version of the building once its dwellings are saved. The form still has an older version when the save of
   * its other fields is then refused.
   */
  const placed = useRef(0);
  /** The dwellings are saved first: when the server refuses one of them, nothing is saved. */
  async function save({ AppartementIds, ...changed }: Values & Saved) {
    const version = Math.max(changed.version, placed.current);
    if (!AppartementIds) return withLots(await modify({ ...changed, version }));
    const after = await place.mutateAsync({ AppartementIds: AppartementIds as number[], version });
    placed.current = after.version;
    const { version: _version, updatedAt: _updatedAt, ...others } = changed;
    if (Object.keys(others).length === 0) return withLots(after);
    return withLots(await modify({ ...changed, version: after.version }));
  }
  return (
    <FormDialog<ImmeubleDetail, Immeuble>
      {...writes}
      modify={save}
      reload={async () => withLots(await reload())}
      title={building.nom}
      schema={immeubleEtLots}
      record={building}
      describe={(name, value) =>
        name === "AppartementIds" ? formatCount((value as number[]).length, "logement") : null
      }
      createLabel="Créer l’immeuble"
      onSaved={() => {
        notify("Vos modifications ont été prises en compte.");
        onClose();
      }}
      onClose={onClose}
    >
      <BuildingFields building={building} />
      <div className="mt-4">
        <FieldGrid>
          <BuildingLots building={building} />
        </FieldGrid>
      </div>
    </FormDialog>
  );
}

/**
 * Says why the first day of the year of charges cannot change, with a link to the current year, whose last day can
 * change.
 */
function FixedFirstDay({ building }: { building: ImmeubleDetail }) {
  const present = exerciceAuJour(aujourdhui(new Date()), building);
  const year = exercicesFinisEn(anneeDeLExercice(present), building).find(
    ({ au }) => au === present.au,
  );
  return (
    <>
      {REFUS_DE_DEBUT}{" "}
      <Link
        href={`/annee?tab=charges&annee=${year?.annee}&immeuble=${building.id}`}
        className="text-accent underline-offset-4 hover:underline"
      >
        Voir l’exercice en cours
      </Link>
    </>
  );
}

/** @param building absent for a new building, whose exercice may begin on any month */
function BuildingFields({ building }: { building?: ImmeubleDetail }) {
  const fixed = building !== undefined && debutFixe(building);
  return (
    <FieldGrid>
      <TextField name="nom" label="Nom" span={6} />
      <TextField name="adresse" label="Adresse" span={6} />
      <TextField name="codePostal" label="Code postal" span={2} />
      <TextField name="ville" label="Ville" span={4} />
      <SelectField name="genre" label="Propriété" options={KINDS} span={3} />
      <SelectField
        name="exerciceDebut"
        label="L’exercice commence le"
        options={FIRST_DAYS.filter(
          ({ value }) =>
            !building ||
            value === building.exerciceDebut ||
            building.exerciceDebuts.includes(value),
        )}
        span={3}
        disabled={fixed}
        hint={fixed && <FixedFirstDay building={building} />}
      />
      <TextField name="syndicNom" label="Syndic" span={6} />
      <EmailField name="syndicMail" label="E-mail du syndic" span={3} />
      <PhoneField name="syndicTel" label="Téléphone du syndic" span={3} />
    </FieldGrid>
  );
}
