import { clsx } from "clsx";
import { useState } from "react";
import { Link } from "wouter";
import type { LoyersDuMois } from "#domain/agence/tableau-de-bord.ts";
import { moisEnLettres } from "#domain/dates.ts";
import { formatEuros, formatNombre, somme } from "#domain/montants.ts";
import { Table, TableCell, TableHead } from "#web/components/ui/table.tsx";
import { shortMonth } from "#web/lib/format.ts";
import { Panel } from "./panel.tsx";
import { SHADES } from "./shades.ts";
import { Swatch } from "./swatch.tsx";

const WIDTH = 760;
const HEIGHT = 232;
const PLOT = { left: 84, right: 4, top: 10, bottom: 26 };
const FLOOR = HEIGHT - PLOT.bottom;
const BAR = 30;

/** The rents expected and received, by month; each month links to its receipts. */
export function LoyersChart({ loyers }: { loyers: readonly LoyersDuMois[] }) {
  const [shown, setShown] = useState<number | null>(null);
  const attendu = somme(...loyers.map((mois) => mois.attendu));
  const recu = somme(...loyers.map((mois) => mois.recu));
  const ticks = ticksUpTo(Math.max(...loyers.flatMap((mois) => [mois.attendu, mois.recu])));
  const top = ticks.at(-1) ?? 1;
  const step = (WIDTH - PLOT.left - PLOT.right) / loyers.length;
  const y = (euros: number) => FLOOR - ((FLOOR - PLOT.top) * euros) / top;
  const columnOf = (rank: number) => PLOT.left + rank * step;
  const detail = shown === null ? undefined : loyers[shown];

  return (
    <Panel
      title="Loyers sur douze mois"
      href="/quitances/year"
      note={
        <span className="flex items-center gap-4">
          <Legend shade="expected" label="Attendu" />
          <Legend shade="received" label="Reçu" />
        </span>
      }
    >
      <div className="relative">
        <svg
          role="img"
          aria-label={`Loyers de ${span(loyers)} : ${formatEuros(attendu)} attendus, ${formatEuros(recu)} reçus.`}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          className="block w-full"
        >
          {ticks.map((tick) => (
            <g key={tick}>
              <line
                x1={PLOT.left}
                x2={WIDTH - PLOT.right}
                y1={y(tick)}
                y2={y(tick)}
                className="stroke-line"
              />
              <text
                x={PLOT.left - 10}
                y={y(tick) + 4}
                textAnchor="end"
                className="fill-muted text-[11px] tabular-nums max-sm:text-[17px]"
              >
                {`${formatNombre(tick, 0)} €`}
              </text>
            </g>
          ))}
          {loyers.map((mois, rank) => {
            const left = columnOf(rank) + (step - BAR) / 2;
            return (
              <g key={mois.mois}>
                {shown === rank && (
                  <rect
                    x={columnOf(rank) + 2}
                    y={PLOT.top - 6}
                    width={step - 4}
                    height={HEIGHT - PLOT.top + 4}
                    rx="6"
                    className="fill-sunken"
                  />
                )}
                <Bar x={left} y={y(mois.attendu)} shade="expected" />
                <Bar x={left} y={y(mois.recu)} shade="received" />
                <text
                  x={columnOf(rank) + step / 2}
                  y={HEIGHT - 8}
                  textAnchor="middle"
                  className={clsx(
                    "text-[11px] max-sm:text-[17px]",
                    shown === rank ? "fill-text" : "fill-muted",
                  )}
                >
                  {shortMonth(mois.mois)}
                </text>
              </g>
            );
          })}
        </svg>
        {loyers.map((mois, rank) => (
          <Link
            key={mois.mois}
            href={`/quitances/?mois=${mois.mois}`}
            aria-label={`${moisEnLettres(mois.mois)} : ${formatEuros(mois.attendu)} attendus, ${formatEuros(mois.recu)} reçus`}
            onPointerMove={() => setShown(rank)}
            onPointerLeave={() => setShown(null)}
            onFocus={() => setShown(rank)}
            onBlur={() => setShown(null)}
            className="absolute inset-y-0 rounded-md"
            style={{ left: share(columnOf(rank)), width: share(step) }}
          />
        ))}
        {detail && shown !== null && (
          <div
            aria-hidden
            className={clsx(
              "pointer-events-none absolute top-1 z-2 rounded-lg bg-surface px-3 py-2 text-sm whitespace-nowrap shadow-float",
              shown < loyers.length / 2 ? "ml-2" : "-ml-2 -translate-x-full",
            )}
            style={{ left: share(columnOf(shown) + (shown < loyers.length / 2 ? step : 0)) }}
          >
            <p className="mb-1 font-medium first-letter:uppercase">{moisEnLettres(detail.mois)}</p>
            <Amount shade="expected" label="Attendu" euros={detail.attendu} />
            <Amount shade="received" label="Reçu" euros={detail.recu} />
            <p className="mt-1 flex justify-between gap-6 border-t pt-1 text-muted tabular-nums">
              Reste
              <span>{formatEuros(somme(detail.attendu, -detail.recu))}</span>
            </p>
          </div>
        )}
      </div>
      <Figures loyers={loyers} />
    </Panel>
  );
}

