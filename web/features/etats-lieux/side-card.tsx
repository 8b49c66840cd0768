import { useQuery } from "@tanstack/react-query";
import {
  ExternalLink,
  Eye,
  FileSignature,
  Plus,
  RefreshCcw,
  Smartphone,
  Trash2,
} from "lucide-react";
import { Suspense } from "react";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import {
  CHAMPS_DES_COTES,
  type CoteEtatLieux,
  type EtatLieuxDetail,
} from "#domain/biens/etat-lieux.ts";
import { formatJour } from "#domain/dates.ts";
import { confirm, confirmDeletion } from "#web/components/confirm.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import type { RowAction } from "#web/components/list/row-action.ts";
import { ActionMenu } from "#web/components/list/row-actions.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Pencil } from "#web/components/ui/row-icons.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { FormerFiles } from "#web/documents/former-files.tsx";
import { Outcome } from "#web/documents/outcome.tsx";
import { SignedDocument } from "#web/documents/signed-document.tsx";
import { useGeneration } from "#web/documents/use-generation.ts";
import {
  etatLieuxId,
  etatsLieux,
  TOUCHED_BY_ETATS_LIEUX,
} from "#web/entities/biens/etats-lieux.ts";
import {
  replacementOf,
  SIDE_NAMES,
  TITLES,
  titleOf,
} from "#web/entities/biens/etats-lieux-words.ts";
import { formatCount } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { countChanges, countDescribed, pairRooms } from "./comparison.ts";
import { etatLieuxDocument } from "./document.ts";
import { draftKey, hasDraft } from "./draft.ts";
import type { Purpose } from "./use-opened.ts";

const AwaitedPhotos = lazyNamed(() => import("./awaited-photos.tsx"), "AwaitedPhotos");
const ToSign = lazyNamed(() => import("#web/features/signatures/to-sign.tsx"), "ToSign");
const Completions = lazyNamed(() => import("./completions.tsx"), "Completions");

interface SideCardProps {
  dossier: DossierDetail;
  cote: CoteEtatLieux;
  onOpen(purpose: Purpose): void;
}

/** A side of a dossier: its inventory, or the button to write the inventory. */
export function SideCard({ dossier, cote, onOpen }: SideCardProps) {
  const id = etatLieuxId(dossier, cote);
  const entryId = cote === "sortie" ? etatLieuxId(dossier, "entree") : null;
  const query = useQuery({ ...etatsLieux.find(id ?? 0), enabled: id !== null });
  const entry = useQuery({ ...etatsLieux.find(entryId ?? 0), enabled: entryId !== null });
  if (id === null) return <MissingSide {...{ dossier, cote, onOpen }} />;
  if (query.data) {
    const compared = entry.data ?? null;
    return <WrittenSide {...{ dossier, cote, onOpen }} inventory={query.data} entry={compared} />;
  }
  return (
    <Card className="p-5">
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <Skeleton className="h-32 w-full" />
      )}
    </Card>
  );
}

function MissingSide({ dossier, cote, onOpen }: SideCardProps) {
  const mayModify = usePeut("modifier");
  const blank = useGeneration(() => etatLieuxDocument(dossier.id, cote));
  const next = cote === "entree" || etatLieuxId(dossier, "entree") !== null;
  const started = hasDraft(draftKey({ dossierId: dossier.id, cote }));
  return (
    <Card role="region" aria-label={TITLES[cote]} className="px-5 py-4">
      <div className="flex min-h-7 items-center gap-2.5">
        <h3 className="font-semibold">{SIDE_NAMES[cote]}</h3>
        {started ? (
          <Badge tone="orange" icon={Pencil}>
            Saisie à reprendre
          </Badge>
        ) : (
          <Badge tone="grey">À établir</Badge>
        )}
      </div>
      <p className="mt-1 text-muted">{invitation(dossier, cote)}</p>
      {mayModify && (
        <div className="mt-4 flex flex-wrap items-center gap-2 print:hidden">
          <Button variant={next ? "primary" : "secondary"} onClick={() => onOpen("modifier")}>
            {started ? <Pencil aria-hidden /> : <Plus aria-hidden />}
            {started
              ? "Reprendre la saisie"
              : `Établir l’état des lieux ${cote === "entree" ? "d’entrée" : "de sortie"}`}
          </Button>
          <Button variant="ghost" pending={blank.pending} onClick={() => blank.start(undefined)}>
            {!blank.pending && <ExternalLink aria-hidden />}
            Grille à remplir à la main
          </Button>
          <OnSite {...{ dossier, cote }} />
        </div>
      )}
      <Outcome {...blank} />
    </Card>
  );
}

/** A plain link instead of a route: `/terrain` is a page of its own, which opens offline. */
function OnSite({ dossier, cote }: Pick<SideCardProps, "dossier" | "cote">) {
  return (
    <Button asChild variant="ghost">
      <a href={`/terrain/?dossier=${dossier.id}&cote=${cote}`}>
        <Smartphone aria-hidden />
        Sur place
      </a>
    </Button>
  );
}

function invitation(dossier: DossierDetail, cote: CoteEtatLieux): string {
  if (cote === "entree") return "Pièce par pièce, l’état du logement à la remise des clés.";
  return etatLieuxId(dossier, "entree") === null
    ? "Aucun état des lieux d’entrée : la sortie partira d’une grille vide."
    : "Part de l’état des lieux d’entrée, et montre ce qui a changé.";
}

