import {
  addProprietaire,
  removeProprietaire,
  TOUCHED_BY_PROPRIETAIRES,
} from "#web/entities/biens/appartements.ts";
import { ownedColumns } from "#web/entities/biens/appartements-columns.tsx";
import { LinkedAppartements } from "#web/entities/biens/appartements-linked.tsx";

export const AppartementsTab = ({ clientId }: { clientId: number }) => (
  <LinkedAppartements
    of={{ ClientId: clientId }}
    columns={ownedColumns}
    add={(id) => addProprietaire(id, clientId)}
    remove={(id) => removeProprietaire(id, clientId)}
    touched={TOUCHED_BY_PROPRIETAIRES}
    createHref={`/appartements/new?relatedClient=${clientId}`}
    empty="Les biens de ce propriétaire apparaissent ici : ajoutez ceux qui existent, ou créez-en un."
  />
);
