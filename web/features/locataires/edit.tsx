import { fields } from "#domain/personnes/locataire-fiche.ts?fields";
import { RecordEdit } from "#web/components/record/record-edit.tsx";
import { locataires } from "#web/entities/personnes/locataires.ts";
import { lazyRules } from "#web/lib/rules/lazy-rules.ts";
import { LocataireRecord } from "./record.tsx";

const rules = lazyRules(fields, () => import("#domain/personnes/locataire-fiche.ts"));

export function LocataireEdit() {
  return (
    <RecordEdit
      resource={locataires}
      rules={rules}
      newTitle="Nouveau locataire"
      createLabel="Créer le locataire"
      created="Votre locataire à été crée avec succes."
    >
      <LocataireRecord />
    </RecordEdit>
  );
}
