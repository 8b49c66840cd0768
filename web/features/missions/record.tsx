import { CalendarX2 } from "lucide-react";
import { Suspense, useState } from "react";
import { useParams } from "wouter";
import { formatJour } from "#domain/dates.ts";
import type { MissionDetail } from "#domain/missions/mission-fiche.ts";
import { KnownRecord, useWantedTab } from "#web/components/record/record-head.tsx";
import { RecordScreen, type RecordTab } from "#web/components/record/record-screen.tsx";
import { missions, TOUCHED_BY_MISSIONS } from "#web/entities/mandats/missions.ts";
import {
  MissionBadge,
  missionColumns,
  missionName,
  missionTitle,
} from "#web/entities/mandats/missions-columns.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { useKnown } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { ConditionsSection } from "./conditions-section.tsx";
import { MissionFields } from "./form.tsx";
import { MissionSummary } from "./summary.tsx";

const ClientsTab = lazyNamed(() => import("./clients-tab.tsx"), "ClientsTab");
const AppartementsTab = lazyNamed(() => import("./appartements-tab.tsx"), "AppartementsTab");
const AccompteList = lazyNamed(() => import("./accompte-list.tsx"), "AccompteList");
const AccountsOfMandate = lazyNamed(
  () => import("#web/features/cloture/mandate.tsx"),
  "AccountsOfMandate",
);
const InvoicesOfMission = lazyNamed(
  () => import("#web/features/cloture/invoices/invoices.tsx"),
  "InvoicesOfMission",
);
const FinTab = lazyNamed(() => import("#web/features/fins/tab.tsx"), "FinTab");
const EndDialog = lazyNamed(() => import("#web/features/fins/end-dialogs.tsx"), "EndDialog");
const NewLettings = lazyNamed(() => import("./new-lettings.tsx"), "NewLettings");
const Avenants = lazyNamed(() => import("./avenants.tsx"), "Avenants");
const ToSign = lazyNamed(() => import("#web/features/signatures/to-sign.tsx"), "ToSign");
const WithdrawalBanner = lazyNamed(
  () => import("#web/features/signatures/withdrawal-banner.tsx"),
  "WithdrawalBanner",
);
const OrdreMissionDocuments = lazyNamed(
  () => import("#web/documents/ordre-mission-documents.tsx"),
  "OrdreMissionDocuments",
);

const TABS: readonly RecordTab<MissionDetail>[] = [
  {
    id: "commanditaires",
    label: "Commanditaires",
    count: ({ Clients }) => Clients.length,
    content: (mission) => <ClientsTab mission={mission} />,
  },
  {
    id: "appartement",
    label: "Appartement",
    count: ({ Appartements }) => Appartements.length,
    content: (mission) => <AppartementsTab mission={mission} />,
  },
  {
    id: "comptes",
    label: "Comptes",
    shown: ({ type }) => type === "gestion",
    content: ({ id }) => <AccountsOfMandate id={id} />,
  },
  {
    id: "factures",
    label: "Factures",
    shown: ({ type }) => type !== "gestion",
    content: (mission) => <InvoicesOfMission mission={mission} />,
  },
  {
    id: "fin",
    label: "Fin du mandat",
    shown: ({ fin }) => fin !== null,
    content: ({ id }) => <FinTab MissionId={id} />,
  },
  {
    id: "paiements",
    label: "Paiements",
    count: ({ Accomptes }) => Accomptes.length,
    content: (mission) => <AccompteList mission={mission} />,
  },
  {
    id: "documents",
    label: "Documents",
    content: ({ auRegistre, id, ordreMission, remplaces, type }) => (
      <>
        <OrdreMissionDocuments
          type="ordreMission"
          sources={{ id }}
          id={id}
          signed={ordreMission}
          remplaces={remplaces}
          touched={TOUCHED_BY_MISSIONS}
        >
          <Suspense>
            <ToSign
              paper={{ type: "ordreMission", sources: { id }, entite: "Mission", entiteId: id }}
              title="Ordre de mission"
              signed={ordreMission !== null}
            />
          </Suspense>
        </OrdreMissionDocuments>
        {auRegistre && <Avenants id={id} />}
        {type === "gestion" && <NewLettings id={id} />}
      </>
    ),
  },
];

/** The fields of a mandate, which the page has already read. */
function Fields() {
  const { id } = useParams();
  const mission = useKnown(missions.find(Number(id) || 0));
  return <MissionFields registered={mission?.auRegistre ?? false} />;
}

export function MissionRecord() {
  const [ending, setEnding] = useState<MissionDetail | null>(null);
  const [, showTab] = useWantedTab();
  const mayEnd = usePeut("administrer");
  return (
    <>
      <RecordScreen
        early={(id) => (
          <KnownRecord
            resource={missions}
            id={id}
            columns={missionColumns}
            title={missionName}
            tabs={TABS}
          />
        )}
        resource={missions}
        base="/missions"
        list="/missions/"
        title={missionTitle}
        badge={(mission) => <MissionBadge {...mission} />}
        facts={facts}
        actions={(mission) =>
          mayEnd && mission.type === "gestion" && mission.fin === null
            ? [
                {
                  label: "Mettre fin au mandat",
                  icon: CalendarX2,
                  onSelect: () => setEnding(mission),
                },
              ]
            : []
        }
        summary={(mission) => (
          <>
            <Suspense>
              <WithdrawalBanner entite="Mission" id={mission.id} />
            </Suspense>
            <MissionSummary mission={mission} />
            {mission.type === "gestion" && <ConditionsSection mission={mission} />}
          </>
        )}
        fields={<Fields />}
        tabs={TABS}
        touched={TOUCHED_BY_MISSIONS}
      />
      {ending && (
        <Suspense>
          <EndDialog
            MissionId={ending.id}
            fin={null}
            onClose={() => setEnding(null)}
            onNoted={() => showTab("fin")}
          />
        </Suspense>
      )}
    </>
  );
}

function facts({ dateSignature, fin, numRegistre, duree }: MissionDetail) {
  return [
    fin && `fin le ${formatJour(fin.finLe)}`,
    dateSignature ? `signée le ${formatJour(dateSignature)}` : "pas encore signée",
    numRegistre && `registre ${numRegistre}`,
    duree && `${duree} mois`,
  ];
}
