import { Suspense } from "react";
import { formatJour } from "#domain/dates.ts";
import {
  ETATS_REVISION,
  type EtatRevision,
  indiceNomme,
} from "#domain/gerance/revisions/revision-lue.ts";
import { formatEuros, formatNombre } from "#domain/montants.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { Badge, type Tone } from "#web/components/ui/badge.tsx";
import type { Revised } from "#web/entities/comptes/revisions.ts";
import { lazyNamed } from "#web/lib/lazy.ts";

const ClassSelect = lazyNamed(() => import("./class-select.tsx"), "ClassSelect");

const TONES: Record<EtatRevision, Tone> = {
  exclue: "grey",
  sans_clause: "grey",
  gelee: "violet",
  classe_a_saisir: "orange",
  classe_a_confirmer: "orange",
  attente_indice: "orange",
  indice_a_completer: "orange",
  accord_a_demander: "orange",
  accord_demande: "violet",
  a_notifier: "blue",
  notifiee: "green",
  jamais_partie: "red",
  appliquee: "green",
  renoncee: "grey",
  perdue: "red",
};

const MONEY = { align: "right", className: "whitespace-nowrap" } as const;

/** « +1,15 % » */
function variation(before: number, after: number): string {
  const percent = before === 0 ? 0 : (after / before - 1) * 100;
  return `${percent > 0 ? "+" : ""}${formatNombre(percent, 2)} %`;
}

/** The columns of a month's revisions, one row for each anniversary. */
export const REVISION_COLUMNS: readonly Column<Revised>[] = [
  {
    id: "locataire",
    header: "Locataire",
    className: "w-[24%] max-w-0",
    cell: (row) => (
      <>
        <span className="block truncate font-medium" title={row.locataire}>
          {row.locataire}
        </span>
        <span className="block truncate text-xs text-muted" title={row.appartement}>
          {row.appartement}
          {row.proprietaire && `, ${row.proprietaire}`}
        </span>
      </>
    ),
  },
  {
    id: "anniversaire",
    header: "Anniversaire",
    card: "fact",
    from: "md",
    className: "whitespace-nowrap tabular-nums",
    cell: (row) => formatJour(row.anniversaire),
  },
  {
    id: "indice",
    header: "Indice",
    card: "fact",
    from: "lg",
    className: "whitespace-nowrap tabular-nums",
    cell: ({ chiffres }) =>
      chiffres && (
        <span title={`IRL du ${indiceNomme(chiffres)}`}>
          {formatNombre(chiffres.indiceAncien, 2)} → {formatNombre(chiffres.indiceNouveau, 2)}
        </span>
      ),
  },
  {
    id: "loyer",
    header: "Loyer hors charges",
    card: "fact",
    ...MONEY,
    cell: ({ chiffres, loyerHC }) =>
      chiffres ? (
        <>
          <span className="block">
            <span className="text-muted">{formatEuros(chiffres.loyerAvant)} → </span>
            {formatEuros(chiffres.loyerApres)}
          </span>
          <span className="block text-xs text-muted">
            {variation(chiffres.loyerAvant, chiffres.loyerApres)}
          </span>
        </>
      ) : (
        <span className="text-muted">{formatEuros(loyerHC)}</span>
      ),
  },
  {
    id: "effet",
    header: "Effet",
    card: "fact",
    from: "lg",
    className: "whitespace-nowrap tabular-nums",
    cell: ({ chiffres, joursPerdus }) =>
      chiffres && (
        <>
          <span className="block">{formatJour(chiffres.effetLe)}</span>
          {joursPerdus > 0 && (
            <span className="block text-xs text-orange">
              {joursPerdus} jour{joursPerdus > 1 && "s"} perdu{joursPerdus > 1 && "s"}
            </span>
          )}
        </>
      ),
  },
  {
    id: "etat",
    header: "État",
    className: "max-w-72",
    cell: (row) => (
      <>
        <Badge tone={TONES[row.etat]}>{ETATS_REVISION[row.etat]}</Badge>
        {row.pourquoi && (
          <span className="mt-0.5 block text-xs whitespace-normal text-muted">{row.pourquoi}</span>
        )}
        {row.classeASaisir && (
          <Suspense>
            <ClassSelect row={row} />
          </Suspense>
        )}
      </>
    ),
  },
];
