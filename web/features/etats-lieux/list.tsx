import { useQuery } from "@tanstack/react-query";
import {
  ClipboardList,
  ExternalLink,
  Eye,
  FolderOpen,
  History,
  Pencil,
  Trash2,
} from "lucide-react";
import { Suspense } from "react";
import { Link } from "wouter";
import { formatJour } from "#domain/dates.ts";
import type { DossierRow } from "#domain/dossier.ts";
import type { EtatLieuxRow } from "#domain/etat-lieux.ts";
import { confirmDeletion } from "#web/components/confirm.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import { RelatedList } from "#web/components/related-list.tsx";
import type { RowAction } from "#web/components/row-action.ts";
import type { Column } from "#web/components/table-column.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { dossiers } from "#web/entities/dossiers/api.ts";
import { etatsLieux, TOUCHED_BY_ETATS_LIEUX } from "#web/entities/etats-lieux/api.ts";
import { SIDE_NAMES, titleOf } from "#web/entities/etats-lieux/words.ts";
import { api } from "#web/lib/api.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/resource.ts";
import { usePeut } from "#web/lib/session.ts";
import { etatLieuxDocument } from "./document.ts";
import { type Opened, useOpened } from "./use-opened.ts";

const EtatLieuxScreen = lazyNamed(() => import("./screen.tsx"), "EtatLieuxScreen");

const nameOf = ({ cote, date }: EtatLieuxRow) => `${titleOf(cote)} du ${formatJour(date)}`;

/** The inventories of an apartment: those of who lives there, and those of before. */
export function EtatsLieuxOfAppartement({ id }: { id: number }) {
  const query = useQuery(etatsLieux.list({ AppartementId: id, sort: "-date" }));
  const all = useQuery(dossiers.list({ AppartementId: id }));
  const [opened, open] = useOpened();
  const actions = useActions(open);
  const failed = [query, all].find((one) => one.isError && !one.data);
  if (failed?.error) return <ErrorState error={failed.error} onRetry={() => failed.refetch()} />;

  const dossierOf = (row: EtatLieuxRow) =>
    all.data?.data.find(({ id: other }) => other === row.DossierId);
  const isCurrent = (row: EtatLieuxRow) => dossierOf(row)?.clos === false;
  const rows = all.data && query.data?.data;
  const past = rows?.filter((row) => !isCurrent(row)) ?? [];
  const shown = rows?.find((row) => String(row.id) === opened?.which);
  const common = {
    columns: columnsOf(dossierOf),
    aligned: true,
    name: nameOf,
    noun: ["état des lieux", "états des lieux"],
    onOpen: (row: EtatLieuxRow) => open({ which: String(row.id), purpose: "voir" }),
    actions: (row: EtatLieuxRow) => actions(row, isCurrent(row)),
  } as const;
  return (
    <div className="space-y-5">
      <RelatedList
        {...common}
        title="En cours"
        rows={rows?.filter(isCurrent)}
        empty={{
          icon: ClipboardList,
          title: "Aucun état des lieux en cours",
          text: "Les états des lieux d’entrée et de sortie s’établissent depuis le dossier du locataire.",
        }}
      />
      {past.length > 0 && (
        <RelatedList
          {...common}
          title="Historique"
          rows={past}
          empty={{ icon: History, title: "Aucun état des lieux passé" }}
        />
      )}
      <Suspense>
        {opened && shown && (
          <EtatLieuxScreen
            id={shown.id}
            dossierId={shown.DossierId}
            cote={shown.cote}
            purpose={opened.purpose === "voir" ? "voir" : "modifier"}
            onEdit={() => open({ which: opened.which, purpose: "modifier" })}
            onClose={() => open(null)}
          />
        )}
      </Suspense>
    </div>
  );
}

function columnsOf(
  dossierOf: (row: EtatLieuxRow) => DossierRow | undefined,
): readonly Column<EtatLieuxRow>[] {
  return [
    {
      id: "cote",
      header: "État des lieux",
      cell: ({ cote }) => (
        <span className="font-medium">{cote ? SIDE_NAMES[cote] : "Sans dossier"}</span>
      ),
    },
    { id: "date", header: "Établi le", cell: ({ date }) => formatJour(date) },
    { id: "lieu", header: "Fait à", from: "md", cell: ({ lieu }) => lieu },
    {
      id: "dossier",
      header: "Dossier",
      cell: (row) => {
        const dossier = dossierOf(row);
        return (
          dossier && (
            <Link
              href={`/dossiers/${dossier.id}?tab=etats-lieux`}
              className="relative z-1 text-accent underline-offset-4 hover:underline"
            >
              {dossier.locataire}
            </Link>
          )
        );
      },
    },
    {
      id: "etat",
      header: "État",
      cell: (row) => {
        const dossier = dossierOf(row);
        if (!dossier) return <Badge tone="grey">Sans dossier</Badge>;
        return dossier.clos ? (
          <Badge tone="grey">Dossier clos</Badge>
        ) : (
          <Badge tone="green">Dossier en cours</Badge>
        );
      },
    },
  ];
}

/** What can be done to an inventory from its apartment. */
function useActions(open: (next: Opened) => void) {
  const mayModify = usePeut("modifier");
  const mayDelete = usePeut("supprimer");
  const remove = useWrite((id: number) => etatsLieux.remove(id), TOUCHED_BY_ETATS_LIEUX);
  const generate = useWrite(async ({ DossierId, cote }: EtatLieuxRow) => {
    if (DossierId === null || cote === null) return;
    const document = etatLieuxDocument(DossierId, cote);
    await api.open(document.then(({ generated }) => generated));
    const [missing] = (await document).warnings;
    if (missing) notify(missing);
  }, []);

  async function askRemoval({ id }: EtatLieuxRow) {
    if (!(await confirmDeletion())) return;
    remove.mutate(id, { onSuccess: () => notify("L’élément a été supprimé.") });
  }

  return (row: EtatLieuxRow, current: boolean): RowAction[] => {
    const which = String(row.id);
    const actions: RowAction[] = [
      { label: "Voir", icon: Eye, onSelect: () => open({ which, purpose: "voir" }) },
    ];
    if (mayModify) {
      actions.push({
        label: "Modifier",
        icon: Pencil,
        quick: true,
        onSelect: () => open({ which, purpose: "modifier" }),
      });
    }
    if (row.DossierId !== null) {
      if (mayModify) {
        actions.push({
          label: "Générer le document",
          icon: ExternalLink,
          onSelect: () => generate.mutate(row),
        });
      }
      actions.push({
        label: "Ouvrir le dossier",
        icon: FolderOpen,
        href: `/dossiers/${row.DossierId}?tab=etats-lieux`,
      });
    }
    if (mayDelete && !current) {
      actions.push({
        label: "Supprimer",
        icon: Trash2,
        danger: true,
        onSelect: () => askRemoval(row),
      });
    }
    return actions;
  };
}
