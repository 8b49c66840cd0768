import { useQuery } from "@tanstack/react-query";
import { fields } from "#domain/biens/appartement-fiche.ts?fields";
import { nomComplet } from "#domain/personnes/personne.ts";
import { RecordEdit } from "#web/components/record/record-edit.tsx";
import { addProprietaire, appartements } from "#web/entities/biens/appartements.ts";
import { addAppartement } from "#web/entities/mandats/missions.ts";
import { clients } from "#web/entities/personnes/clients.ts";
import { useRelatedId } from "#web/lib/navigation.ts";
import { lazyRules } from "#web/lib/rules/lazy-rules.ts";
import { thenLink } from "#web/lib/server/resource.ts";
import { AppartementRecord } from "./record.tsx";

const rules = lazyRules(fields, () => import("#domain/biens/appartement-fiche.ts"));

export function AppartementEdit() {
  const clientId = useRelatedId("relatedClient");
  const missionId = useRelatedId("relatedMission");
  const owner = useQuery({ ...clients.find(clientId ?? 0), enabled: clientId !== null });
  return (
    <RecordEdit
      resource={{ ...appartements, create: createFor(clientId, missionId) }}
      rules={rules}
      newTitle={
        owner.data ? `Nouvel appartement de ${nomComplet(owner.data)}` : "Nouvel appartement"
      }
      createLabel="Créer l’appartement"
      created="Votre appartement à été crée avec succes."
    >
      <AppartementRecord />
    </RecordEdit>
  );
}

const createFor = (clientId: number | null, missionId: number | null) =>
  thenLink(appartements.create, async ({ id }) => {
    if (clientId) await addProprietaire(id, clientId);
    if (missionId) await addAppartement(missionId, id);
  });
