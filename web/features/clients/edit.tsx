import { fields } from "#domain/personnes/client-fiche.ts?fields";
import { RecordEdit } from "#web/components/record/record-edit.tsx";
import { addProprietaire } from "#web/entities/biens/appartements.ts";
import { addClient } from "#web/entities/mandats/missions.ts";
import { clients } from "#web/entities/personnes/clients.ts";
import { useRelatedId } from "#web/lib/navigation.ts";
import { lazyRules } from "#web/lib/rules/lazy-rules.ts";
import { thenLink } from "#web/lib/server/resource.ts";
import { ClientRecord } from "./record.tsx";

const rules = lazyRules(fields, () => import("#domain/personnes/client-fiche.ts"));

export function ClientEdit() {
  const appartementId = useRelatedId("relatedAppartement");
  const missionId = useRelatedId("relatedMission");
  return (
    <RecordEdit
      resource={{ ...clients, create: createFor(appartementId, missionId) }}
      rules={rules}
      newTitle="Nouveau client"
      createLabel="Créer le client"
      created="Votre client à été crée avec succes."
    >
      <ClientRecord />
    </RecordEdit>
  );
}

const createFor = (appartementId: number | null, missionId: number | null) =>
  thenLink(clients.create, async ({ id }) => {
    if (appartementId) await addProprietaire(appartementId, id);
    if (missionId) await addClient(missionId, id);
  });
