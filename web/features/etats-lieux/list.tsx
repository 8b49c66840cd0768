import { useQuery } from "@tanstack/react-query";
import { ClipboardList, ExternalLink, FolderOpen, Trash2 } from "lucide-react";
import { Suspense } from "react";
import { Link } from "wouter";
import type { DossierRow } from "#domain/biens/dossier-fiche.ts";
import type { EtatLieuxRow } from "#domain/biens/etat-lieux.ts";
import { formatJour } from "#domain/dates.ts";
import { confirmDeletion } from "#web/components/confirm.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import type { RowAction } from "#web/components/list/row-action.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { RelatedRecords } from "#web/components/record/related-records.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { Pencil } from "#web/components/ui/row-icons.tsx";
import { dossiers } from "#web/entities/biens/dossiers.ts";
import { etatsLieux, TOUCHED_BY_ETATS_LIEUX } from "#web/entities/biens/etats-lieux.ts";
import { SIDE_NAMES, titleOf } from "#web/entities/biens/etats-lieux-words.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { notify } from "#web/lib/notify.ts";
import { api } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { etatLieuxDocument } from "./document.ts";
import { type Opened, useOpened } from "./use-opened.ts";

const EtatLieuxScreen = lazyNamed(() => import("./screen.tsx"), "EtatLieuxScreen");

const nameOf = ({ cote, date }: EtatLieuxRow) => `${titleOf(cote)} du ${formatJour(date)}`;

/** The inventories of an apartment, the latest first. */
export function EtatsLieuxOfAppartement({ id }: { id: number }) {
  const all = useQuery(dossiers.list({ AppartementId: id }));
  const [opened, open] = useOpened();
  const actions = useActions(open);
  const openedId = Number(opened?.which ?? 0);
  const { data: shown } = useQuery({ ...etatsLieux.find(openedId), enabled: openedId > 0 });
  if (all.isError && !all.data) {
    return <ErrorState error={all.error} onRetry={() => all.refetch()} />;
  }
  const dossierOf = (row: EtatLieuxRow) =>
    all.data?.data.find(({ id: other }) => other === row.DossierId);
  return (
    <>
      <RelatedRecords<EtatLieuxRow>
        resource={etatsLieux}
        fixed={{ AppartementId: id }}
        sort="-date"
        title="États des lieux"
        noun={["état des lieux", "états des lieux"]}
        columns={columnsOf(dossierOf)}
        name={nameOf}
        onOpen={(row) => open({ which: String(row.id), purpose: "voir" })}
        actions={actions}
        empty={{
          icon: ClipboardList,
          title: "Aucun état des lieux",
          text: "Les états des lieux d’entrée et de sortie s’établissent depuis le dossier du locataire.",
        }}
      />
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
    </>
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
    {
      id: "date",
      header: "Établi le",
      card: "fact",
      sort: true,
      cell: ({ date }) => formatJour(date),
    },
    {
      id: "lieu",
      header: "Fait à",
      card: "fact",
      sort: true,
      from: "md",
      cell: ({ lieu }) => lieu,
    },
    {
      id: "dossier",
      header: "Dossier",
      card: "line",
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

function useActions(open: (next: Opened) => void) {
  const mayModify = usePeut("modifier");
  const remove = useWrite((id: number) => etatsLieux.remove(id), TOUCHED_BY_ETATS_LIEUX);
  const generate = useWrite(async ({ DossierId, cote }: EtatLieuxRow) => {
    if (DossierId === null || cote === null) return;
    const document = etatLieuxDocument(DossierId, cote);
    await api.open(document.then(({ generated }) => generated));
    const [missing] = (await document).warnings;
    if (missing) notify(missing);
  }, []);

  async function askRemoval(row: EtatLieuxRow) {
    if (!(await confirmDeletion(nameOf(row)))) return;
    remove.mutate(row.id, { onSuccess: () => notify("L’élément a été supprimé.") });
  }

  return (row: EtatLieuxRow & { canDelete?: boolean }): RowAction[] => {
    const which = String(row.id);
    const actions: RowAction[] = [];
    if (mayModify && !row.signe) {
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
    if (row.canDelete) {
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
