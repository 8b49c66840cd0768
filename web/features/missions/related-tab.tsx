import { Handshake, PencilLine } from "lucide-react";
import { Suspense, useState } from "react";
import type { MissionRow } from "#domain/missions/mission-fiche.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { RelatedRecords } from "#web/components/record/related-records.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { useKept } from "#web/entities/biens/retenues.ts";
import {
  addAppartement,
  addClient,
  type Linked,
  linkTold,
  missions,
  removeAppartement,
  removeClient,
  TOUCHED_BY_MISSIONS,
} from "#web/entities/mandats/missions.ts";
import {
  clientMissionColumns,
  missionChoice,
  missionColumnsOfAppartement,
  missionName,
} from "#web/entities/mandats/missions-columns.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";

const InlineMission = lazyNamed(() => import("./inline-form.tsx"), "InlineMission");

export function MissionsOfClient({ id }: { id: number }) {
  return (
    <MissionsOf
      filter={{ ClientId: id }}
      columns={clientMissionColumns}
      onAdd={(missionId) => addClient(missionId, id)}
      onRemove={(missionId) => removeClient(missionId, id)}
      creation={`/missions/new?relatedClient=${id}`}
    />
  );
}

export function MissionsOfAppartement({ id }: { id: number }) {
  return (
    <MissionsOf
      filter={{ AppartementId: id }}
      columns={missionColumnsOfAppartement}
      onAdd={(missionId) => addAppartement(missionId, id)}
      onRemove={(missionId) => removeAppartement(missionId, id)}
      creation={`/missions/new?relatedAppartement=${id}`}
    />
  );
}

interface MissionsOfProps {
  filter: { ClientId: number } | { AppartementId: number };
  columns: readonly Column<MissionRow>[];
  onAdd(missionId: number): Promise<Linked>;
  onRemove(missionId: number): Promise<Linked>;
  /** The page that creates a mission. */
  creation: string;
}

function MissionsOf({ filter, columns, onAdd, onRemove, creation }: MissionsOfProps) {
  const [editing, setEditing] = useState<number | null>(null);
  const mayModify = usePeut("modifier");
  const kept = useKept(filter, "MissionId");
  const add = useWrite(({ id }: MissionRow) => onAdd(id), TOUCHED_BY_MISSIONS);
  const remove = useWrite(({ id }: MissionRow) => onRemove(id), TOUCHED_BY_MISSIONS);
  return (
    <RelatedRecords<MissionRow>
      title="Missions"
      noun={["mission", "missions"]}
      resource={missions}
      fixed={filter}
      search="Client, type, registre"
      sort="-dateSignature"
      columns={columns}
      name={missionName}
      href={({ id }) => `/missions/${id}`}
      actions={({ id }) =>
        mayModify
          ? [
              {
                label: "Modifier ici",
                icon: PencilLine,
                quick: true,
                onSelect: () => setEditing((open) => open ?? id),
              },
            ]
          : []
      }
      unfolded={
        editing === null
          ? null
          : {
              id: editing,
              content: (
                <Suspense fallback={<Skeleton className="m-5 h-40" />}>
                  <InlineMission id={editing} onClose={() => setEditing(null)} />
                </Suspense>
              ),
            }
      }
      add={{
        ...missionChoice,
        label: "Ajouter une mission",
        name: missionName,
        onAdd: (row) =>
          add.mutate(row, {
            onSuccess: (linked) => notify(linkTold("La mission a été ajoutée.", linked)),
          }),
      }}
      create={{ href: creation, label: "Nouvelle mission" }}
      remove={{
        label: "Retirer",
        kept,
        onRemove: (row) =>
          remove.mutate(row, {
            onSuccess: (linked) => notify(linkTold("La mission a été retirée.", linked)),
          }),
      }}
      empty={{
        icon: Handshake,
        title: "Aucune mission pour l’instant",
        text: "Les mandats confiés à l’agence apparaissent ici, avec ce qui reste à payer.",
      }}
    />
  );
}
