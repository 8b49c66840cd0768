import { useQuery } from "@tanstack/react-query";
import { FolderOpen, FolderX, History } from "lucide-react";
import { Suspense, useState } from "react";
import type { DossierRow } from "#domain/dossier.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { RecordList } from "#web/components/record-list.tsx";
import { RelatedList } from "#web/components/related-list.tsx";
import type { RowAction } from "#web/components/row-action.ts";
import type { Column } from "#web/components/table-column.ts";
import { dossiers, TOUCHED_BY_DOSSIERS } from "#web/entities/dossiers/api.ts";
import {
  columnsOfAppartement,
  columnsOfLocataire,
  dossierColumns,
} from "#web/entities/dossiers/columns.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { usePeut } from "#web/lib/session.ts";

const CloseDossierDialog = lazyNamed(() => import("./close-dialog.tsx"), "CloseDossierDialog");

const FILTERS = [
  {
    name: "statut",
    label: "Dossiers",
    initial: "encours",
    choices: [
      { value: "encours", label: "En cours" },
      { value: "clos", label: "Clos" },
    ],
  },
];
const WHAT =
  "Un dossier lie un locataire à un appartement : bail, loyer, dépôt de garantie, préavis.";
const address = (dossier: DossierRow) => `/dossiers/${dossier.id}`;
const nameOf = (dossier: DossierRow) => `${dossier.locataire}, ${dossier.appartement}`;

export function DossierList() {
  const { actions, dialog } = useClosing();
  return (
    <>
      <RecordList
        resource={dossiers}
        columns={dossierColumns}
        noun={["dossier", "dossiers"]}
        name={nameOf}
        href={address}
        search="Locataire, adresse, numéro"
        filters={FILTERS}
        sort="locataire"
        actions={actions}
        deletable={(dossier) => dossier.clos}
        touched={TOUCHED_BY_DOSSIERS}
        create={{ href: "/dossiers/new", label: "Nouveau dossier" }}
        empty={{ icon: FolderOpen, title: "Aucun dossier en cours pour l’instant", text: WHAT }}
      />
      {dialog}
    </>
  );
}

/** The dossiers of one apartment, in its tab: who lives there, and who did. */
export function DossiersOfAppartement({ id }: { id: number }) {
  return (
    <DossiersOf
      filter={{ AppartementId: id }}
      columns={columnsOfLocataire}
      create={{ href: `/dossiers/new?relatedAppartement=${id}`, label: "Affecter un locataire" }}
    />
  );
}

/** The dossiers of one tenant, in his tab: where he lives, and where he did. */
export function DossiersOfLocataire({ id }: { id: number }) {
  return (
    <DossiersOf
      filter={{ LocataireId: id }}
      columns={columnsOfAppartement}
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
  const query = useQuery(dossiers.list({ ...filter, sort: "-dateDebutBail" }));
  const { actions, dialog } = useClosing();
  if (query.isError && !query.data) {
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  }
  const rows = query.data?.data;
  const closed = rows?.filter((row) => row.clos) ?? [];
  const common = { columns, name: nameOf, href: address, actions, aligned: true };
  const csvOf = (statut: string) => () => dossiers.downloadCsv({ ...filter, statut });
  return (
    <div className="space-y-5">
      <RelatedList
        {...common}
        title="En cours"
        noun={["dossier", "dossiers"]}
        rows={rows?.filter((row) => !row.clos)}
        csv={csvOf("encours")}
        create={create}
        empty={{ icon: FolderOpen, title: "Aucun dossier en cours", text: WHAT }}
      />
      {closed.length > 0 && (
        <RelatedList
          {...common}
          title="Historique"
          noun={["dossier clos", "dossiers clos"]}
          rows={closed}
          csv={csvOf("clos")}
          empty={{ icon: History, title: "Aucun dossier clos" }}
        />
      )}
      {dialog}
    </div>
  );
}

/** The action that closes a running dossier, and its dialog. */
function useClosing() {
  const [closing, setClosing] = useState<DossierRow | null>(null);
  const mayModify = usePeut("modifier");
  const actions = (dossier: DossierRow): RowAction[] =>
    dossier.clos || !mayModify
      ? []
      : [{ label: "Clore le dossier", icon: FolderX, onSelect: () => setClosing(dossier) }];
  const dialog = closing && (
    <Suspense>
      <CloseDossierDialog dossier={closing} onClose={() => setClosing(null)} />
    </Suspense>
  );
  return { actions, dialog };
}
