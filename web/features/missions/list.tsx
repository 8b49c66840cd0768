import { Handshake } from "lucide-react";
import { RecordList } from "#web/components/list/record-list.tsx";
import { TOUCHED_BY_MISSIONS } from "#web/entities/mandats/missions.ts";
import { missionColumns, missionName } from "#web/entities/mandats/missions-columns.tsx";
import { missionList } from "./reads.ts";

export function MissionList() {
  return (
    <RecordList
      {...missionList}
      columns={missionColumns}
      noun={["mission", "missions"]}
      name={missionName}
      href={(mission) => `/missions/${mission.id}`}
      search="Client, type, registre"
      touched={TOUCHED_BY_MISSIONS}
      create={{ href: "/missions/new", label: "Nouvelle mission" }}
      empty={{
        icon: Handshake,
        title: "Aucune mission pour l’instant",
        text: "Les mandats confiés par vos clients apparaissent ici, avec leurs acomptes et ce qui reste à payer.",
      }}
    />
  );
}
