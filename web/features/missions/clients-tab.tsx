import { ContactRound } from "lucide-react";
import type { ClientRow } from "#domain/client.ts";
import type { MissionDetail } from "#domain/mission.ts";
import { nomComplet } from "#domain/personne.ts";
import { RelatedList } from "#web/components/related-list.tsx";
import type { Column } from "#web/components/table-column.ts";
import { clients } from "#web/entities/clients/api.ts";
import { clientChoice } from "#web/entities/clients/columns.tsx";
import { addClient, removeClient, TOUCHED_BY_MISSIONS } from "#web/entities/missions/api.ts";
import { formatPhone } from "#web/lib/format.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/resource.ts";

type Commanditaire = MissionDetail["Clients"][number];

const COLUMNS: readonly Column<Commanditaire>[] = [
  {
    id: "nom",
    header: "Nom",
    cell: (client) => <span className="font-medium">{nomComplet(client)}</span>,
  },
  { id: "tel", header: "Téléphone", cell: (client) => client.tel && formatPhone(client.tel) },
  { id: "mail", header: "E-mail", from: "md", cell: (client) => client.mail },
];

/** Who commissions the mission. */
export function ClientsTab({ mission }: { mission: MissionDetail }) {
  const { id } = mission;
  const add = useWrite((client: { id: number }) => addClient(id, client.id), TOUCHED_BY_MISSIONS);
  const remove = useWrite(
    (client: Commanditaire) => removeClient(id, client.id),
    TOUCHED_BY_MISSIONS,
  );
  return (
    <RelatedList<Commanditaire, ClientRow>
      title="Commanditaires"
      noun={["commanditaire", "commanditaires"]}
      rows={mission.Clients}
      csv={() => clients.downloadCsv({ MissionId: id })}
      columns={COLUMNS}
      name={nomComplet}
      href={(client) => `/client/${client.id}`}
      add={{
        ...clientChoice,
        label: "Ajouter un commanditaire",
        title: "Choisir un commanditaire",
        name: nomComplet,
        onAdd: (client) =>
          add.mutate(client, { onSuccess: () => notify("Le commanditaire a été ajouté.") }),
      }}
      create={{ href: `/client/new?relatedMission=${id}`, label: "Nouveau commanditaire" }}
      remove={{
        label: "Retirer",
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
