import { Link } from "wouter";
import type { TableauDeBord } from "#domain/agence/tableau-de-bord.ts";
import { Panel } from "./panel.tsx";
import { SHADES, type Shade } from "./shades.ts";
import { Swatch } from "./swatch.tsx";

interface Part {
  label: string;
  nombre: number;
  shade: Shade;
  statut: string;
}

/** A ring of the apartments let, vacant and under works, with a link for each part. */
export function Occupation({ appartements }: Pick<TableauDeBord, "appartements">) {
  const { total, louee, vacant, enTravaux, enGestion } = appartements;
  const parts: readonly Part[] = [
    { label: "Louée", nombre: louee, shade: "green", statut: "Louée" },
    { label: "Vacant", nombre: vacant, shade: "grey", statut: "Vacant" },
    { label: "En Travaux", nombre: enTravaux, shade: "violet", statut: "En Travaux" },
  ];
  return (
    <Panel title="Appartements" href="/appartements/" note={`${total} au total`}>
      <div className="flex items-center gap-5 py-1">
        <Ring parts={parts} total={total} />
        <ul className="min-w-0 flex-1">
          {parts.map(({ label, nombre, shade, statut }) => (
            <Row
              key={label}
              href={`/appartements/?statut=${encodeURIComponent(statut)}`}
              label={label}
              nombre={nombre}
              shade={shade}
            />
          ))}
          <li className="my-1 border-t" />
          <Row href="/appartements/?enGestion=true" label="En gestion" nombre={enGestion} />
        </ul>
      </div>
    </Panel>
  );
}

interface RowProps {
  href: string;
  label: string;
  nombre: number;
  shade?: Shade;
}

function Row({ href, label, nombre, shade }: RowProps) {
  return (
    <li>
      <Link
        href={href}
        data-control
        className="group/figure -mx-2 flex h-8 items-center gap-2 rounded-md px-2 transition-colors hover:bg-hover"
      >
        {shade && <Swatch shade={shade} />}
        <span className="flex-1 text-muted underline-offset-4 group-hover/figure:underline">
          {label}
        </span>
        <span className="font-semibold tabular-nums">{nombre}</span>
      </Link>
    </li>
  );
}

const RADIUS = 42;
const GAP = 1.2;

/** The parts clockwise from the top. An apartment both let and under works is drawn once, as let. */
function Ring({ parts, total }: { parts: readonly Part[]; total: number }) {
  const [rented, empty, works] = parts;
  const drawn = [
    { part: rented, nombre: rented?.nombre ?? 0 },
    { part: empty, nombre: empty?.nombre ?? 0 },
    { part: works, nombre: total - (rented?.nombre ?? 0) - (empty?.nombre ?? 0) },
  ];
  const share = total > 0 ? Math.round((100 * (rented?.nombre ?? 0)) / total) : 0;
  const words = parts.map(({ label, nombre }) => `${label} : ${nombre}`).join(", ");
  let start = 0;
  return (
    <svg
      role="img"
      aria-label={`Occupation : ${share} % loués. ${words}.`}
      viewBox="0 0 100 100"
      className="size-32 shrink-0"
    >
      <circle cx="50" cy="50" r={RADIUS} fill="none" strokeWidth="11" stroke="var(--sunken)" />
      {drawn.map(({ part, nombre }) => {
        const size = total > 0 ? (100 * nombre) / total : 0;
        const from = start;
        start += size;
        if (!part || size === 0) return null;
        const length = size === 100 ? size : Math.max(size - GAP, 0.4);
        return (
          <circle
            key={part.label}
            cx="50"
            cy="50"
            r={RADIUS}
            fill="none"
            strokeWidth="11"
            pathLength="100"
            strokeDasharray={`${length} ${100 - length}`}
            strokeDashoffset={-from}
            transform="rotate(-90 50 50)"
            style={{ stroke: SHADES[part.shade] }}
          />
        );
      })}
      <text
        x="50"
        y="51"
        textAnchor="middle"
        className="fill-text text-[1.15rem] font-semibold tracking-tight"
      >
        {share} %
      </text>
      <text x="50" y="64" textAnchor="middle" className="fill-muted text-[0.55rem]">
        loués
      </text>
    </svg>
  );
}
