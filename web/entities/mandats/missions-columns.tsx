import { PenLine } from "lucide-react";
import { formatJour } from "#domain/dates.ts";
import { ETATS_FIN, type EtatFin } from "#domain/gerance/mandats/fin-de-mandat.ts";
import type { MissionDetail, MissionRow } from "#domain/missions/mission-fiche.ts";
import { formatEuros } from "#domain/montants.ts";
import { nomsReunis } from "#domain/personnes/personne.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { Badge, type Tone } from "#web/components/ui/badge.tsx";
import { CircleCheck, CircleX } from "#web/components/ui/row-icons.tsx";
import { missions } from "./missions.ts";

export const TYPES: Readonly<Record<MissionRow["type"], string>> = {
  gestion: "Gestion",
  location: "Location",
  prestation: "Prestation",
};

/** « Mission de gestion, Lefèvre » */
export function missionName({ type, clients }: Pick<MissionRow, "type" | "clients">): string {
  const kind = `Mission de ${TYPES[type].toLowerCase()}`;
  return clients ? `${kind}, ${clients}` : kind;
}

export function missionTitle({ type, Clients }: MissionDetail): string {
  return missionName({ type, clients: nomsReunis(Clients) });
}

const END_TONES: Readonly<Record<EtatFin, Tone>> = {
  notee: "blue",
  a_arreter: "orange",
  arretee: "orange",
  soldee: "grey",
};

export const EndBadge = ({ etat }: { etat: EtatFin }) => (
  <Badge tone={END_TONES[etat]}>{ETATS_FIN[etat]}</Badge>
);

export function MissionBadge(
  mission: Pick<MissionRow, "fin" | "resteAPayer" | "valeurTotalMission" | "retracteeLe"> & {
    dateSignature?: string | null;
  },
) {
  if (mission.retracteeLe) {
    return (
      <Badge tone="red" icon={CircleX}>
        Rétractée le {formatJour(mission.retracteeLe)}
      </Badge>
    );
  }
  if (mission.fin && mission.fin.etat !== "notee") return <EndBadge etat={mission.fin.etat} />;
  if (mission.resteAPayer <= 0 && mission.valeurTotalMission > 0) {
    return (
      <Badge tone="green" icon={CircleCheck}>
        Soldée
      </Badge>
    );
  }
  if (mission.dateSignature) return <Badge tone="blue">En cours</Badge>;
  return (
    <Badge tone="orange" icon={PenLine}>
      À signer
    </Badge>
  );
}

const clients: Column<MissionRow> = {
  id: "clients",
  header: "Clients",
  sort: true,
  cell: (mission) =>
    mission.clients ? (
      <span className="font-medium">{mission.clients}</span>
    ) : (
      <span className="text-muted">Sans client</span>
    ),
};
const type: Column<MissionRow> = {
  id: "type",
  header: "Type",
  sort: true,
  card: "fact",
  cell: (mission) => TYPES[mission.type],
};
const register: Column<MissionRow> = {
  id: "numRegistre",
  header: "Registre",
  from: "xl",
  card: "fact",
  cell: (mission) => mission.numRegistre,
};
const signature: Column<MissionRow> = {
  id: "dateSignature",
  header: "Signature",
  sort: true,
  from: "md",
  card: "fact",
  cell: (mission) => mission.dateSignature && formatJour(mission.dateSignature),
};
const figures: readonly Column<MissionRow>[] = [
  {
    id: "nbAppart",
    header: "Appartements",
    sort: true,
    from: "lg",
    card: "fact",
    align: "right",
    cell: ({ nbAppart, appartementsRestants }) =>
      `${nbAppart - appartementsRestants} / ${nbAppart}`,
  },
  {
    id: "valeurTotalMission",
    header: "Total TTC",
    sort: true,
    align: "right",
    from: "md",
    card: "fact",
    className: "whitespace-nowrap",
    cell: (mission) => formatEuros(mission.valeurTotalMission),
  },
  {
    id: "resteAPayer",
    header: "Reste à payer",
    sort: true,
    card: "fact",
    align: "right",
    className: "whitespace-nowrap",
    cell: (mission) => formatEuros(mission.resteAPayer),
  },
  { id: "etat", header: "État", cell: (mission) => <MissionBadge {...mission} /> },
];

export const missionColumns = [clients, type, register, signature, ...figures];

/** The columns without the client's name, which the page already shows. */
export const clientMissionColumns = [
  { ...type, className: "font-medium" },
  register,
  signature,
  ...figures,
] satisfies readonly Column<MissionRow>[];

export const missionColumnsOfAppartement = [clients, type, signature, ...figures];

export const missionChoice = {
  resource: missions,
  columns: [clients, type, signature, ...figures],
  title: "Choisir une mission",
  search: "Client, type, registre",
  sort: "-dateSignature",
};
