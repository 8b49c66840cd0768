import { Building2 } from "lucide-react";
import { nomAppartement } from "#domain/biens/adresse.ts";
import type { AppartementRow } from "#domain/biens/appartement-fiche.ts";
import type { MissionDetail } from "#domain/missions/mission-fiche.ts";
import { RelatedRecords } from "#web/components/record/related-records.tsx";
import { appartements } from "#web/entities/biens/appartements.ts";
import { appartementChoice } from "#web/entities/biens/appartements-choice.ts";
import { linkedColumns } from "#web/entities/biens/appartements-columns.tsx";
import { useKept } from "#web/entities/biens/retenues.ts";
import {
  addAppartement,
  linkTold,
  removeAppartement,
  TOUCHED_BY_MISSIONS,
} from "#web/entities/mandats/missions.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

/** The apartments that the mission is about. */
export function AppartementsTab({ mission }: { mission: MissionDetail }) {
  const { id } = mission;
  const kept = useKept({ MissionId: id }, "AppartementId");
  const add = useWrite((row: { id: number }) => addAppartement(id, row.id), TOUCHED_BY_MISSIONS);
  const remove = useWrite(
    (row: AppartementRow) => removeAppartement(id, row.id),
    TOUCHED_BY_MISSIONS,
  );
  return (
    <RelatedRecords<AppartementRow>
      title="Appartements"
      noun={["appartement", "appartements"]}
      resource={appartements}
      fixed={{ MissionId: id }}
      search="Adresse, ville, numéro de clef"
      sort="adresse"
      columns={linkedColumns}
      name={nomAppartement}
      href={(row) => `/appartements/${row.id}`}
      add={{
        ...appartementChoice,
        label: "Ajouter un appartement",
        name: nomAppartement,
        onAdd: (row) =>
          add.mutate(row, {
            onSuccess: (linked) => notify(linkTold("L’appartement a été ajouté.", linked)),
          }),
      }}
      create={{ href: `/appartements/new?relatedMission=${id}`, label: "Nouvel appartement" }}
      remove={{
        label: "Retirer",
        kept,
        onRemove: (row) =>
          remove.mutate(row, {
            onSuccess: (linked) => notify(linkTold("L’appartement a été retiré.", linked)),
          }),
      }}
      empty={{
        icon: Building2,
        title: "Aucun appartement pour l’instant",
        text: "Ajoutez les biens sur lesquels porte la mission : l’ordre de mission les désigne.",
      }}
    />
  );
}
