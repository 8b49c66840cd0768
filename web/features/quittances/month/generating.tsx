import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilePlus2, FolderOpen, FolderX, PencilLine, SearchX, Sparkles } from "lucide-react";
import { Suspense, useEffect, useMemo, useRef, useState } from "react";
import { Link } from "wouter";
import { deMoisEnLettres, moisEnLettres } from "#domain/dates.ts";
import { formatEuros, formatNombre, somme } from "#domain/montants.ts";
import { type DossierAQuittancer, dossierAQuittancer } from "#domain/quittances/a-quittancer.ts";
import type { BilanDuMois } from "#domain/quittances/quittance-fiche.ts";
import { confirm } from "#web/components/confirm.tsx";
import { EmptyState } from "#web/components/empty-state.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import { DataTable } from "#web/components/list/data-table.tsx";
import { ListFrame } from "#web/components/list/list-frame.tsx";
import { PAGE_SIZE, SMALLEST_PAGE } from "#web/components/list/list-parameters.ts";
import { Pagination } from "#web/components/list/pages/pagination.tsx";
import type { RowAction } from "#web/components/list/row-action.ts";
import { Button } from "#web/components/ui/button.tsx";
import { FileText } from "#web/components/ui/row-icons.tsx";
import { Segmented } from "#web/components/ui/segmented.tsx";
import { generationQuestion } from "#web/entities/quittances/questions.ts";
import { dossiersOfMonth, dossiersToBill, openPdf } from "#web/entities/quittances/quittances.ts";
import { formatCount } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { monthDossierColumns } from "./dossier-columns.tsx";
import { billedBy, type MonthDossier } from "./month-data.ts";
import type { MonthState } from "./month-state.ts";
import type { Generation } from "./use-generation.ts";

const ManualDialog = lazyNamed(() => import("./manual-dialog.tsx"), "ManualDialog");

const PAUSE_MS = 800;

const FILTERS = [
  { value: "", label: "Tous" },
  { value: "manquantes", label: "À générer" },
  { value: "generees", label: "Générées" },
];

interface GeneratingProps {
  state: MonthState;
  /** Undefined while it loads. */
  summary: BilanDuMois | undefined;
  generation: Generation;
}

/**
 * The dossiers whose rent runs in the month, with the receipts still to generate. It must be mounted anew for each
 * month.
 */
