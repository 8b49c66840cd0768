import { clsx } from "clsx";
import {
  ETATS_CLOTURE,
  type EtatCloture,
  etatDeCloture,
  totauxDeCloture,
} from "#domain/gerance/cloture/cloture.ts";
import type { CompteRenduRow } from "#domain/gerance/cloture/compte-rendu.ts";
import { formatEuros } from "#domain/montants.ts";
import { Card } from "#web/components/ui/card.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";

const FILLS: readonly { etat: EtatCloture; fill: string }[] = [
  { etat: "valide", fill: "bg-[light-dark(oklch(0.6_0.13_155),oklch(0.7_0.13_156))]" },
  { etat: "pret", fill: "bg-[light-dark(oklch(0.6_0.12_250),oklch(0.7_0.11_250))]" },
  { etat: "a_verifier", fill: "bg-[light-dark(oklch(0.72_0.14_65),oklch(0.76_0.13_70))]" },
  { etat: "bloque", fill: "bg-[light-dark(oklch(0.58_0.18_26),oklch(0.66_0.17_24))]" },
];

export function CloseSummary({ rows }: { rows: readonly CompteRenduRow[] | undefined }) {
  const totals = rows && totauxDeCloture(rows);
  const counted = (wanted: EtatCloture) =>
    rows?.filter((row) => etatDeCloture(row) === wanted).length ?? 0;
  const shown = FILLS.filter(({ etat }) => counted(etat) > 0);
  return (
    <Card className="px-4 py-3.5 sm:px-5">
      <dl className="flex flex-wrap items-end gap-x-10 gap-y-3">
        <Figure label="Mandats" value={totals && String(totals.nombre)} />
        <Figure label="Reçu" value={totals && formatEuros(totals.encaissements)} />
        <Figure label="Dépensé" value={totals && formatEuros(totals.depenses)} />
        <Figure label="Honoraires TTC" value={totals && formatEuros(totals.honorairesTTC)} />
        <Figure label="À reverser" value={totals && formatEuros(totals.reversement)} />
      </dl>
      <div aria-hidden className="mt-3 flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-sunken">
        {shown.map(({ etat, fill }) => (
          <span
            key={etat}
            className={clsx("h-full min-w-1 transition-[flex-grow]", fill)}
            style={{ flex: `${counted(etat)} 1 0` }}
          />
        ))}
      </div>
      <ul className="mt-2.5 flex min-h-5 flex-wrap gap-x-5 gap-y-1 text-sm">
        {shown.map(({ etat, fill }) => (
          <li key={etat} className="inline-flex items-center gap-1.5">
            <span aria-hidden className={clsx("size-2.5 rounded-[3px]", fill)} />
            <span className="font-medium tabular-nums">{counted(etat)}</span>
            <span className="text-muted">{inWords(etat, counted(etat))}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** « prêts », « à vérifier ». */
export function inWords(etat: EtatCloture, count: number): string {
  const word = ETATS_CLOTURE[etat].toLowerCase();
  return count > 1 && etat !== "a_verifier" ? `${word}s` : word;
}

function Figure({ label, value }: { label: string; value: string | undefined }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="text-xl font-semibold tracking-tight whitespace-nowrap tabular-nums">
        {value ?? <Skeleton className="my-1 h-5 w-24" />}
      </dd>
    </div>
  );
}
