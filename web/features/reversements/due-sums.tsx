import { Ban, HandCoins, TriangleAlert } from "lucide-react";
import { Link } from "wouter";
import { formatJour } from "#domain/dates.ts";
import type {
  ApercuReversement,
  SommeAVirer,
} from "#domain/gerance/reversements/reversement-fiche.ts";
import { GENRES_VIREMENT, type GenreVirement } from "#domain/gerance/reversements/virement.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { DataTable } from "#web/components/list/data-table.tsx";
import { ListFoot } from "#web/components/list/list-foot.tsx";
import { ListFrame } from "#web/components/list/list-frame.tsx";
import { usePagedRows } from "#web/components/list/pages/paged-rows.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import type { ChosenSums } from "#web/entities/cloture/reversements.ts";
import { formatCount } from "#web/lib/format.ts";
import { countOf } from "./chosen-sums.ts";

/** A sum for a tenant or a supplier. `id` identifies its origin: a departure's account, an advance or an expense. */
export interface DueSum extends SommeAVirer {
  id: number;
  /** The address of the payee's page; `origin` is the address of the page that explains the sum. */
  payee: string;
  origin: string;
}

/** The sums of tenants and suppliers that wait to be paid. */
export const sumsOf = (preview: ApercuReversement | undefined) => ({
  deposits: (preview?.restitutions ?? []).map(
    ({ SoldeDepartId, DossierId, LocataireId, ...sum }): DueSum => ({
      ...sum,
      id: SoldeDepartId,
      payee: `/locataires/${LocataireId}`,
      origin: `/dossiers/${DossierId}?tab=depart`,
    }),
  ),
  advances: (preview?.avances ?? []).map(
    ({ AvanceRendueId, DossierId, LocataireId, ...sum }): DueSum => ({
      ...sum,
      id: AvanceRendueId,
      payee: `/locataires/${LocataireId}`,
      origin: `/dossiers/${DossierId}?tab=compte`,
    }),
  ),
  bills: (preview?.depenses ?? []).map(
    ({ IntendanceId, FournisseurId: _, ...sum }): DueSum => ({
      ...sum,
      id: IntendanceId,
      payee: "/fournisseurs/",
      origin: "/intendance/",
    }),
  ),
});

/** The account that receives a sum, or the reason why the sum is held back; then the points to check. */
export function Payable({
  bloque,
  iban,
  avertissements,
}: Pick<SommeAVirer, "bloque" | "iban" | "avertissements">) {
  return (
    <>
      {bloque ? (
        <Remark blocked>{bloque}</Remark>
      ) : (
        <span className="block text-xs text-muted tabular-nums">{iban}</span>
      )}
      {avertissements.map((warning) => (
        <Remark key={warning}>{warning}</Remark>
      ))}
    </>
  );
}

function Remark({ blocked = false, children }: { blocked?: boolean; children: string }) {
  const Icon = blocked ? Ban : TriangleAlert;
  return (
    <span className={`flex items-start gap-1.5 text-sm ${blocked ? "text-red" : "text-orange"}`}>
      <Icon aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      {children}
    </span>
  );
}

export const GroupTitle = ({ genre }: { genre: GenreVirement }) => (
  <h3 className="font-semibold">{GENRES_VIREMENT[genre]}</h3>
);

interface GroupsBarProps {
  /** The sums chosen in all the groups. */
  sums: ChosenSums;
  /** The count of sums that may be paid. */
  count: number;
  onPrepare(): void;
  onAll(): void;
  onClear(): void;
}

/** One batch for all the groups: the chosen sums, or all the sums that may be paid. */
export function GroupsBar({ sums, count, onPrepare, onAll, onClear }: GroupsBarProps) {
  const chosen = countOf(sums);
  if (chosen + count === 0) return null;
  return (
    <Card className="held-bar sticky top-(--sticky-top) z-3 flex min-h-13 flex-wrap items-center gap-2 bg-surface px-3 py-2">
      <span className="mr-auto text-sm font-medium" role="status">
        {chosen > 0
          ? formatCount(chosen, "somme choisie", "sommes choisies")
          : formatCount(count, "somme à virer", "sommes à virer")}
      </span>
      {chosen > 0 && (
        <Button variant="ghost" onClick={onClear}>
          Tout désélectionner
        </Button>
      )}
      <Button variant="primary" onClick={chosen > 0 ? onPrepare : onAll}>
        <HandCoins aria-hidden />
        {chosen > 0 ? "Préparer les virements" : "Tout virer"}
      </Button>
    </Card>
  );
}

interface DueSumsProps {
  genre: "locataire" | "avance" | "fournisseur";
  rows: readonly DueSum[];
  selected: ReadonlySet<number>;
  onSelect: ((ids: ReadonlySet<number>) => void) | undefined;
}

/** The sums of a group that wait; a sum held back shows the reason. */
export function DueSums({ genre, rows, selected, onSelect }: DueSumsProps) {
  const { shown, list } = usePagedRows(rows, { tabbed: GENRES_VIREMENT[genre] });
  const payable = rows.filter(({ bloque }) => bloque === null);
  return (
    <ListFrame
      heading={<GroupTitle genre={genre} />}
      count={`${formatCount(rows.length, "somme")} · ${formatEuros(somme(...payable.map(({ montant }) => montant)))} à virer`}
    >
      <DataTable
        label={GENRES_VIREMENT[genre]}
        columns={genre === "locataire" ? TENANTS : WITHOUT_DAY}
        rows={shown}
        name={({ nom, objet }) => `${nom}, ${objet}`}
        {...(genre === "fournisseur" ? {} : { href: ({ origin }: DueSum) => origin })}
        selected={selected}
        onSelect={onSelect}
        selectable={({ bloque }) => bloque === null}
        empty={null}
      />
      <ListFoot list={list} />
    </ListFrame>
  );
}

/** The sums of a row that may be paid. */
export const PAYABLE: Column<{ payable: number }> = {
  id: "payable",
  header: "À virer",
  card: "amount",
  align: "right",
  className: "whitespace-nowrap font-medium",
  cell: ({ payable }) =>
    payable === 0 ? <span className="text-muted">–</span> : formatEuros(payable),
};

const NAME: Column<DueSum> = {
  id: "nom",
  header: "Bénéficiaire",
  className: "w-[30%]",
  cell: ({ nom, objet }) => (
    <>
      <span className="block font-medium">{nom}</span>
      <span className="block text-xs text-muted">{objet}</span>
    </>
  ),
};

const ACCOUNT: Column<DueSum> = {
  id: "iban",
  header: "Compte",
  card: "line",
  className: "basis-full",
  cell: (sum) => (
    <>
      <Payable {...sum} />
      {sum.titulaire === null && (
        <Link href={sum.payee} className="relative z-1 text-sm underline">
          Son compte bancaire
        </Link>
      )}
    </>
  ),
};

const DUE: Column<DueSum> = {
  id: "echeance",
  header: "Au plus tard le",
  card: "fact",
  className: "whitespace-nowrap",
  cell: ({ echeance }) => echeance && formatJour(echeance),
};

const AMOUNT: Column<DueSum> = {
  id: "montant",
  header: "À virer",
  align: "right",
  card: "amount",
  className: "whitespace-nowrap font-medium",
  cell: ({ bloque, montant }) =>
    bloque ? <span className="text-muted">{formatEuros(montant)}</span> : formatEuros(montant),
};

const TENANTS = [NAME, ACCOUNT, DUE, AMOUNT] as const;
const WITHOUT_DAY = [NAME, ACCOUNT, AMOUNT] as const;
