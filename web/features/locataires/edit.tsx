import { creation } from "#domain/locataire-fiche.ts";
import { RecordEdit } from "#web/components/record-edit.tsx";
import { locataires } from "#web/entities/locataires/api.ts";
import { LocataireRecord } from "./record.tsx";

export function LocataireEdit() {
  return (
    <RecordEdit
      resource={locataires}
      schema={creation}
      newTitle="Nouveau locataire"
      createLabel="Créer le locataire"
      created="Votre locataire à été crée avec succes."
    >
      <LocataireRecord />
    </RecordEdit>
  );
}
