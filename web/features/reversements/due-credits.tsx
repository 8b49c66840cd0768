import { HandCoins } from "lucide-react";
import { Suspense, useState } from "react";
import { Link } from "wouter";
import type { AvoirAVirer } from "#domain/gerance/reversements/reversement-fiche.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { DataTable } from "#web/components/list/data-table.tsx";
import { ListFoot } from "#web/components/list/list-foot.tsx";
import { ListFrame } from "#web/components/list/list-frame.tsx";
import { usePagedRows } from "#web/components/list/pages/paged-rows.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { Button } from "#web/components/ui/button.tsx";
import { formatCount } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { NO_SUM } from "./chosen-sums.ts";
import { GroupTitle, PAYABLE, Payable } from "./due-sums.tsx";

const PrepareDialog = lazyNamed(() => import("./prepare-dialog.tsx"), "PrepareDialog");

interface DueCredit {
  id: number;
  objet: string;
  payees: AvoirAVirer[];
  payable: number;
}

const COLUMNS: readonly Column<DueCredit>[] = [
  {
    id: "objet",
    header: "Avoir",
    className: "w-[30%]",
    cell: ({ objet }) => <span className="block font-medium">{objet}</span>,
  },
  {
    id: "payees",
    header: "Bénéficiaires",
    card: "line",
    className: "basis-full",
    cell: ({ payees }) => (
      <ul className="space-y-1.5">
        {payees.map((payee) => (
          <li key={payee.MandantId}>
            <span className="flex flex-wrap justify-between gap-x-3">
              <span>{payee.nom}</span>
              <span className="whitespace-nowrap tabular-nums">{formatEuros(payee.montant)}</span>
            </span>
            <Payable {...payee} />
            {payee.titulaire === null && (
              <Link
                href={
                  payee.LocataireId === null
                    ? `/missions/${payee.MissionId}`
                    : `/locataires/${payee.LocataireId}`
                }
                className="relative z-1 text-sm underline"
              >
                {payee.LocataireId === null ? "Le mandat" : "Son compte bancaire"}
              </Link>
            )}
          </li>
        ))}
      </ul>
    ),
  },
  PAYABLE,
];

const creditsOf = (rows: readonly AvoirAVirer[]): DueCredit[] =>
  [...Map.groupBy(rows, ({ FactureHonorairesId }) => FactureHonorairesId)].map(([id, payees]) => ({
    id,
    objet: payees[0]?.objet ?? "",
    payees,
    payable: somme(...payees.flatMap(({ bloque, montant }) => (bloque === null ? montant : []))),
  }));

interface DueCreditsProps {
  rows: readonly AvoirAVirer[];
  mayPay: boolean;
}

/** The credit notes of fees to pay back, in a batch paid from the agency's own account. */
export function DueCredits({ rows, mayPay }: DueCreditsProps) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [asked, setAsked] = useState(false);
  const credits = creditsOf(rows);
  const { shown, list } = usePagedRows(credits, { tabbed: "avoirs" });
  const payable = credits.filter((credit) => credit.payable > 0);
  const chosen = payable.filter(({ id }) => selected.size === 0 || selected.has(id));
  return (
    <ListFrame
      heading={<GroupTitle genre="avoir" />}
      count={`${formatCount(credits.length, "avoir")}, du compte de l’agence · ${formatEuros(somme(...payable.map((credit) => credit.payable)))} à virer`}
      tools={
        mayPay &&
        chosen.length > 0 && (
          <Button onClick={() => setAsked(true)}>
            <HandCoins aria-hidden />
            {chosen.length === 1
              ? "Rembourser l’avoir"
              : `Rembourser ${formatCount(chosen.length, "avoir")}`}
          </Button>
        )
      }
    >
      <DataTable
        label="Avoirs d’honoraires à rembourser"
        columns={COLUMNS}
        rows={shown}
        name={({ objet }) => objet}
        selected={selected}
        onSelect={mayPay ? setSelected : undefined}
        selectable={(credit) => credit.payable > 0}
        empty={null}
      />
      <ListFoot list={list} />
      {asked && (
        <Suspense>
          <PrepareDialog
            sums={{ ...NO_SUM, FactureHonorairesIds: chosen.map(({ id }) => id) }}
            onClose={() => setAsked(false)}
          />
        </Suspense>
      )}
    </ListFrame>
  );
}
