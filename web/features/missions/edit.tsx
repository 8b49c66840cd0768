import { creation } from "#domain/mission-fiche.ts";
import { RecordEdit } from "#web/components/record-edit.tsx";
import {
  addAppartement,
  addClient,
  addOnlyAppartement,
  missions,
} from "#web/entities/missions/api.ts";
import { useRelatedId } from "#web/lib/navigation.ts";
import { thenLink } from "#web/lib/resource.ts";
import { MissionRecord } from "./record.tsx";

export function MissionEdit() {
  const clientId = useRelatedId("relatedClient");
  const appartementId = useRelatedId("relatedAppartement");
  return (
    <RecordEdit
      resource={{ ...missions, create: createFor(clientId, appartementId) }}
      schema={creation}
      newTitle="Nouvelle mission"
      createLabel="Créer la mission"
      created="Votre mission à été crée avec succes."
    >
      <MissionRecord />
    </RecordEdit>
  );
}

const createFor = (clientId: number | null, appartementId: number | null) =>
  thenLink(missions.create, async ({ id }) => {
    if (clientId) await addClient(id, clientId);
    if (appartementId) await addAppartement(id, appartementId);
    else if (clientId) await addOnlyAppartement(id, clientId);
  });