interface WrittenSideProps extends SideCardProps {
  inventory: EtatLieuxDetail;
  entry: EtatLieuxDetail | null;
}

function WrittenSide({ dossier, cote, inventory, entry, onOpen }: WrittenSideProps) {
  const mayModify = usePeut("modifier");
  const document = useGeneration(() => etatLieuxDocument(dossier.id, cote));
  const actions = useSideActions(inventory, onOpen);
  return (
    <Card role="region" aria-label={TITLES[cote]}>
      <div className="px-5 py-4">
        <div className="flex min-h-7 items-center gap-2.5">
          <h3 className="font-semibold">{SIDE_NAMES[cote]}</h3>
          {inventory.signed ? (
            <Badge tone="green" icon={FileSignature}>
              Signé
            </Badge>
          ) : (
            <Badge tone="orange" icon={Pencil}>
              À signer
            </Badge>
          )}
          <div className="ml-auto print:hidden">
            <ActionMenu label={`Actions : ${TITLES[cote]}`} actions={actions} />
          </div>
        </div>
        <p className="mt-1 tabular-nums">
          Établi le {formatJour(inventory.date)} à {inventory.lieu}
        </p>
        <p className="text-muted">{summary(inventory, entry)}</p>
        {inventory.photos > 0 && (
          <Suspense>
            <AwaitedPhotos dossierId={dossier.id} cote={cote} />
          </Suspense>
        )}
        <div className="mt-4 flex flex-wrap items-center gap-2 print:hidden">
          <Button onClick={() => onOpen("voir")}>
            <Eye aria-hidden />
            Voir
          </Button>
          {mayModify && (
            <>
              {inventory.signed === null && (
                <Button onClick={() => onOpen("modifier")}>
                  <Pencil aria-hidden />
                  Modifier
                </Button>
              )}
              <Button
                variant={inventory.signed ? "secondary" : "primary"}
                pending={document.pending}
                onClick={() => document.start(undefined)}
              >
                {!document.pending && <ExternalLink aria-hidden />}
                Générer le document
              </Button>
              {inventory.signed === null && <OnSite {...{ dossier, cote }} />}
            </>
          )}
        </div>
        <Outcome {...document} />
      </div>
      <div className="border-t px-5 py-3.5">
        <SignedDocument
          entite="EtatLieux"
          id={inventory.id}
          champ="signed"
          title={`${TITLES[cote]} signé`}
          named={`l’${TITLES[cote].toLowerCase()} signé`}
          url={inventory.signed}
          remplaces={inventory.remplaces}
          touched={TOUCHED_BY_ETATS_LIEUX}
        />
        <Suspense>
          <ToSign
            paper={{
              type: CHAMPS_DES_COTES[cote],
              sources: { id: dossier.id },
              entite: "EtatLieux",
              entiteId: inventory.id,
            }}
            title={TITLES[cote]}
            signed={inventory.signed !== null}
          />
          {cote === "entree" && inventory.signed && <Completions id={inventory.id} />}
        </Suspense>
        <FormerFiles
          entite="Dossier"
          id={dossier.id}
          champ={CHAMPS_DES_COTES[cote]}
          remplaces={dossier.remplaces}
        />
      </div>
    </Card>
  );
}

/** « 5 pièces, 32 éléments décrits, 3 changements depuis l’entrée » */
function summary({ pieces }: EtatLieuxDetail, entry: EtatLieuxDetail | null): string {
  const described = pieces.reduce((total, room) => total + countDescribed(room), 0);
  const parts = [
    formatCount(pieces.length, "pièce"),
    formatCount(described, "élément décrit", "éléments décrits"),
  ];
  if (entry) {
    const changes = pairRooms(entry.pieces, pieces).reduce(
      (total, { before, after }) => total + (after ? countChanges(before, after) : 0),
      0,
    );
    const words = formatCount(changes, "changement");
    parts.push(changes > 0 ? `${words} depuis l’entrée` : "aucun changement depuis l’entrée");
  }
  return parts.join(", ");
}

/**
 * The actions on the inventory of a side, for users with the right. An inventory can be deleted only while nothing
 * holds it: an open dossier, a signed copy or a photo.
 */
function useSideActions(inventory: EtatLieuxDetail, onOpen: SideCardProps["onOpen"]): RowAction[] {
  const mayModify = usePeut("modifier");
  const mayDelete = usePeut("supprimer");
  const remove = useWrite(() => etatsLieux.remove(inventory.id), TOUCHED_BY_ETATS_LIEUX);

  async function askRemoval() {
    if (!(await confirmDeletion(`${titleOf(inventory.cote)} du ${formatJour(inventory.date)}`)))
      return;
    remove.mutate(undefined, { onSuccess: () => notify("L’élément a été supprimé.") });
  }

  const actions: RowAction[] = [];
  if (mayModify) {
    actions.push({
      label: "Remplacer",
      icon: RefreshCcw,
      onSelect: async () => {
        if (await confirm(replacementOf(inventory))) onOpen("remplacer");
      },
    });
  }
  if (mayDelete && inventory.canDelete) {
    actions.push({ label: "Supprimer", icon: Trash2, danger: true, onSelect: askRemoval });
  }
  return actions;
}
