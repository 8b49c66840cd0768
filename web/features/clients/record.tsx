import { KeyRound } from "lucide-react";
import { Suspense, useState } from "react";
import {
  adresseClient,
  contactParDefaut,
  MAILS_CLIENT,
  TELEPHONES_CLIENT,
} from "#domain/personnes/client.ts";
import type { ClientDetail } from "#domain/personnes/client-fiche.ts";
import { estEfface, nomComplet } from "#domain/personnes/personne.ts";
import { usePersonalData } from "#web/components/personal-data.ts";
import { KnownRecord } from "#web/components/record/record-head.tsx";
import { RecordScreen, type RecordTab } from "#web/components/record/record-screen.tsx";
import { clients } from "#web/entities/personnes/clients.ts";
import { clientColumns } from "#web/entities/personnes/clients-columns.tsx";
import { formatPhone } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { ClientFields } from "./form.tsx";

const OwnerLinksDialog = lazyNamed(() => import("./owner-links-dialog.tsx"), "OwnerLinksDialog");
const AppartementsTab = lazyNamed(() => import("./appartements-tab.tsx"), "AppartementsTab");
const OwnerAccount = lazyNamed(() => import("#web/features/cloture/owner.tsx"), "OwnerAccount");
const MissionsOfClient = lazyNamed(
  () => import("#web/features/missions/related-tab.tsx"),
  "MissionsOfClient",
);
const QuittanceList = lazyNamed(() => import("#web/features/quittances/list.tsx"), "QuittanceList");
const FichierList = lazyNamed(() => import("#web/features/fichiers/list.tsx"), "FichierList");

const TABS: readonly RecordTab<ClientDetail>[] = [
  {
    id: "appartements",
    label: "Appartements",
    count: ({ biens }) => biens.length,
    content: ({ id }) => <AppartementsTab clientId={id} />,
  },
  {
    id: "missions",
    label: "Missions",
    count: ({ Missions }) => Missions.length,
    content: ({ id }) => <MissionsOfClient id={id} />,
  },
  {
    id: "compte",
    label: "Compte",
    shown: ({ Missions }) => Missions.some(({ type }) => type === "gestion"),
    content: ({ id }) => <OwnerAccount id={id} />,
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
    content: ({ id }) => <FichierList of="ClientId" id={id} />,
  },
];

export function ClientRecord() {
  const personalData = usePersonalData("Client");
  const [linked, setLinked] = useState<ClientDetail | null>(null);
  const ownerLinks = (client: ClientDetail) =>
    estEfface(client)
      ? []
      : [{ label: "Accès du propriétaire", icon: KeyRound, onSelect: () => setLinked(client) }];
  return (
    <>
      <RecordScreen
        early={(id) => (
          <KnownRecord
            resource={clients}
            id={id}
            columns={clientColumns}
            title={nomComplet}
            tabs={TABS}
          />
        )}
        resource={clients}
        base="/client"
        list="/client/"
        title={nomComplet}
        facts={facts}
        actions={(client) => [...ownerLinks(client), ...personalData(client)]}
        fields={<ClientFields />}
        tabs={TABS}
        touched={["Appartement", "Mission"]}
      />
      {linked && (
        <Suspense>
          <OwnerLinksDialog
            client={{ id: linked.id, mail: mailOf(linked) }}
            onClose={() => setLinked(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function facts(client: ClientDetail) {
  const tel = contactParDefaut(client, TELEPHONES_CLIENT, client.telDefaut);
  return [tel && formatPhone(tel), mailOf(client), adresseClient(client).ville];
}

const mailOf = (client: ClientDetail) => contactParDefaut(client, MAILS_CLIENT, client.mailDefaut);
