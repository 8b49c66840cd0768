import { UsersRound } from "lucide-react";
import { nomComplet } from "#domain/personnes/personne.ts";
import { RecordList } from "#web/components/list/record-list.tsx";
import { locataireColumns } from "#web/entities/personnes/locataires-columns.tsx";
import { locataireList } from "./reads.ts";

export function LocataireList() {
  return (
    <RecordList
      {...locataireList}
      columns={locataireColumns}
      noun={["locataire", "locataires"]}
      name={nomComplet}
      href={(locataire) => `/locataires/${locataire.id}`}
      search="Nom, ville, téléphone, e-mail"
      create={{ href: "/locataires/new", label: "Nouveau locataire" }}
      empty={{
        icon: UsersRound,
        title: "Aucun locataire en place pour l’instant",
        text: "Ceux dont le dossier court, ou qui n’en ont pas encore, apparaissent ici ; les autres sont parmi les anciens.",
      }}
    />
  );
}
