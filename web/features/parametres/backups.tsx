import { useQuery } from "@tanstack/react-query";
import { DatabaseBackup, Lock, LockOpen, ShieldCheck } from "lucide-react";
import { Link } from "wouter";
import { JOURS_GARDES, MOIS_GARDES, type Sauvegarde } from "#domain/agence/sauvegarde.ts";
import { formatJour } from "#domain/dates.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { Notice } from "#web/components/notice.tsx";
import { RelatedRows } from "#web/components/record/related-rows.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { formatSize } from "#web/lib/format.ts";
import { resource } from "#web/lib/server/resource.ts";
import { WholeExport } from "./whole-export.tsx";

const sauvegardes = resource<Sauvegarde, never, never>("Sauvegarde");

const COLUMNS: readonly Column<Sauvegarde & { id: number }>[] = [
  { id: "jour", header: "Jour", cell: ({ jour }) => formatJour(jour) },
  {
    id: "taille",
    header: "Taille",
    card: "amount",
    align: "right",
    className: "tabular-nums",
    cell: ({ taille }) => formatSize(taille),
  },
  {
    id: "verifiee",
    header: "Relecture",
    cell: ({ verifiee }) =>
      verifiee ? <Badge tone="green">Relue</Badge> : <Badge tone="grey">Inconnue</Badge>,
  },
  {
    id: "chiffree",
    header: "Chiffrement",
    cell: ({ chiffree }) =>
      chiffree ? (
        <Badge tone="green" icon={Lock}>
          Chiffrée
        </Badge>
      ) : (
        <Badge tone="red" icon={LockOpen}>
          En clair
        </Badge>
      ),
  },
];

/** The export of all the data, and the daily copies of the database, for users who want to check them. */
export function Backups() {
  const query = useQuery(sauvegardes.list());
  const copies = query.data?.data.map((copie, rank) => ({ ...copie, id: rank + 1 }));
  if (query.isError && !query.data) {
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  }
  const [derniere] = copies ?? [];
  return (
    <>
      <WholeExport />
      {derniere && !derniere.chiffree && (
        <div className="mb-4">
          <Notice>
            La dernière copie n’est pas chiffrée : qui ouvre l’espace des copies y lit tout. Donnez
            une clé publique dans BACKUP_RECIPIENTS, comme le dit worker/BACKUP.md.
          </Notice>
        </div>
      )}
      <RelatedRows
        title="Copies de la base"
        tabbed={sauvegardes.name}
        noun={["copie", "copies"]}
        rows={copies}
        columns={COLUMNS}
        name={({ jour }) => formatJour(jour)}
        tools={
          <Button asChild variant="secondary">
            <Link href="/controles">
              <ShieldCheck aria-hidden />
              Contrôles
            </Link>
          </Button>
        }
        empty={{
          icon: DatabaseBackup,
          title: "Aucune copie pour l’instant",
          text: "Le passage quotidien en fait une, relue, dans un espace à part.",
        }}
      />
      <p className="mt-2 px-1 text-sm text-muted">
        Chaque jour est gardé {JOURS_GARDES} jours, le premier de chaque mois {MOIS_GARDES} mois ;
        les fichiers, autant que la plus ancienne copie qui les nomme.
      </p>
    </>
  );
}