export function Generating({ state, summary, generation }: GeneratingProps) {
  const { mois, q, etat, sort, page, limit } = state;
  const [chosen, setChosen] = useState<ReadonlyMap<number, DossierAQuittancer>>(new Map());
  const selected = useMemo(() => new Set(chosen.keys()), [chosen]);
  const [manual, setManual] = useState<MonthDossier | null>(null);
  const mayModify = usePeut("modifier");
  const pdf = useWrite(openPdf, []);
  const running = generation.run?.status === "running";

  const { query, rows } = useMonthDossiers(state);
  const left = summary?.quittances.aGenerer ?? { nombre: 0, montant: 0 };
  const toGenerate =
    chosen.size === 0
      ? left
      : {
          nombre: chosen.size,
          montant: [...chosen.values()].reduce((sum, { total }) => somme(sum, total), 0),
        };
  const columns = useMemo(() => monthDossierColumns(mois, selected), [mois, selected]);
  const total = query.data?.total ?? 0;

  // The end of the last generation. A late second click is dropped just afterwards: with the selection now empty, it
  // would bill all the dossiers left.
  const finishedAt = useRef(0);
  useEffect(() => {
    if (!running) return;
    return () => {
      finishedAt.current = Date.now();
    };
  }, [running]);

  /** Reads the dossiers to bill, on all the pages, when the button is pressed. */
  const missing = useWrite(() => dossiersToBill(mois), []);

  const selectMissing = () =>
    missing.mutate(undefined, {
      onSuccess: (all) => setChosen(new Map(all.map((dossier) => [dossier.id, dossier]))),
    });

  /** The selection keeps the rows of other pages. */
  function select(next: ReadonlySet<number>) {
    const shown = (rows ?? []).flatMap((row) => dossierAQuittancer(row, mois) ?? []);
    const known = new Map([...chosen, ...shown.map((row) => [row.id, row] as const)]);
    setChosen(new Map([...known].filter(([id]) => next.has(id))));
  }

  const runChosen = () =>
    chosen.size > 0
      ? run([...chosen.values()])
      : missing.mutate(undefined, { onSuccess: (all) => void run(all) });

  async function run(list: readonly DossierAQuittancer[]) {
    if (Date.now() - finishedAt.current < PAUSE_MS) return;
    const question = generationQuestion(mois, list);
    if (question && !(await confirm(question))) return;
    setChosen(new Map());
    generation.start(mois, list);
  }

  function actionsOf(dossier: MonthDossier): RowAction[] {
    const { receipt } = dossier;
    const actions: RowAction[] = [];
    if (receipt) {
      const onSelect = () => pdf.mutate(receipt.id);
      actions.push({ label: "Ouvrir le PDF", icon: FileText, quick: true, onSelect });
    }
    const own = dossierAQuittancer(dossier, mois);
    if (own && mayModify && !running && !receipt?.automatique) {
      const onSelect = () => run([own]);
      actions.push({ label: "Générer la quittance", icon: FilePlus2, quick: !receipt, onSelect });
    }
    if (mayModify) {
      const onSelect = () => setManual(dossier);
      actions.push({ label: "Générer à la main", icon: PencilLine, onSelect });
    }
    actions.push({ label: "Voir le dossier", icon: FolderOpen, href: `/dossiers/${dossier.id}` });
    return actions;
  }

  return (
    <ListFrame
      search={{
        placeholder: "Locataire, adresse",
        value: q,
        onSearch: (text) => state.change({ q: text }),
      }}
      filters={
        <Segmented
          label="Quittances"
          value={etat}
          segments={FILTERS}
          onChange={(next) => state.change({ etat: next })}
        />
      }
      held
      tools={
        mayModify &&
        left.nombre > 0 && (
          <>
            {chosen.size > 0 && (
              <Button variant="ghost" onClick={() => setChosen(new Map())}>
                Tout désélectionner
              </Button>
            )}
            {chosen.size < left.nombre && (
              <Button
                variant="ghost"
                disabled={running}
                pending={missing.isPending}
                onClick={selectMissing}
              >
                Sélectionner{" "}
                {left.nombre > 1
                  ? `les ${formatNombre(left.nombre, 0)} manquantes`
                  : "la manquante"}
              </Button>
            )}
            <Button variant="primary" pending={running || missing.isPending} onClick={runChosen}>
              {!running && !missing.isPending && <Sparkles aria-hidden />}
              Générer {formatCount(toGenerate.nombre, "quittance")}
              <span className="font-normal opacity-80 max-xl:hidden">
                {formatEuros(toGenerate.montant)}
              </span>
            </Button>
          </>
        )
      }
    >
      {query.isError && !rows ? (
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <DataTable
          label={`Dossiers ${deMoisEnLettres(mois)}`}
          columns={columns}
          rows={rows}
          name={(dossier) => `${dossier.locataire}, ${dossier.appartement}`}
          sort={sort}
          onSort={(next) => state.change({ sort: next })}
          selected={selected}
          onSelect={mayModify ? select : undefined}
          selectable={(dossier) => dossier.receipt === null && !running}
          tone={(dossier) => toneOf(dossier, selected)}
          actions={actionsOf}
          expected={12}
          sticky
          stale={query.isPlaceholderData}
          empty={<Empty state={state} narrowed={q !== "" || etat !== ""} />}
        />
      )}
      {total > SMALLEST_PAGE && (
        <Pagination
          page={page}
          limit={limit}
          total={total}
          onPage={(next) => state.change({ page: String(next) })}
          onLimit={(next) => state.change({ limit: next === PAGE_SIZE ? "" : String(next) })}
        />
      )}
      <Suspense>
        {manual && <ManualDialog dossier={manual} mois={mois} onClose={() => setManual(null)} />}
      </Suspense>
    </ListFrame>
  );
}

/** A page of the month's dossiers, with their receipts. */
function useMonthDossiers(state: MonthState) {
  const { mois, q, etat, sort, page, limit } = state;
  const query = useQuery({
    ...dossiersOfMonth(mois, {
      q: q || undefined,
      sort: sort || "locataire",
      page,
      limit,
      sansQuittance: etat === "manquantes" ? mois : undefined,
      avecQuittance: etat === "generees" ? mois : undefined,
    }),
    placeholderData: keepPreviousData,
  });
  const read = query.data;
  const rows = useMemo(() => read && billedBy(read.data, read.receipts, mois), [read, mois]);
  return { query, rows };
}

/** Green once generated, blue when selected, orange otherwise (web/README §10.3). */
function toneOf(dossier: MonthDossier, selected: ReadonlySet<number>) {
  if (dossier.receipt) return "green";
  return selected.has(dossier.id) ? "blue" : "orange";
}

function Empty({ state, narrowed }: { state: MonthState; narrowed: boolean }) {
  if (narrowed) {
    return (
      <EmptyState icon={SearchX} title="Rien ne correspond à cette recherche.">
        <Button onClick={() => state.change({ q: "", etat: "" })}>Tout afficher</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={FolderX}
      title={`Aucun bail ne court en ${moisEnLettres(state.mois)}`}
      text="Les dossiers dont le loyer court ce mois-là apparaissent ici."
    >
      <Button asChild>
        <Link href="/dossiers/new">Créer un dossier</Link>
      </Button>
    </EmptyState>
  );
}
