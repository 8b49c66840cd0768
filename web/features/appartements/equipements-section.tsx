import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AppartementDetail } from "#domain/biens/appartement-fiche.ts";
import { Section } from "#web/components/fields/field.tsx";
import { useForm } from "#web/components/form/form-context.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { Checkbox } from "#web/components/ui/checkbox.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { appartements, setEquipement } from "#web/entities/biens/appartements.ts";
import { equipements } from "#web/entities/biens/equipements.ts";
import { useWrite } from "#web/lib/server/resource.ts";

interface EquipementsSectionProps {
  appartement: AppartementDetail;
}

type Equipement = AppartementDetail["Equipements"][number];

export function EquipementsSection({ appartement }: EquipementsSectionProps) {
  const { mode } = useForm();
  const { Equipements } = appartement;
  if (mode === "edit") return <Choices appartement={appartement} />;
  if (Equipements.length === 0) return null;
  return (
    <Section title="Équipements">
      <ul className="col-span-6 flex flex-wrap gap-1.5">
        {byUse(Equipements).flatMap(({ collectif, rows }) =>
          rows.map(({ id, nom }) => (
            <li key={id}>
              <Badge tone={collectif ? "blue" : "grey"}>
                {nom}
                {collectif && <span className="sr-only"> (collectif)</span>}
              </Badge>
            </li>
          )),
        )}
      </ul>
    </Section>
  );
}

function Choices({ appartement }: EquipementsSectionProps) {
  const query = useQuery(equipements.list({ sort: "nom" }));
  const [asked, setAsked] = useState<ReadonlyMap<number, boolean>>(new Map());
  const write = useWrite(
    ({ id, present }: { id: number; present: boolean }) =>
      setEquipement(appartement.id, id, present),
    [appartements.name],
  );
  const present = new Set(appartement.Equipements.map(({ id }) => id));

  function toggle(id: number, wanted: boolean) {
    setAsked((others) => new Map(others).set(id, wanted));
    write
      .mutateAsync({ id, present: wanted })
      .catch(() => {})
      .finally(() => setAsked((others) => new Map([...others].filter(([other]) => other !== id))));
  }

  return (
    <Section title="Équipements" text="Une case cochée est enregistrée aussitôt.">
      <div className="col-span-6 grid gap-x-14 gap-y-4 @3xl:grid-cols-2">
        {!query.data && <Skeleton className="h-24 w-full" />}
        {byUse(query.data?.data ?? []).map(({ title, rows }) => (
          <fieldset key={title} className="min-w-0">
            <legend className="mb-1.5 text-sm text-muted">{title}</legend>
            <div className="grid gap-x-4 gap-y-1.5 @xs:grid-cols-2">
              {rows.map(({ id, nom }) => (
                <label key={id} htmlFor={`equipement-${id}`} className="flex items-start gap-2">
                  <Checkbox
                    id={`equipement-${id}`}
                    className="mt-0.5"
                    checked={asked.get(id) ?? present.has(id)}
                    disabled={asked.has(id)}
                    onChange={(event) => toggle(id, event.target.checked)}
                  />
                  {nom}
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </Section>
  );
}

/** The equipment of the dwelling, then the equipment of the building; a group without equipment is left out. */
function byUse<Row extends Equipement>(rows: readonly Row[]) {
  return [
    { title: "Dans le logement", collectif: false },
    { title: "Dans l’immeuble", collectif: true },
  ]
    .map((use) => ({ ...use, rows: rows.filter((row) => row.collectif === use.collectif) }))
    .filter((use) => use.rows.length > 0);
}
