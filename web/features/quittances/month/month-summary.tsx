import { clsx } from "clsx";
import type { ReactNode } from "react";
import { formatEuros } from "#domain/montants.ts";
import type { BilanDuMois } from "#domain/quittances/quittance-fiche.ts";
import { Card } from "#web/components/ui/card.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { formatCount } from "#web/lib/format.ts";

const PARTS = [
  {
    name: "payee",
    one: "payée",
    several: "payées",
    fill: "bg-[light-dark(oklch(0.6_0.13_155),oklch(0.7_0.13_156))]",
  },
  {
    name: "declaree",
    one: "déclarée",
    several: "déclarées",
    fill: "bg-[light-dark(oklch(0.6_0.12_250),oklch(0.7_0.11_250))]",
  },
  {
    name: "impayee",
    one: "impayée",
    several: "impayées",
    fill: "bg-[light-dark(oklch(0.58_0.18_26),oklch(0.66_0.17_24))]",
  },
  {
    name: "inconnue",
    one: "inconnue",
    several: "inconnues",
    fill: "bg-[light-dark(oklch(0.66_0.02_257),oklch(0.6_0.02_257))]",
  },
  {
    name: "aGenerer",
    one: "à générer",
    several: "à générer",
    fill: "bg-[light-dark(oklch(0.72_0.14_65),oklch(0.76_0.13_70))]",
  },
] as const;

/** `summary` is undefined while it loads. */
export function MonthSummary({ summary }: { summary: BilanDuMois | undefined }) {
  const { attendu, recu, declare, reste } = summary?.loyerDuMois ?? {};
  const toGenerate = summary?.quittances.aGenerer.montant ?? 0;
  const generated = summary && generatedOf(summary);
  return (
    <Card className="px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-end gap-x-10 gap-y-3">
        <Figure label="Attendu" value={attendu !== undefined && formatEuros(attendu)} large>
          {toGenerate > 0 && `dont ${formatEuros(toGenerate)} à générer`}
        </Figure>
        <Figure label="Reçu" value={recu !== undefined && formatEuros(recu)} large>
          {attendu !== undefined && attendu > 0 && `${Math.floor((100 * (recu ?? 0)) / attendu)} %`}
        </Figure>
        {declare !== undefined && declare > 0 && (
          <Figure label="Déclaré, à confirmer" value={formatEuros(declare)} large />
        )}
        <Figure label="Reste à recevoir" value={reste !== undefined && formatEuros(reste)} large>
          {summary && summary.enRetard > 0 && (
            <span className="font-medium text-red">{summary.enRetard} en retard</span>
          )}
        </Figure>
      </div>
      <Bar summary={summary} />
      <div className="mt-2.5 flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {partsOf(summary).map(({ name, one, several, fill }) => (
            <li key={name} className="inline-flex items-center gap-1.5">
              <span aria-hidden className={clsx("size-2.5 rounded-[3px]", fill)} />
              <span className="font-medium tabular-nums">
                {summary?.quittances[name].nombre ?? "–"}
              </span>
              <span className="text-muted">
                {(summary?.quittances[name].nombre ?? 0) > 1 ? several : one}
              </span>
            </li>
          ))}
        </ul>
        <p className="ml-auto text-sm text-muted" role="status">
          {summary && generated !== undefined ? (
            <>
              <span className="font-medium text-text tabular-nums">{generated}</span>{" "}
              {generated > 1 ? "générées" : "générée"} sur{" "}
              <span className="tabular-nums">{generated + summary.quittances.aGenerer.nombre}</span>
            </>
          ) : (
            <Skeleton className="h-4 w-28" />
          )}
        </p>
      </div>
    </Card>
  );
}

/** The count of receipts of the month that are not cancelled. */
export function generatedOf({ quittances }: BilanDuMois): number {
  const { payee, declaree, impayee, inconnue } = quittances;
  return payee.nombre + declaree.nombre + impayee.nombre + inconnue.nombre;
}

/** The parts of the bar; declared payments are a part only when there are some. */
const partsOf = (summary: BilanDuMois | undefined) =>
  PARTS.filter(({ name }) => name !== "declaree" || summary?.quittances.declaree.nombre);

interface FigureProps {
  label: string;
  value: string | false | undefined;
  large?: boolean;
  children?: ReactNode;
}

export function Figure({ label, value, large, children }: FigureProps) {
  return (
    <dl>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="flex items-baseline gap-2">
        {value ? (
          <span
            className={clsx(
              "font-semibold tracking-tight whitespace-nowrap tabular-nums",
              large && "text-xl",
            )}
          >
            {value}
          </span>
        ) : (
          <Skeleton className="my-1 h-5 w-28" />
        )}
        {children && <span className="text-xs whitespace-nowrap text-muted">{children}</span>}
      </dd>
    </dl>
  );
}

function Bar({ summary }: { summary: BilanDuMois | undefined }) {
  const counted = (name: (typeof PARTS)[number]["name"]) => summary?.quittances[name].nombre ?? 0;
  const shown = PARTS.filter(({ name }) => counted(name) > 0);
  const words = shown.map(({ name, one, several }) => formatCount(counted(name), one, several));
  return (
    <div
      role="img"
      aria-label={words.length > 0 ? `Le mois : ${words.join(", ")}` : "Rien ce mois-ci"}
      className="mt-3 flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-sunken"
    >
      {shown.map(({ name, fill }) => (
        <span
          key={name}
          className={clsx("h-full min-w-1 transition-[flex-grow]", fill)}
          style={{ flex: `${counted(name)} 1 0` }}
        />
      ))}
    </div>
  );
}
