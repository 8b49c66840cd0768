import { Building2 } from "lucide-react";
import { nomAppartement } from "#domain/biens/adresse.ts";
import type { AppartementRow } from "#domain/biens/appartement-fiche.ts";
import { RelatedRecords } from "#web/components/record/related-records.tsx";
import {
  addProprietaire,
  appartements,
  removeProprietaire,
  TOUCHED_BY_PROPRIETAIRES,
} from "#web/entities/biens/appartements.ts";
import { appartementChoice } from "#web/entities/biens/appartements-choice.ts";
import { ownedColumns } from "#web/entities/biens/appartements-columns.tsx";
import { useKept } from "#web/entities/biens/retenues.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

/** The apartments of a client. */
export function AppartementsTab({ clientId }: { clientId: number }) {
  const kept = useKept({ ClientId: clientId }, "AppartementId");
  const add = useWrite(
    ({ id }: AppartementRow) => addProprietaire(id, clientId),
    TOUCHED_BY_PROPRIETAIRES,
  );
  const remove = useWrite(
    ({ id }: AppartementRow) => removeProprietaire(id, clientId),
    TOUCHED_BY_PROPRIETAIRES,
  );
  return (
    <RelatedRecords<AppartementRow>
      title="Appartements"
      noun={["appartement", "appartements"]}
      resource={appartements}
      fixed={{ ClientId: clientId }}
      search="Adresse, ville, numéro de clef"
      sort="adresse"
      columns={ownedColumns}
      name={nomAppartement}
      href={({ id }) => `/appartements/${id}`}
      add={{
        ...appartementChoice,
        label: "Ajouter un appartement",
        name: nomAppartement,
        onAdd: (row) => add.mutate(row, { onSuccess: () => notify("L’appartement a été ajouté.") }),
      }}
      create={{ href: `/appartements/new?relatedClient=${clientId}`, label: "Nouvel appartement" }}
      remove={{
        label: "Retirer",
        kept,
        onRemove: (row) =>
          remove.mutate(row, { onSuccess: () => notify("L’appartement a été retiré.") }),
      }}
      empty={{
        icon: Building2,
        title: "Aucun appartement pour l’instant",
        text: "Les biens de ce propriétaire apparaissent ici : ajoutez ceux qui existent, ou créez-en un.",
      }}
    />
  );
}
