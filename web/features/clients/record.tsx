import {
  adresseClient,
  type ClientDetail,
  contactParDefaut,
  creation,
  MAILS_CLIENT,
  TELEPHONES_CLIENT,
} from "#domain/client.ts";
import { nomComplet } from "#domain/personne.ts";
import { RecordScreen, type RecordTab } from "#web/components/record-screen.tsx";
import { addOwner } from "#web/entities/appartements/api.ts";
import { clients } from "#web/entities/clients/api.ts";
import { addClient } from "#web/entities/missions/api.ts";
import { formatPhone } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { useRelatedId } from "#web/lib/navigation.ts";
import { thenLink } from "#web/lib/resource.ts";
import { ClientFields } from "./form.tsx";

const ApartmentsTab = lazyNamed(() => import("./apartments-tab.tsx"), "ApartmentsTab");
const MissionsOfClient = lazyNamed(
  () => import("#web/features/missions/related-tab.tsx"),
  "MissionsOfClient",
);
const QuittanceList = lazyNamed(() => import("#web/features/quittances/list.tsx"), "QuittanceList");
const FileList = lazyNamed(() => import("#web/features/fichiers/list.tsx"), "FileList");

const TABS: readonly RecordTab<ClientDetail>[] = [
  {
    id: "appartements",
    label: "Appartements",
    count: ({ biens }) => biens.length,
    content: ({ id }) => <ApartmentsTab clientId={id} />,
  },
  {
    id: "missions",
    label: "Missions",
    count: ({ Missions }) => Missions.length,
    content: ({ id }) => <MissionsOfClient id={id} />,
  },
  {
    id: "quittances",
    label: "Quittances",
    content: ({ id }) => <QuittanceList of="ClientId" id={id} />,
  },
  {
    id: "fichiers",
    label: "Fichiers",
    count: ({ Fichiers }) => Fichiers.length,
    content: ({ id }) => <FileList of="ClientId" id={id} />,
  },
];

export function ClientRecord() {
  const apartmentId = useRelatedId("relatedAppartement");
  const missionId = useRelatedId("relatedMission");
  return (
    <RecordScreen
      resource={{ ...clients, create: createFor(apartmentId, missionId) }}
      base="/client"
      list="/client/"
      schema={creation}
      newTitle="Nouveau client"
      createLabel="Créer le client"
      created="Votre client à été crée avec succes."
      title={nomComplet}
      facts={facts}
      fields={<ClientFields />}
      tabs={TABS}
      touched={["Appartement", "Mission"]}
    />
  );
}

const createFor = (apartmentId: number | null, missionId: number | null) =>
  thenLink(clients.create, async ({ id }) => {
    if (apartmentId) await addOwner(apartmentId, id);
    if (missionId) await addClient(missionId, id);
  });

function facts(client: ClientDetail) {
  const tel = contactParDefaut(client, TELEPHONES_CLIENT, client.telDefaut);
  const mail = contactParDefaut(client, MAILS_CLIENT, client.mailDefaut);
  return [tel && formatPhone(tel), mail, adresseClient(client).ville];
}
