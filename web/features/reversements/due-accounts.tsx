import { useQuery } from "@tanstack/react-query";
import { HandCoins, PiggyBank } from "lucide-react";
import { Suspense, useMemo, useState } from "react";
import { formatJour, type Jour, type Mois, moisEnLettres } from "#domain/dates.ts";
import { COMPTES_AU_PLUS } from "#domain/gerance/reversements/reversement.ts";
import type { PartAReverser } from "#domain/gerance/reversements/reversement-fiche.ts";
import { formatEuros, formatNombre, somme } from "#domain/montants.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import { DataTable } from "#web/components/list/data-table.tsx";
import { ListFoot, NothingFound } from "#web/components/list/list-foot.tsx";
import { ListFrame } from "#web/components/list/list-frame.tsx";
import { SMALLEST_PAGE } from "#web/components/list/list-parameters.ts";
import { usePagedRows } from "#web/components/list/pages/paged-rows.ts";
import { ActionMenu } from "#web/components/list/row-actions.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { Notice } from "#web/components/notice.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { accountHref } from "#web/entities/cloture/comptes-rendus.ts";
import { type ChosenSums, payoutPreview } from "#web/entities/cloture/reversements.ts";
import { formatCount } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { NO_SUM } from "./chosen-sums.ts";
import {
  type DueSum,
  DueSums,
  GroupsBar,
  GroupTitle,
  PAYABLE,
  Payable,
  sumsOf,
} from "./due-sums.tsx";
import { NotCounted } from "./not-counted.tsx";

const ContributionDialog = lazyNamed(
  () => import("./contribution-dialog.tsx"),
  "ContributionDialog",
);
const ContributionsDialog = lazyNamed(
  () => import("./contribution-dialog.tsx"),
  "ContributionsDialog",
);
const DueCredits = lazyNamed(() => import("./due-credits.tsx"), "DueCredits");
const PrepareDialog = lazyNamed(() => import("./prepare-dialog.tsx"), "PrepareDialog");

/** A validated account to pay out; `parts` are the sums of its owners. */
export interface DueAccount {
  id: number;
  mandat: string;
  numero: string;
  mois: Mois;
  jour: Jour;
  parts: PartAReverser[];
  payable: number;
}

const COLUMNS: readonly Column<DueAccount>[] = [
  {
    id: "mandat",
    header: "Compte rendu",
    className: "w-[30%]",
    cell: ({ mandat, numero, mois }) => (
      <>
        <span className="block font-medium">{mandat}</span>
        <span className="block text-xs text-muted tabular-nums">
          {[numero, moisEnLettres(mois)].filter(Boolean).join(" · ")}
        </span>
      </>
    ),
  },
  {
    id: "parts",
    header: "Propriétaires",
    card: "line",
    className: "basis-full",
    cell: ({ parts }) => (
      <ul className="space-y-1.5">
        {parts.map((part) => (
          <li key={part.CompteRenduPartId}>
            <span className="flex flex-wrap justify-between gap-x-3">
              <span>{part.nom}</span>
              <span className="whitespace-nowrap tabular-nums">{formatEuros(part.montant)}</span>
            </span>
            <Payable {...part} />
          </li>
        ))}
      </ul>
    ),
  },
  {
    id: "jour",
    header: "Prévu le",
    card: "fact",
    from: "md",
    className: "whitespace-nowrap",
    cell: ({ jour }) => formatJour(jour),
  },
  PAYABLE,
];

const wordsOf = ({ mandat, numero, parts }: DueAccount): string =>
  [mandat, numero, ...parts.map(({ nom }) => nom)].join(" ");

function accountsOf(parts: readonly PartAReverser[]): DueAccount[] {
  return [...Map.groupBy(parts, ({ CompteRenduId }) => CompteRenduId)].flatMap(
    ([id, partsDuCompte]) => {
      const [first] = partsDuCompte;
      if (!first) return [];
      const { mandat, numero, mois, jour } = first;
      const payees = partsDuCompte.filter(({ bloque }) => bloque === null);
      return [
        {
          id,
          mandat,
          numero,
          mois,
          jour,
          parts: partsDuCompte,
          payable: somme(...payees.map(({ montant }) => montant)),
        },
      ];
    },
  );
}

