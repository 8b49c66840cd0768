import { useQuery } from "@tanstack/react-query";
import { DatabaseBackup } from "lucide-react";
import { formatJour } from "#domain/dates.ts";
import { JOURS_GARDES, MOIS_GARDES, type Sauvegarde } from "#domain/sauvegarde.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { RelatedList } from "#web/components/related-list.tsx";
import type { Column } from "#web/components/table-column.ts";
import { formatSize } from "#web/lib/format.ts";
import { resource } from "#web/lib/resource.ts";

const sauvegardes = resource<Sauvegarde, never, never>("Sauvegarde");

const COLUMNS: readonly Column<Sauvegarde & { id: number }>[] = [
  { id: "jour", header: "Jour", cell: ({ jour }) => formatJour(jour) },
  {
    id: "taille",
    header: "Taille",
    align: "right",
    className: "tabular-nums",
    cell: ({ taille }) => formatSize(taille),
  },
];

/** The copies of the database, one a day, for whoever wonders whether there is one. */
export function Backups() {
  const query = useQuery(sauvegardes.list());
  if (query.isError && !query.data) {
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  }
  return (
    <>
      <RelatedList
        title="Copies de la base"
        noun={["copie", "copies"]}
        rows={query.data?.data.map((copie, rank) => ({ ...copie, id: rank + 1 }))}
        columns={COLUMNS}
        name={({ jour }) => formatJour(jour)}
        empty={{
          icon: DatabaseBackup,
          title: "Aucune copie pour l’instant",
          text: "Le passage quotidien en fait une, vérifiée, dans un espace à part.",
        }}
      />
      <p className="mt-2 px-1 text-sm text-muted">
        Chaque jour est gardé {JOURS_GARDES} jours, le premier de chaque mois {MOIS_GARDES} mois.
      </p>
    </>
  );
}