interface LegendProps {
  shade: "expected" | "received";
  label: string;
}

function Legend({ shade, label }: LegendProps) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <Swatch shade={shade} />
      {label}
    </span>
  );
}

function Amount({ shade, label, euros }: LegendProps & { euros: number }) {
  return (
    <p className="flex items-center justify-between gap-6">
      <Legend shade={shade} label={label} />
      <span className="font-medium tabular-nums">{formatEuros(euros)}</span>
    </p>
  );
}

/** A bar from the floor of the chart up to `y`, with two rounded corners at the top. */
function Bar({ x, y, shade }: { x: number; y: number; shade: "expected" | "received" }) {
  const height = FLOOR - y;
  if (height <= 0) return null;
  const round = Math.min(4, height);
  const path = `M${x} ${FLOOR}V${y + round}q0 ${-round} ${round} ${-round}h${BAR - 2 * round}q${round} 0 ${round} ${round}V${FLOOR}Z`;
  return <path d={path} style={{ fill: SHADES[shade] }} />;
}

/** The figures of the chart, as a table. */
function Figures({ loyers }: { loyers: readonly LoyersDuMois[] }) {
  return (
    <details className="mt-1 text-sm">
      <summary className="w-fit rounded text-muted hover:text-text">Voir les chiffres</summary>
      <Table aria-label="Loyers attendus et reçus" className="mt-2">
        <thead>
          <tr>
            <TableHead>Mois</TableHead>
            {["Attendu", "Reçu", "Reste"].map((label) => (
              <TableHead key={label} className="text-right">
                {label}
              </TableHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {loyers.map(({ mois, attendu, recu }) => (
            <tr key={mois}>
              <TableCell className="h-8!">
                <Link
                  href={`/quitances/?mois=${mois}`}
                  className="inline-block underline-offset-4 first-letter:uppercase hover:underline"
                >
                  {moisEnLettres(mois)}
                </Link>
              </TableCell>
              {[attendu, recu, somme(attendu, -recu)].map((euros, rank) => (
                <TableCell key={COLUMNS[rank]} className="h-8! text-right tabular-nums">
                  {formatEuros(euros)}
                </TableCell>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  );
}

const COLUMNS = ["attendu", "recu", "reste"];

const share = (x: number) => `${(100 * x) / WIDTH}%`;

/** « décembre 2025 à novembre 2026 » */
function span(loyers: readonly LoyersDuMois[]): string {
  const ends = [loyers[0], loyers.at(-1)].map((end) => end && moisEnLettres(end.mois));
  return ends.join(" à ");
}

const ROUND_STEPS = [1, 2, 2.5, 5, 10];
const MOST_TICKS = 4;

/** Round amounts from zero to the first round amount that reaches `most`. */
function ticksUpTo(most: number): number[] {
  const rough = Math.max(most, 100) / MOST_TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (ROUND_STEPS.find((round) => round * power >= rough) ?? 10) * power;
  return Array.from({ length: Math.ceil(Math.max(most, 1) / step) + 1 }, (_, rank) => rank * step);
}
