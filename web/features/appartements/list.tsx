import { Building2 } from "lucide-react";
import { nomAppartement } from "#domain/biens/adresse.ts";
import { RecordList } from "#web/components/list/record-list.tsx";
import { appartementColumns } from "#web/entities/biens/appartements-columns.tsx";
import { appartementList } from "./reads.ts";

export function AppartementList() {
  return (
    <RecordList
      {...appartementList}
      columns={appartementColumns}
      noun={["appartement", "appartements"]}
      name={nomAppartement}
      href={(appartement) => `/appartements/${appartement.id}`}
      search="Adresse, ville, numéro de clef"
      touched={["Client"]}
      create={{ href: "/appartements/new", label: "Nouvel appartement" }}
      empty={{
        icon: Building2,
        title: "Aucun appartement pour l’instant",
        text: "Les biens que vous gérez ou louez apparaissent ici, avec leur loyer et leur locataire.",
      }}
    />
  );
}
