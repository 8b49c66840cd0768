import type { MissionDetail } from "#domain/missions/mission-fiche.ts";
import { linkedColumns } from "#web/entities/biens/appartements-columns.tsx";
import { LinkedAppartements } from "#web/entities/biens/appartements-linked.tsx";
import {
  addAppartement,
  linkTold,
  removeAppartement,
  TOUCHED_BY_MISSIONS,
} from "#web/entities/mandats/missions.ts";

export const AppartementsTab = ({ mission: { id } }: { mission: MissionDetail }) => (
  <LinkedAppartements
    of={{ MissionId: id }}
    columns={linkedColumns}
    add={(appartementId) => addAppartement(id, appartementId)}
    remove={(appartementId) => removeAppartement(id, appartementId)}
    touched={TOUCHED_BY_MISSIONS}
    told={linkTold}
    createHref={`/appartements/new?relatedMission=${id}`}
    empty="Ajoutez les biens sur lesquels porte la mission : l’ordre de mission les désigne."
  />
);