/** The groups of sums beside the accounts, each with the field of the batch that names its chosen sums. */
const OTHERS = [
  { group: "deposits", genre: "locataire", sent: "SoldeDepartIds" },
  { group: "advances", genre: "avance", sent: "AvanceRendueIds" },
  { group: "bills", genre: "fournisseur", sent: "IntendanceIds" },
] as const satisfies readonly { sent: keyof ChosenSums; [field: string]: string }[];

type Group = "accounts" | (typeof OTHERS)[number]["group"];
type Selected = Readonly<Record<Group, ReadonlySet<number>>>;

const NOTHING: Selected = {
  accounts: new Set(),
  deposits: new Set(),
  advances: new Set(),
  bills: new Set(),
};

const idsOf = (some: readonly { id: number }[]) => new Set(some.map(({ id }) => id));
const isFree = ({ bloque }: DueSum): boolean => bloque === null;

/**
 * The sums to pay: validated accounts, deposits, advances and expenses. A sum held back shows the reason; the chosen
 * sums make a batch.
 */
export function DueAccounts() {
  const query = useQuery(payoutPreview());
  const [selected, setSelected] = useState(NOTHING);
  const select = (group: Group) => (ids: ReadonlySet<number>) =>
    setSelected((before) => ({ ...before, [group]: ids }));
  const [asked, setAsked] = useState<"sums" | "fees" | "contribution" | "contributions" | null>(
    null,
  );
  const mayPay = usePeut("administrer");
  const preview = query.data;
  const accounts = useMemo(() => preview && accountsOf(preview.parts), [preview]);
  const { state, shown, list } = usePagedRows(accounts, { tabbed: "comptes", words: wordsOf });
  if (query.isError && !preview) {
    return (
      <Card>
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      </Card>
    );
  }
  const grouped = preview
    ? preview.restitutions.length + preview.avances.length + preview.depenses.length > 0
    : false;
  const payable = accounts?.filter((account) => account.payable > 0) ?? [];
  const atOnce = payable.slice(0, COMPTES_AU_PLUS);
  const chosen = payable.filter(({ id }) => selected.accounts.has(id)).slice(0, COMPTES_AU_PLUS);
  const total = (some: readonly DueAccount[]) => somme(...some.map((due) => due.payable));
  const others = sumsOf(preview);
  const sums: ChosenSums = {
    ...NO_SUM,
    ids: chosen.map(({ id }) => id),
    ...Object.fromEntries(
      OTHERS.map(({ group, sent }) => [
        sent,
        others[group].filter(({ id }) => selected[group].has(id)).map(({ id }) => id),
      ]),
    ),
  };
  const all: Selected = {
    accounts: idsOf(atOnce),
    deposits: idsOf(others.deposits.filter(isFree)),
    advances: idsOf(others.advances.filter(isFree)),
    bills: idsOf(others.bills.filter(isFree)),
  };
  const clear = () => setSelected(NOTHING);
  const chooseAll = () => {
    setSelected(all);
    setAsked("sums");
  };
  const feesButton = mayPay && preview && preview.honoraires > 0 && (
    <Button onClick={() => setAsked("fees")}>
      Virer les honoraires ({formatEuros(preview.honoraires)})
    </Button>
  );
  return (
    <div className="space-y-4">
      {preview?.refus && (
        <Notice
          actions={
            mayPay &&
            preview.comptes.length > 0 && (
              <Button size="sm" onClick={() => setAsked("contribution")}>
                Noter un apport de l’agence
              </Button>
            )
          }
        >
          {preview.refus}
        </Notice>
      )}
      {preview && !preview.refus && <NotCounted preview={preview} />}
      {preview && preview.apport > 0 && (
        <Notice
          tone="blue"
          actions={
            mayPay && (
              <Button size="sm" onClick={() => setAsked("contributions")}>
                Voir les apports
              </Button>
            )
          }
        >
          {formatEuros(preview.apport)} des fonds de l’agence sont sur les comptes de gérance.
        </Notice>
      )}
      {grouped && mayPay && (
        <GroupsBar
          sums={sums}
          count={Object.values(all).reduce((count, { size }) => count + size, 0)}
          onPrepare={() => setAsked("sums")}
          onAll={chooseAll}
          onClear={clear}
        />
      )}
      {(!grouped || (accounts && accounts.length > 0)) && (
        <ListFrame
          heading={grouped && <GroupTitle genre="part" />}
          search={
            accounts && accounts.length > SMALLEST_PAGE
              ? {
                  placeholder: "Mandat, propriétaire",
                  value: state.q ?? "",
                  onSearch: (q) => list.change({ q }),
                }
              : undefined
          }
          count={
            accounts &&
            accounts.length > 0 &&
            `${formatCount(accounts.length, "compte")} · ${formatEuros(total(payable))} à virer`
          }
          tools={
            mayPay && (
              <>
                {!grouped && feesButton}
                {!grouped && payable.length > 0 && (
                  <Button variant="primary" onClick={chooseAll}>
                    <HandCoins aria-hidden />
                    {reverseWords(payable.length)}
                  </Button>
                )}
                {preview && preview.comptes.length > 0 && (
                  <ActionMenu
                    label="Autres actions"
                    actions={[
                      {
                        label: "Noter un apport de l’agence",
                        icon: PiggyBank,
                        onSelect: () => setAsked("contribution"),
                      },
                    ]}
                  />
                )}
              </>
            )
          }
          selection={
            !grouped &&
            chosen.length > 0 && (
              <>
                <span className="mr-2 text-sm font-medium">
                  {formatCount(chosen.length, "compte choisi", "comptes choisis")} ·{" "}
                  {formatEuros(total(chosen))}
                </span>
                <Button variant="primary" onClick={() => setAsked("sums")}>
                  <HandCoins aria-hidden />
                  Préparer les virements
                </Button>
                {chosen.length < atOnce.length && (
                  <Button onClick={() => select("accounts")(all.accounts)}>
                    Choisir les {formatNombre(atOnce.length, 0)}
                  </Button>
                )}
                <Button variant="ghost" onClick={clear}>
                  Tout désélectionner
                </Button>
              </>
            )
          }
        >
          <DataTable
            label="Comptes à reverser"
            columns={COLUMNS}
            rows={shown}
            name={({ mandat, mois }) => `${mandat}, ${moisEnLettres(mois)}`}
            href={({ id }) => accountHref(id)}
            selected={selected.accounts}
            onSelect={mayPay ? select("accounts") : undefined}
            selectable={(account) => account.payable > 0}
            expected={6}
            sticky
            empty={
              state.q ? (
                <NothingFound showAll={() => list.change({ q: "" })} />
              ) : (
                <EmptyState
                  icon={HandCoins}
                  title="Rien à reverser"
                  text="Les comptes validés dans « Clôture du mois » viennent ici, jusqu’à ce qu’ils soient payés."
                />
              )
            }
          />
          <ListFoot list={list} />
        </ListFrame>
      )}
      {OTHERS.filter(({ group }) => others[group].length > 0).map(({ group, genre }) => (
        <DueSums
          key={group}
          genre={genre}
          rows={others[group]}
          selected={selected[group]}
          onSelect={mayPay ? select(group) : undefined}
        />
      ))}
      {grouped && feesButton && (
        <ListFrame heading={<GroupTitle genre="honoraires" />} tools={feesButton} />
      )}
      {preview && preview.avoirs.length > 0 && (
        <Suspense>
          <DueCredits rows={preview.avoirs} mayPay={mayPay} />
        </Suspense>
      )}
      {preview && asked === "contribution" && (
        <Suspense>
          <ContributionDialog comptes={preview.comptes} onClose={() => setAsked(null)} />
        </Suspense>
      )}
      {asked === "contributions" && (
        <Suspense>
          <ContributionsDialog onClose={() => setAsked(null)} />
        </Suspense>
      )}
      {(asked === "sums" || asked === "fees") && (
        <Suspense>
          <PrepareDialog sums={asked === "fees" ? NO_SUM : sums} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </div>
  );
}

/**
 * The label of the button. A batch takes `COMPTES_AU_PLUS` accounts at most, and the others wait for the next batch.
 */
function reverseWords(count: number): string {
  if (count === 1) return "Reverser le compte";
  return count > COMPTES_AU_PLUS
    ? `Reverser les ${formatNombre(COMPTES_AU_PLUS, 0)} premiers`
    : `Reverser les ${formatNombre(count, 0)} comptes`;
}
