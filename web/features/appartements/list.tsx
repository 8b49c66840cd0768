import { Building2 } from "lucide-react";
import { nomAppartement } from "#domain/adresse.ts";
import { RecordList } from "#web/components/record-list.tsx";
import { appartements } from "#web/entities/appartements/api.ts";
import { appartementColumns } from "#web/entities/appartements/columns.tsx";

const FILTERS = [
  {
    name: "statut",
    label: "État",
    choices: [
      { value: "", label: "Tous" },
      { value: "Louée", label: "Loués" },
      { value: "Vacant", label: "Vacants" },
      { value: "En Travaux", label: "En travaux" },
    ],
  },
  { name: "enGestion", label: "En gestion", value: "true" },
  { name: "preavis", label: "À louer", value: "true" },
];

export function AppartementList() {
  return (
    <RecordList
      resource={appartements}
      columns={appartementColumns}
      noun={["appartement", "appartements"]}
      name={nomAppartement}
      href={(appartement) => `/appartements/${appartement.id}`}
      search="Adresse, ville, numéro de clef"
      filters={FILTERS}
      sort="adresse"
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
