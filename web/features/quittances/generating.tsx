import {
  FilePlus2,
  FileText,
  FolderOpen,
  FolderX,
  PencilLine,
  SearchX,
  Sparkles,
} from "lucide-react";
import { Suspense, useEffect, useMemo, useRef, useState } from "react";
import { Link } from "wouter";
import { moisEnLettres } from "#domain/dates.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { DataTable } from "#web/components/data-table.tsx";
import { EmptyState } from "#web/components/empty-state.tsx";
import { ListFrame } from "#web/components/list-frame.tsx";
import { Pagination } from "#web/components/pagination.tsx";
import type { RowAction } from "#web/components/row-action.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Segmented } from "#web/components/ui/segmented.tsx";
import { openPdf } from "#web/entities/quittances/api.ts";
import { formatCount } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { useWrite } from "#web/lib/resource.ts";
import { usePeut } from "#web/lib/session.ts";
import { monthDossierColumns } from "./dossier-columns.tsx";
import { type MonthDossier, searcher, sorted } from "./month-data.ts";
import type { MonthState } from "./month-state.ts";
import { MONTH_PAGE } from "./reading.tsx";
import type { Generation } from "./use-generation.ts";

const ManualDialog = lazyNamed(() => import("./manual-dialog.tsx"), "ManualDialog");

const KEYS = {
  appartement: (dossier: MonthDossier) => dossier.appartement,
  echeance: (dossier: MonthDossier) => dossier.jourQuitance,
  total: (dossier: MonthDossier) => dossier.montants.total,
  etat: (dossier: MonthDossier) => Number(dossier.receipt !== null),
};

const PAUSE_MS = 800;

const FILTERS = [
  { value: "", label: "Tous" },
  { value: "manquantes", label: "À générer" },
  { value: "generees", label: "Générées" },
];

interface GeneratingProps {
  state: MonthState;
  /** undefined while they load. */
  dossiers: readonly MonthDossier[] | undefined;
  generation: Generation;
}

/** The dossiers whose rent runs in the month, and what is still to generate. Mounted for one month. */
export function Generating({ state, dossiers, generation }: GeneratingProps) {
  const { mois, q, etat, sort, page } = state;
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [manual, setManual] = useState<MonthDossier | null>(null);
  const mayModify = usePeut("modifier");
  const pdf = useWrite(openPdf, []);
  const running = generation.run?.status === "running";

  const missing = dossiers?.filter((dossier) => dossier.receipt === null) ?? [];
  const chosen = missing.filter((dossier) => selected.has(dossier.id));
  const toGenerate = chosen.length > 0 ? chosen : missing;
  const columns = useMemo(() => monthDossierColumns(mois, selected), [mois, selected]);
  const found = useMemo(() => {
    const matches = searcher(q);
    const rows = dossiers?.filter(
      (dossier) =>
        matches(dossier.locataire, dossier.appartement, dossier.ville) &&
        (etat === "" || (etat === "generees") === (dossier.receipt !== null)),
    );
    return rows && sorted(rows, sort, KEYS);
  }, [dossiers, q, etat, sort]);

  // A second click meant for the same button must not start the next, larger, generation.
  const finishedAt = useRef(0);
  useEffect(() => {
    if (!running) return;
    return () => {
      finishedAt.current = Date.now();
    };
  }, [running]);

  function run(list: readonly MonthDossier[]) {
    if (Date.now() - finishedAt.current < PAUSE_MS) return;
    setSelected(new Set());
    generation.start(mois, list);
  }

  function actionsOf(dossier: MonthDossier): RowAction[] {
    const { receipt } = dossier;
    const actions: RowAction[] = [];
    if (receipt) {
      const onSelect = () => pdf.mutate(receipt.id);
      actions.push({ label: "Ouvrir le PDF", icon: FileText, quick: true, onSelect });
    }
    if (mayModify && !running && !receipt?.automatique) {
      const onSelect = () => run([dossier]);
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
      tools={
        mayModify &&
        missing.length > 0 && (
          <>
            {chosen.length > 0 ? (
              <Button variant="ghost" onClick={() => setSelected(new Set())}>
                Tout désélectionner
              </Button>
            ) : (
              <Button
                variant="ghost"
                disabled={running}
                onClick={() => setSelected(new Set(missing.map((dossier) => dossier.id)))}
              >
                Sélectionner{" "}
                {missing.length > 1 ? `les ${missing.length} manquantes` : "la manquante"}
              </Button>
            )}
            <Button variant="primary" pending={running} onClick={() => run(toGenerate)}>
              {!running && <Sparkles aria-hidden />}
              Générer {formatCount(toGenerate.length, "quittance")}
              <span className="font-normal opacity-80 max-xl:hidden">
                {formatEuros(somme(...toGenerate.map((dossier) => dossier.montants.total)))}
              </span>
            </Button>
          </>
        )
      }
    >
      <DataTable
        label={`Dossiers de ${moisEnLettres(mois)}`}
        columns={columns}
        rows={found?.slice((page - 1) * MONTH_PAGE, page * MONTH_PAGE)}
        name={(dossier) => `${dossier.locataire}, ${dossier.appartement}`}
        sort={sort}
        onSort={(next) => state.change({ sort: next })}
        selected={selected}
        onSelect={mayModify ? setSelected : undefined}
        selectable={(dossier) => dossier.receipt === null && !running}
        tone={(dossier) => toneOf(dossier, selected)}
        actions={actionsOf}
        expected={12}
        sticky
        empty={<Empty state={state} narrowed={dossiers?.length !== 0} />}
      />
      <Pagination
        page={page}
        limit={MONTH_PAGE}
        total={found?.length ?? 0}
        onPage={(next) => state.change({ page: String(next) })}
      />
      <Suspense>
        {manual && <ManualDialog dossier={manual} onClose={() => setManual(null)} />}
      </Suspense>
    </ListFrame>
  );
}

/** Green once generated, blue when selected, orange otherwise (domain/README §10.3). */
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
