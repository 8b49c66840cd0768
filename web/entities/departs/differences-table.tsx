import { clsx } from "clsx";
import { useState } from "react";
import type { EtatLieux } from "#domain/biens/etat-lieux.ts";
import type { Jour } from "#domain/dates.ts";
import type { RetenueNotee } from "#domain/gerance/departs/depart.ts";
import {
  type Difference,
  differencesEntre,
  nomDeLaDifference,
  piecesSeules,
} from "#domain/gerance/departs/differences.ts";
import {
  actionProposee,
  manqueDeLaRetenue,
  totalDesRetenues,
} from "#domain/gerance/departs/retenues.ts";
import type { GrilleVetuste } from "#domain/gerance/departs/vetuste.ts";
import { enEuros, formatEuros } from "#domain/montants.ts";
import { Notice } from "#web/components/notice.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Segmented } from "#web/components/ui/segmented.tsx";
import { formatCount } from "#web/lib/format.ts";
import { DifferenceRow, ROW_COLUMNS } from "./difference-row.tsx";
import { LostRow } from "./lost-row.tsx";

type Inventory = Pick<EtatLieux, "clef" | "pieces" | "date">;

interface DifferencesTableProps {
  entree: Inventory;
  sortie: Inventory;
  /** The wear grid joined to the lease; null when there is none. */
  grille: GrilleVetuste | null;
  /** The day the keys came back; null before. */
  clesLe: Jour | null;
  /** All the decisions of the departure. Decisions on sums outside the inventories stay as they are. */
  retenues: readonly RetenueNotee[];
  onChange(retenues: RetenueNotee[]): void;
  readOnly?: boolean;
}

type Shown = "differences" | "tout";

const FILTERS = [
  { value: "differences", label: "Différences seules" },
  { value: "tout", label: "Tout" },
] as const;

/** The two inventories of a lease side by side, and who bears each difference (departs/README §14.5). */
export function DifferencesTable(props: DifferencesTableProps) {
  const { entree, sortie, grille, clesLe, retenues, onChange, readOnly = false } = props;
  const [filter, setFilter] = useState<Shown>("differences");
  const rows = differencesEntre(entree, sortie);
  const decided = new Map(retenues.map((retenue) => [retenue.difference, retenue]));
  const shown = rows.filter(
    ({ cle, ecart }) => filter === "tout" || ecart !== "identique" || decided.has(cle),
  );
  const proposed = rows.filter(
    ({ cle, proposition }) => proposition === "bailleur" && !decided.has(cle),
  );
  const lost = retenues.filter(
    ({ difference }) => difference !== null && !rows.some(({ cle }) => cle === difference),
  );

  function decide(cle: string, retenue: RetenueNotee | null) {
    const others = retenues.filter(({ difference }) => difference !== cle);
    if (retenue === null) return onChange(others);
    onChange(
      decided.has(cle)
        ? retenues.map((one) => (one.difference === cle ? retenue : one))
        : [...others, retenue],
    );
  }

  const lonely = piecesSeules(entree, sortie);
  return (
    <div className="@container">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Segmented<Shown>
          label="Lignes montrées"
          value={filter}
          segments={FILTERS}
          onChange={setFilter}
          className="pointer-coarse:h-11 pointer-coarse:[&_label]:h-10"
        />
        <p aria-live="polite" className="text-muted tabular-nums">
          {summary(rows, retenues)}
        </p>
        {!readOnly && proposed.length > 0 && (
          <Button
            className="ml-auto pointer-coarse:h-11"
            onClick={({ currentTarget }) => {
              currentTarget.parentElement?.querySelector<HTMLElement>("input:checked")?.focus();
              onChange([...retenues, ...proposed.map(borneByOwner)]);
            }}
          >
            Laisser au bailleur l’usure et le non relevé ({proposed.length})
          </Button>
        )}
      </div>
      {lonely.length > 0 && (
        <Notice className="mb-3">
          {lonely
            .map(
              ({ nom, cote }) =>
                `« ${nom} » n’est que dans l’état des lieux ${cote === "entree" ? "d’entrée" : "de sortie"}`,
            )
            .join(" ; ")}
          .
        </Notice>
      )}
      {shown.length === 0 && (
        <p className="text-muted">Les deux états des lieux disent la même chose.</p>
      )}
      {shown.length > 0 && (
        <div
          aria-hidden
          className={clsx(ROW_COLUMNS, "hidden px-3 pb-2 text-xs font-medium text-muted @3xl:grid")}
        >
          <span>Élément</span>
          <span>À l’entrée</span>
          <span>À la sortie</span>
          <span className="@max-5xl:hidden">À la charge de</span>
        </div>
      )}
      {[...Map.groupBy(shown, ({ piece }) => piece)].map(([room, ofRoom]) => (
        <section key={room} className="mb-5">
          <h4 className="mb-1.5 font-semibold">{room}</h4>
          <ul className="@max-3xl:space-y-3 @3xl:divide-y @3xl:rounded-lg @3xl:border">
            {ofRoom.map((row) => (
              <DifferenceRow
                key={row.cle}
                difference={row}
                retenue={decided.get(row.cle) ?? null}
                entryDay={entree.date}
                onDecide={(retenue) => decide(row.cle, retenue)}
                {...{ grille, clesLe, readOnly }}
              />
            ))}
          </ul>
        </section>
      ))}
      {lost.length > 0 && (
        <section className="mb-5">
          <h4 className="font-semibold">Décisions sans ligne</h4>
          <p className="mb-1.5 text-sm text-muted">
            Les états des lieux ont changé depuis : ces lignes n’y sont plus.
          </p>
          <ul className="divide-y rounded-lg border">
            {lost.map((retenue) => (
              <LostRow
                key={retenue.difference}
                retenue={retenue}
                onRemove={readOnly ? null : () => decide(retenue.difference ?? "", null)}
              />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const borneByOwner = (difference: Difference): RetenueNotee => ({
  libelle: nomDeLaDifference(difference),
  difference: difference.cle,
  qui: "bailleur",
  prix: null,
  montant: 0,
  preuve: null,
  action: actionProposee(difference),
  vetuste: null,
});

/** « 12 différences, 3 à décider, 1 à compléter ; retenu : 134,40 € » */
function summary(rows: readonly Difference[], retenues: readonly RetenueNotee[]): string {
  const ofRows = retenues.filter(({ difference }) => difference !== null);
  const decided = new Set(ofRows.map(({ difference }) => difference));
  const open = rows.filter(({ cle, proposition }) => proposition !== null && !decided.has(cle));
  const incomplete = ofRows.filter((retenue) => manqueDeLaRetenue(retenue) !== null);
  const differing = rows.filter(({ ecart }) => ecart !== "identique").length;
  const counts = [
    formatCount(differing, "différence"),
    open.length > 0 && `${open.length} à décider`,
    incomplete.length > 0 && `${incomplete.length} à compléter`,
  ].filter(Boolean);
  return `${counts.join(", ")} ; retenu : ${formatEuros(enEuros(totalDesRetenues(ofRows)))}`;
}
