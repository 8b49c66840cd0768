import { useQuery } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import type { ImportRow } from "#domain/import/fiche.ts";
import { GENRES_IMPORT } from "#domain/import/genres.ts";
import { confirm } from "#web/components/confirm.tsx";
import { EmptyState } from "#web/components/empty-state.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import { Author } from "#web/components/record/author.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Table, TableCell, TableHead } from "#web/components/ui/table.tsx";
import { WaitingList } from "#web/components/waiting.tsx";
import { importsQuery, TOUCHED_BY_IMPORT, undoImport } from "#web/entities/fichiers/imports.ts";
import { formatCount, formatInstant } from "#web/lib/format.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const recordsOf = ({ genre, nombre }: Pick<ImportRow, "genre" | "nombre">): string =>
  formatCount(nombre, GENRES_IMPORT[genre].singulier, GENRES_IMPORT[genre].pluriel);

/** The imports already made. An import can be undone while nobody has used or changed its records. */
export function ImportList() {
  const { data, error, refetch } = useQuery(importsQuery);
  const undo = useWrite(undoImport, TOUCHED_BY_IMPORT);

  async function ask(row: ImportRow) {
    const accepted = await confirm({
      title: `Annuler l’import de « ${row.nom} » ?`,
      text: `${recordsOf(row)} : ce qu’il a créé est supprimé, en entier. Si une seule de ces fiches a servi ou changé depuis, rien n’est supprimé.`,
      action: "Annuler l’import",
      cancel: "Garder",
      danger: true,
    });
    if (accepted) undo.mutate(row.id, { onSuccess: () => notify("L’import est annulé.") });
  }

  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <WaitingList />;
  return (
    <Card className="@container overflow-x-auto">
      <h2 className="border-b px-4 py-3 font-medium">Imports faits</h2>
      {data.data.length === 0 ? (
        <EmptyState
          title="Aucun import"
          text="Les fichiers importés sont listés ici, et s’annulent tant que rien n’a servi."
        />
      ) : (
        <Table className="cards">
          <thead>
            <tr>
              <TableHead>Fichier</TableHead>
              <TableHead>Fiches créées</TableHead>
              <TableHead className="max-lg:hidden">Par</TableHead>
              <TableHead>Le</TableHead>
              <TableHead>État</TableHead>
              <TableHead>
                <span className="sr-only">Actions</span>
              </TableHead>
            </tr>
          </thead>
          <tbody>
            {data.data.map((row) => (
              <tr key={row.id}>
                <TableCell data-card="title" className="font-medium">
                  {row.nom}
                </TableCell>
                <TableCell data-card="line" className="tabular-nums">
                  {recordsOf(row)}
                </TableCell>
                <TableCell data-card="line" className="max-lg:hidden">
                  <Author user={row.user} />
                </TableCell>
                <TableCell data-card="line" className="whitespace-nowrap tabular-nums">
                  {formatInstant(row.createdAt)}
                </TableCell>
                <TableCell>
                  {row.annuleLe ? (
                    <Badge tone="grey">Annulé</Badge>
                  ) : (
                    <Badge tone="green">Importé</Badge>
                  )}
                </TableCell>
                <TableCell className="text-right">
                  {!row.annuleLe && (
                    <Button
                      size="sm"
                      aria-label={`Annuler l’import de ${row.nom}`}
                      pending={undo.isPending && undo.variables === row.id}
                      disabled={undo.isPending}
                      onClick={() => ask(row)}
                    >
                      <Undo2 aria-hidden />
                      Annuler
                    </Button>
                  )}
                </TableCell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}
