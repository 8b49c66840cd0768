import { useQuery } from "@tanstack/react-query";
import { Wallet } from "lucide-react";
import { useMemo, useState } from "react";
import { formatJour } from "#domain/dates.ts";
import { type JourDePointe, motsDePointe, type Pointe } from "#domain/gerance/livres/pointe.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { usePagedRows } from "#web/components/list/pages/paged-rows.ts";
import { searchedList } from "#web/components/list/pages/searched-list.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { RelatedList } from "#web/components/record/related-list.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { WaitingList } from "#web/components/waiting.tsx";
import {
  downloadState,
  type Held,
  heldOn,
  highestOf,
} from "#web/entities/agence/etats-des-livres.ts";
import { daysOfThisYear, PeriodSelect } from "./period.tsx";

const TONES = { couverte: "green", proche: "orange", depassee: "red", inconnue: "grey" } as const;
const WIDTH = 720;
const HEIGHT = 120;
const MILLISECONDS_A_DAY = 86_400_000;

type HeldRow = Held & { id: number };

const wordsOf = ({ mandants, numero, nature, lot, locataire }: HeldRow): string =>
  [mandants, numero, nature, lot, locataire].join(" ");

const COLUMNS: readonly Column<HeldRow>[] = [
  {
    id: "mandat",
    header: "Mandat",
    cell: ({ numero, mandants }) => (
      <>
        <span className="font-medium">{mandants || "Sans mandat"}</span>
        <p className="text-sm text-muted">{numero}</p>
      </>
    ),
  },
  { id: "nature", header: "Nature", card: "line", cell: ({ nature }) => nature },
  {
    id: "lot",
    header: "Logement, locataire",
    card: "line",
    from: "md",
    className: "whitespace-normal",
    cell: ({ lot, locataire }) => [lot, locataire].filter(Boolean).join(", "),
  },
  {
    id: "montant",
    header: "Montant",
    card: "amount",
    align: "right",
    cell: ({ montant }) => formatEuros(montant),
  },
];

/** The funds held for others on a chosen evening, and their highest sum in the period compared with the guarantee. */
export function Funds() {
  const [days, setDays] = useState(daysOfThisYear);
  const highest = useQuery(highestOf(days));
  const held = useQuery(heldOn(days.au));
  const rows = useMemo(
    () => held.data?.data.map((row, rank) => ({ ...row, id: rank + 1 })),
    [held.data],
  );
  const { state, shown, found, list } = usePagedRows(rows, { tabbed: "fonds", words: wordsOf });
  const failed = highest.error ?? held.error;
  if (failed && !(highest.data && held.data)) {
    return (
      <ErrorState error={failed} onRetry={() => Promise.all([highest.refetch(), held.refetch()])} />
    );
  }
  if (!highest.data) return <WaitingList />;
  const total = somme(...(found ?? []).map(({ montant }) => montant));
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-base font-semibold">Fonds détenus au {formatJour(days.au)}</h2>
        <PeriodSelect days={days} onChange={setDays} />
      </div>
      <Card className="space-y-3 p-4">
        <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
          <p>
            <span className="text-sm text-muted">Au plus</span>{" "}
            <span className="text-lg font-semibold tabular-nums">
              {formatEuros(highest.data.max)}
            </span>
            {highest.data.maxLe && (
              <span className="text-sm text-muted"> le {formatJour(highest.data.maxLe)}</span>
            )}
          </p>
          <p>
            <span className="text-sm text-muted">Garantie</span>{" "}
            <span className="tabular-nums">
              {highest.data.garantie === null ? "–" : formatEuros(highest.data.garantie)}
            </span>
          </p>
          <Badge tone={TONES[highest.data.etat]}>{motsDePointe(highest.data)}</Badge>
        </div>
        {highest.data.depassement && <Excess {...highest.data.depassement} />}
        <Chart highest={highest.data} />
      </Card>
      <RelatedList
        title={`Par mandat : ${formatEuros(total)}`}
        noun={["ligne", "lignes"]}
        rows={shown}
        columns={COLUMNS}
        name={({ mandants, nature }) => `${mandants}, ${nature}`}
        csv={() => downloadState("fonds-detenus.csv", { au: days.au })}
        stale={held.isFetching}
        {...searchedList({ rows, state, list, placeholder: "Mandat, locataire, adresse" })}
        empty={{
          icon: Wallet,
          title: "Aucun fonds détenu",
          text: "Rien n’était détenu ce soir-là.",
        }}
      />
    </div>
  );
}

/** The evening on which the funds exceeded the guarantee of that day the most; the guarantee of today may differ. */
function Excess({ date, montant, garantie }: JourDePointe) {
  return (
    <p className="text-sm text-muted">
      Le {formatJour(date)} : {formatEuros(montant)}, pour{" "}
      {garantie === null ? "–" : formatEuros(garantie)} garantis ce jour-là.
    </p>
  );
}

/** A chart of the sum of each evening, drawn as steps, with the line of the guarantee. */
function Chart({ highest: { du, au, jours, max, depassement } }: { highest: Pointe }) {
  const ceilings = jours.flatMap(({ garantie }) => garantie ?? []);
  const top = Math.max(max, ...ceilings.filter((ceiling) => ceiling < max * 3), 1) * 1.1;
  const length = Math.max(1, (Date.parse(au) - Date.parse(du)) / MILLISECONDS_A_DAY);
  const x = (date: string) =>
    ((Date.parse(date) - Date.parse(du)) / MILLISECONDS_A_DAY / length) * WIDTH;
  const y = (montant: number) => HEIGHT - (Math.max(0, montant) / top) * HEIGHT;
  const stepsOf = (points: readonly { date: string; montant: number }[]) =>
    points
      .map(({ date, montant }, rank) =>
        rank === 0 ? `M${x(date)} ${y(montant)}` : `H${x(date)}V${y(montant)}`,
      )
      .join("");
  const line = `${stepsOf(jours)}H${WIDTH}`;
  const ceiling = stepsOf(
    jours.flatMap(({ date, garantie }) => (garantie === null ? [] : [{ date, montant: garantie }])),
  );
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-32 w-full"
        role="img"
        aria-label={`Fonds détenus du ${formatJour(du)} au ${formatJour(au)} : au plus ${formatEuros(max)}`}
      >
        <path d={`${line}V${HEIGHT}H0Z`} className="fill-blue-soft" />
        <path
          d={line}
          fill="none"
          className="stroke-blue"
          strokeWidth={1.5}
          vectorEffect="non-scaling-stroke"
        />
        {ceiling && (
          <path
            d={`${ceiling}H${x(jours.findLast(({ garantie }) => garantie !== null)?.date ?? au)}`}
            fill="none"
            className={depassement ? "stroke-red" : "stroke-orange"}
            strokeWidth={1.5}
            strokeDasharray="6 4"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      <figcaption className="mt-1 flex justify-between text-sm text-muted tabular-nums">
        <span>{formatJour(du)}</span>
        <span>{formatJour(au)}</span>
      </figcaption>
    </figure>
  );
}
