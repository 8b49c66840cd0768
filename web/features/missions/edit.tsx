import { fields } from "#domain/missions/mission-fiche.ts?fields";
import { RecordEdit } from "#web/components/record/record-edit.tsx";
import {
  addAppartement,
  addClient,
  addOnlyAppartement,
  missions,
} from "#web/entities/mandats/missions.ts";
import { useRelatedId } from "#web/lib/navigation.ts";
import { lazyRules } from "#web/lib/rules/lazy-rules.ts";
import { thenLink } from "#web/lib/server/resource.ts";
import { MissionRecord } from "./record.tsx";

const rules = lazyRules(fields, () => import("#domain/missions/mission-fiche.ts"));

export function MissionEdit() {
  const clientId = useRelatedId("relatedClient");
  const appartementId = useRelatedId("relatedAppartement");
  return (
    <RecordEdit
      resource={{ ...missions, create: createFor(clientId, appartementId) }}
      rules={rules}
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
