import { UsersRound } from "lucide-react";
import { nomComplet } from "#domain/personne.ts";
import { RecordList } from "#web/components/record-list.tsx";
import { locataires } from "#web/entities/locataires/api.ts";
import { locataireColumns } from "#web/entities/locataires/columns.tsx";

const FILTERS = [
  {
    name: "statut",
    label: "Locataires",
    initial: "actuel",
    choices: [
      { value: "actuel", label: "Actuels" },
      { value: "ancien", label: "Anciens" },
    ],
  },
];

export function LocataireList() {
  return (
    <RecordList
      resource={locataires}
      columns={locataireColumns}
      noun={["locataire", "locataires"]}
      name={nomComplet}
      href={(locataire) => `/locataires/${locataire.id}`}
      search="Nom, ville, téléphone, e-mail"
      filters={FILTERS}
      sort="nom"
      create={{ href: "/locataires/new", label: "Nouveau locataire" }}
      empty={{
        icon: UsersRound,
        title: "Aucun locataire en place pour l’instant",
        text: "Ceux dont le dossier court, ou qui n’en ont pas encore, apparaissent ici ; les autres sont parmi les anciens.",
      }}
    />
  );
}
