import { clsx } from "clsx";
import { Copy, Undo2 } from "lucide-react";
import { formatJour, formatPeriode } from "#domain/dates.ts";
import type { LigneReleveRow, ReleveRow } from "#domain/gerance/banque/releve-fiche.ts";
import { ETATS_LIGNE, type EtatLigne } from "#domain/gerance/rapprochement/ligne-releve.ts";
import { formatEuros } from "#domain/montants.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { Badge, type Tone } from "#web/components/ui/badge.tsx";

const TONES: Readonly<Record<EtatLigne, Tone>> = {
  a_identifier: "violet",
  a_rapprocher: "orange",
  rapprochee: "green",
  ecartee: "grey",
};

export function SignedEuros({ montant }: { montant: number }) {
  return (
    <span className={clsx("font-medium tabular-nums", montant > 0 && "text-green")}>
      {montant > 0 && "+"}
      {formatEuros(montant)}
    </span>
  );
}

/** « 05/10/2026 – 31/10/2026 »; empty when the statement has no days. */
export const periodOf = ({ du, au }: Pick<ReleveRow, "du" | "au">): string =>
  du === null || au === null ? "" : formatPeriode(du, au);

/** The movements of an account as the bank gives them, with their matching. */
export const LINE_COLUMNS: readonly Column<LigneReleveRow>[] = [
  {
    id: "date",
    header: "Date",
    sort: true,
    className: "whitespace-nowrap tabular-nums",
    cell: ({ date }) => formatJour(date),
  },
  {
    id: "libelle",
    header: "Libellé",
    sort: true,
    card: "title",
    className: "whitespace-normal",
    cell: (row) => <Told row={row} />,
  },
  {
    id: "montant",
    header: "Montant",
    sort: true,
    card: "amount",
    align: "right",
    cell: ({ montant }) => <SignedEuros montant={montant} />,
  },
  {
    id: "etat",
    header: "État",
    sort: true,
    cell: ({ etat }) => <Badge tone={TONES[etat]}>{ETATS_LIGNE[etat]}</Badge>,
  },
];

function Told({ row }: { row: LigneReleveRow }) {
  const { libelle, tiers, iban, reference, rejet, doublonDe } = row;
  const more = [tiers !== libelle && tiers, iban, reference && `réf. ${reference}`].filter(Boolean);
  return (
    <>
      <span className="font-medium break-words">{libelle}</span>
      {more.length > 0 && <p className="text-sm break-words text-muted">{more.join(" · ")}</p>}
      {(rejet || doublonDe !== null) && (
        <p className="mt-0.5 flex flex-wrap gap-1.5">
          {rejet && (
            <Badge tone="red" icon={Undo2}>
              Rejet
            </Badge>
          )}
          {doublonDe !== null && (
            <Badge tone="orange" icon={Copy}>
              Doublon probable d’un autre relevé
            </Badge>
          )}
        </p>
      )}
    </>
  );
}
