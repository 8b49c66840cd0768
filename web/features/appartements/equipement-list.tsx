import { Wrench } from "lucide-react";
import { useState } from "react";
import type { EquipementRow } from "#domain/biens/equipement.ts";
import { RecordList } from "#web/components/list/record-list.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { Pencil } from "#web/components/ui/row-icons.tsx";
import { equipements } from "#web/entities/biens/equipements.ts";
import { EquipementDialog } from "./equipement-dialog.tsx";

const COLUMNS: readonly Column<EquipementRow>[] = [
  {
    id: "nom",
    header: "Nom",
    sort: true,
    className: "font-medium",
    cell: (row) => row.nom,
  },
  {
    id: "collectif",
    header: "Usage",
    sort: true,
    cell: (row) => (
      <Badge tone={row.collectif ? "blue" : "grey"}>
        {row.collectif ? "Collectif" : "Privatif"}
      </Badge>
    ),
  },
];

export function EquipementList() {
  const [edited, setEdited] = useState<EquipementRow | "new" | null>(null);
  return (
    <>
      <RecordList
        resource={equipements}
        columns={COLUMNS}
        noun={["équipement", "équipements"]}
        name={(row) => row.nom}
        onOpen={setEdited}
        search="Nom de l’équipement"
        sort="nom"
        touched={["Appartement"]}
        actions={(row) => [
          { label: "Modifier", icon: Pencil, quick: true, onSelect: () => setEdited(row) },
        ]}
        create={{ label: "Nouvel équipement", onSelect: () => setEdited("new") }}
        empty={{
          icon: Wrench,
          title: "Aucun équipement pour l’instant",
          text: "Ascenseur, interphone, cuisine équipée : ce que l’on coche sur la fiche d’un appartement.",
        }}
      />
      {edited && (
        <EquipementDialog
          key={edited === "new" ? "new" : edited.id}
          equipement={edited === "new" ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
