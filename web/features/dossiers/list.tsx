import { FolderOpen, History } from "lucide-react";
import type { DossierRow } from "#domain/biens/dossier-fiche.ts";
import { RecordList } from "#web/components/list/record-list.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { RelatedRecords } from "#web/components/record/related-records.tsx";
import { dossiers, TOUCHED_BY_DOSSIERS } from "#web/entities/biens/dossiers.ts";
import {
  columnsOnAppartement,
  columnsOnLocataire,
  dossierColumns,
} from "#web/entities/biens/dossiers-columns.tsx";
import { useEnding } from "./ending/use-ending.tsx";
import { dossierList } from "./reads.ts";

const WHAT =
  "Un dossier lie un locataire à un appartement : bail, loyer, dépôt de garantie, préavis.";
const address = (dossier: DossierRow) => `/dossiers/${dossier.id}`;
const nameOf = (dossier: DossierRow) => `${dossier.locataire}, ${dossier.appartement}`;

export function DossierList() {
  const { actions, dialog } = useEnding();
  return (
    <>
      <RecordList
        {...dossierList}
        columns={dossierColumns}
        noun={["dossier", "dossiers"]}
        name={nameOf}
        href={address}
        search="Locataire, adresse, numéro"
        actions={actions}
        touched={TOUCHED_BY_DOSSIERS}
        create={{ href: "/dossiers/new", label: "Nouveau dossier" }}
        empty={{ icon: FolderOpen, title: "Aucun dossier en cours pour l’instant", text: WHAT }}
      />
      {dialog}
    </>
  );
}

/** The dossiers of an apartment, in its tab: the present and the former tenants. */
export function DossiersOfAppartement({ id }: { id: number }) {
  return (
    <DossiersOf
      filter={{ AppartementId: id }}
      columns={columnsOnAppartement}
      create={{ href: `/dossiers/new?relatedAppartement=${id}`, label: "Affecter un locataire" }}
    />
  );
}

/** The dossiers of a tenant, in his tab: his present and former homes. */
export function DossiersOfLocataire({ id }: { id: number }) {
  return (
    <DossiersOf
      filter={{ LocataireId: id }}
      columns={columnsOnLocataire}
      create={{ href: `/dossiers/new?relatedTenant=${id}`, label: "Nouveau dossier" }}
    />
  );
}

interface DossiersOfProps {
  filter: { AppartementId: number } | { LocataireId: number };
  columns: readonly Column<DossierRow>[];
  create: { href: string; label: string };
}

function DossiersOf({ filter, columns, create }: DossiersOfProps) {
  const { actions, dialog } = useEnding();
  const common = {
    resource: dossiers,
    columns,
    name: nameOf,
    href: address,
    actions,
    aligned: true,
    search: "Locataire, adresse, numéro",
    sort: "-dateDebutBail",
  };
  return (
    <div className="space-y-5">
      <RelatedRecords
        {...common}
        fixed={{ ...filter, statut: "encours" }}
        title="En cours"
        noun={["dossier", "dossiers"]}
        create={create}
        empty={{ icon: FolderOpen, title: "Aucun dossier en cours", text: WHAT }}
      />
      <RelatedRecords
        {...common}
        fixed={{ ...filter, statut: "clos" }}
        tabbed="clos"
        discreet
        title="Historique"
        noun={["dossier clos", "dossiers clos"]}
        empty={{ icon: History, title: "Aucun dossier clos" }}
      />
      {dialog}
    </div>
  );
}
