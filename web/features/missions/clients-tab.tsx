import { ContactRound } from "lucide-react";
import type { MissionDetail } from "#domain/missions/mission-fiche.ts";
import type { ClientRow } from "#domain/personnes/client-fiche.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import { RelatedRecords } from "#web/components/record/related-records.tsx";
import { useKept } from "#web/entities/biens/retenues.ts";
import {
  addClient,
  addOnlyAppartement,
  removeClient,
  TOUCHED_BY_MISSIONS,
} from "#web/entities/mandats/missions.ts";
import { clients } from "#web/entities/personnes/clients.ts";
import { clientChoice, linkedColumns } from "#web/entities/personnes/clients-columns.tsx";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

export function ClientsTab({ mission }: { mission: MissionDetail }) {
  const { id } = mission;
  const kept = useKept({ MissionId: id }, "ClientId");
  const add = useWrite(async (client: { id: number }) => {
    await addClient(id, client.id);
    return mission.Appartements.length === 0 && addOnlyAppartement(id, client.id);
  }, TOUCHED_BY_MISSIONS);
  const remove = useWrite((client: ClientRow) => removeClient(id, client.id), TOUCHED_BY_MISSIONS);
  return (
    <RelatedRecords<ClientRow>
      title="Commanditaires"
      noun={["commanditaire", "commanditaires"]}
      resource={clients}
      fixed={{ MissionId: id }}
      search="Nom, ville, téléphone, e-mail"
      sort="nom"
      columns={linkedColumns}
      name={nomComplet}
      href={(client) => `/client/${client.id}`}
      add={{
        ...clientChoice,
        label: "Ajouter un commanditaire",
        title: "Choisir un commanditaire",
        name: nomComplet,
        onAdd: (client) =>
          add.mutate(client, {
            onSuccess: (linked) =>
              notify(
                linked
                  ? "Le commanditaire a été ajouté, avec son appartement."
                  : "Le commanditaire a été ajouté.",
              ),
          }),
      }}
      create={{ href: `/client/new?relatedMission=${id}`, label: "Nouveau commanditaire" }}
      remove={{
        label: "Retirer",
        kept,
        onRemove: (client) =>
          remove.mutate(client, { onSuccess: () => notify("Le commanditaire a été retiré.") }),
      }}
      empty={{
        icon: ContactRound,
        title: "Aucun commanditaire pour l’instant",
        text: "Ajoutez le client qui confie cette mission : l’ordre de mission est établi à son nom.",
      }}
    />
  );
}
