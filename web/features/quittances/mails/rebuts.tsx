import { useQuery } from "@tanstack/react-query";
import { RotateCcw, X } from "lucide-react";
import { Link } from "wouter";
import { deMois, formatJour } from "#domain/dates.ts";
import type { Rebut } from "#domain/quittances/rebut.ts";
import { confirm } from "#web/components/confirm.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { RelatedRows } from "#web/components/record/related-rows.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { CircleCheck } from "#web/components/ui/row-icons.tsx";
import { rebuts } from "#web/entities/agence/rebuts.ts";
import { formatInstant } from "#web/lib/format.ts";
import { notify } from "#web/lib/notify.ts";
import { api } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";

const UNKNOWN = "Opération inconnue";

/** The messages that the queue gave up on, with a button to try them again. */
export function Rebuts() {
  const mayDelete = usePeut("supprimer");
  const query = useQuery({ ...rebuts.list(), staleTime: 0 });
  const retry = useWrite(
    (row: Rebut) => api.post<{ id: number }>(`/Rebut/${row.id}/reprendre`),
    [rebuts.name, "Quitance"],
  );
  const columns: readonly Column<Rebut>[] = [
    { id: "message", header: "Opération", cell: (row) => <Job message={row.message} /> },
    {
      id: "createdAt",
      header: "Abandonné le",
      card: "fact",
      from: "md",
      className: "whitespace-nowrap tabular-nums",
      cell: (row) => formatInstant(row.createdAt),
    },
    {
      id: "tentatives",
      header: "Essais",
      card: "fact",
      align: "right",
      cell: (row) => row.tentatives,
    },
    {
      id: "retry",
      header: "",
      className: "w-32 text-right",
      cell: (row) =>
        isKnown(row.message) && (
          <Button
            size="sm"
            aria-label={`Reprendre : ${jobName(row.message)}`}
            pending={retry.isPending && retry.variables?.id === row.id}
            onClick={() =>
              retry.mutate(row, {
                onSuccess: () => notify("L’opération va être refaite."),
              })
            }
          >
            <RotateCcw aria-hidden />
            Reprendre
          </Button>
        ),
    },
  ];
  const dismiss = useWrite((row: Rebut) => rebuts.remove(row.id), [rebuts.name]);
  async function askDismissal(row: Rebut) {
    const question = {
      title: `Écarter : ${jobName(row.message)} ?`,
      text: "Cette opération ne sera pas faite. Cette action est irréversible.",
      action: "Écarter",
      danger: true,
    };
    if (await confirm(question)) dismiss.mutate(row);
  }

  if (query.isError && !query.data) {
    return (
      <ErrorState
        title="Les opérations à reprendre n’ont pas pu être lues."
        error={query.error}
        onRetry={() => query.refetch()}
      />
    );
  }
  return (
    <RelatedRows
      title="Opérations à reprendre"
      tabbed="Rebut"
      noun={["opération", "opérations"]}
      rows={query.data?.data}
      columns={columns}
      name={(row) => jobName(row.message)}
      actions={(row) =>
        mayDelete
          ? [{ label: "Écarter", icon: X, danger: true, onSelect: () => askDismissal(row) }]
          : []
      }
      empty={{
        icon: CircleCheck,
        title: "Aucune opération à reprendre",
        text: "Ce qui n’a pas pu être fait après plusieurs essais apparaît ici.",
      }}
    />
  );
}

function Job({ message }: { message: unknown }) {
  const dossier = isRecord(message) ? message.DossierId : null;
  return (
    <>
      <span className="font-medium">{jobName(message)}</span>
      {typeof dossier === "number" && (
        <>
          {", "}
          <Button asChild variant="link">
            <Link href={`/dossiers/${dossier}`}>dossier {dossier}</Link>
          </Button>
        </>
      )}
    </>
  );
}

/** Whether this version of the product can read the message: else it cannot be tried again. */
const isKnown = (message: unknown) => jobName(message) !== UNKNOWN;

/** « Quittance de mars 2026 » */
function jobName(message: unknown): string {
  if (!isRecord(message)) return UNKNOWN;
  if (message.type === "quitance" && typeof message.mois === "string") {
    return `Quittance ${deMois(message.mois)} ${message.mois.slice(0, 4)}`;
  }
  if (message.type === "courriel") return `Envoi du courriel ${String(message.CourrielId)}`;
  if (message.type === "export") return "Export de toutes les données";
  if (message.type === "sauvegarde" && typeof message.jour === "string") {
    return `Copie de la base du ${formatJour(message.jour)}`;
  }
  return UNKNOWN;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
