import { ContactRound } from "lucide-react";
import { nomComplet } from "#domain/personnes/personne.ts";
import { RecordList } from "#web/components/list/record-list.tsx";
import { clientColumns } from "#web/entities/personnes/clients-columns.tsx";
import type { Query } from "#web/lib/server/api.ts";
import { clientList } from "./reads.ts";

interface ClientListProps {
  /** The filter by the record whose tab holds the list. */
  fixed?: Query;
}

export function ClientList({ fixed }: ClientListProps) {
  return (
    <RecordList
      {...clientList}
      columns={clientColumns}
      noun={["client", "clients"]}
      name={nomComplet}
      href={(client) => `/client/${client.id}`}
      search="Nom, adresse, téléphone, e-mail"
      fixed={fixed}
      embedded={fixed !== undefined}
      create={{ href: "/client/new", label: "Nouveau client" }}
      empty={{
        icon: ContactRound,
        title: "Aucun client pour l’instant",
        text: "Les propriétaires dont vous gérez les biens apparaissent ici.",
      }}
    />
  );
}
