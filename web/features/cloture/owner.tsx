import { useQuery } from "@tanstack/react-query";
import { Banknote, FileCheck2, ReceiptEuro, TriangleAlert } from "lucide-react";
import { Link } from "wouter";
import { formatJour, moisEnLettres } from "#domain/dates.ts";
import type {
  CompteDuProprietaire,
  FactureAuProprietaire,
  MandatDuProprietaire,
  RenduAuProprietaire,
  VirementAuProprietaire,
} from "#domain/gerance/cloture/compte-proprietaire.ts";
import { formatEuros } from "#domain/montants.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { PagedItems } from "#web/components/list/pages/paged-items.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { Notice } from "#web/components/notice.tsx";
import { RelatedRows } from "#web/components/record/related-rows.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { FileText } from "#web/components/ui/row-icons.tsx";
import { WaitingList } from "#web/components/waiting.tsx";
import {
  accountHref,
  accountPaper,
  invoicePaper,
  ownerAccount,
} from "#web/entities/cloture/comptes-rendus.ts";
import { PartBadge } from "#web/entities/cloture/comptes-rendus-words.tsx";
import { api } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { Sum } from "./mandate.tsx";
import { shareInWords } from "./synthesis.tsx";

const MONEY = { align: "right", className: "whitespace-nowrap" } as const;

const RENDERED: readonly Column<RenduAuProprietaire>[] = [
  {
    id: "mois",
    header: "Mois",
    className: "whitespace-nowrap",
    cell: ({ mois }) => (
      <span className="inline-block font-medium first-letter:uppercase">{moisEnLettres(mois)}</span>
    ),
  },
  {
    id: "mandat",
    header: "Mandat",
    card: "line",
    from: "md",
    className: "w-[30%] max-w-0 truncate",
    cell: (row) => row.mandat,
  },
  {
    id: "encaissements",
    header: "Reçu",
    card: "fact",
    from: "lg",
    ...MONEY,
    cell: (row) => formatEuros(row.encaissements),
  },
  {
    id: "montant",
    header: "Sa part",
    card: "amount",
    ...MONEY,
    cell: (row) => formatEuros(row.montant),
  },
  {
    id: "etat",
    header: "Reversement",
    className: "whitespace-nowrap",
    cell: ({ etat, reverseLe }) => etat && <PartBadge etat={etat} reverseLe={reverseLe} />,
  },
];

const TRANSFERS: readonly Column<VirementAuProprietaire>[] = [
  {
    id: "date",
    header: "Date",
    className: "whitespace-nowrap tabular-nums",
    cell: (row) => formatJour(row.date),
  },
  { id: "libelle", header: "Libellé", card: "line", from: "md", cell: (row) => row.libelle },
  {
    id: "iban",
    header: "Vers",
    card: "line",
    from: "lg",
    className: "whitespace-nowrap text-muted",
    cell: (row) => row.iban,
  },
  {
    id: "etat",
    header: "État",
    cell: ({ avancement, date }) =>
      avancement ? (
        <PartBadge etat={avancement} reverseLe={date} />
      ) : (
        <Badge tone="red">Renvoyé par la banque</Badge>
      ),
  },
  { id: "montant", header: "Montant", ...MONEY, cell: (row) => formatEuros(row.montant) },
];

const INVOICES: readonly Column<FactureAuProprietaire>[] = [
  {
    id: "numero",
    header: "Numéro",
    className: "whitespace-nowrap font-medium tabular-nums",
    cell: (row) => row.numero,
  },
  {
    id: "date",
    header: "Date",
    className: "whitespace-nowrap tabular-nums",
    cell: (row) => formatJour(row.date),
  },
  { id: "mandat", header: "Mandat", from: "md", cell: (row) => row.mandat },
  {
    id: "ht",
    header: "HT",
    card: "fact",
    from: "lg",
    ...MONEY,
    cell: (row) => formatEuros(row.ht),
  },
  { id: "ttc", header: "TTC", card: "amount", ...MONEY, cell: (row) => formatEuros(row.ttc) },
];

/** The owner's balance today, with the accounts, payments and invoices behind it. */
export function OwnerAccount({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(ownerAccount(id));
  const paper = useWrite(
    (open: () => ReturnType<typeof accountPaper>) =>
      api.open(open().then(({ generated }) => generated)),
    ["Document"],
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <WaitingList />;
  return (
    <div className="space-y-4">
      <Balance account={data} />
      <RelatedRows
        title="Comptes rendus"
        tabbed="CompteRendu"
        noun={["compte rendu", "comptes rendus"]}
        rows={data.comptesRendus}
        columns={RENDERED}
        name={(row) => `${moisEnLettres(row.mois)}, ${row.mandat}`}
        href={(row) => accountHref(row.id)}
        editable={false}
        actions={(row) => [
          {
            label: "Voir le PDF",
            icon: FileText,
            quick: true,
            onSelect: () => paper.mutate(() => accountPaper(row.id)),
          },
        ]}
        empty={{
          icon: FileCheck2,
          title: "Aucun compte rendu pour l’instant",
          text: "Les comptes rendus validés de ses mandats apparaissent ici, avec sa part.",
        }}
      />
      {data.virements.length > 0 && (
        <RelatedRows
          title="Reversements"
          tabbed="Virement"
          noun={["virement", "virements"]}
          rows={data.virements}
          columns={TRANSFERS}
          name={(row) => row.reference}
          empty={{ icon: Banknote, title: "Aucun virement" }}
        />
      )}
      {data.factures.length > 0 && (
        <RelatedRows
          title="Factures d’honoraires"
          tabbed="FactureHonoraires"
          noun={["facture", "factures"]}
          rows={data.factures}
          columns={INVOICES}
          name={(row) => row.numero}
          actions={(row) => [
            {
              label: "Voir le PDF",
              icon: ReceiptEuro,
              quick: true,
              onSelect: () => paper.mutate(() => invoicePaper(row.id)),
            },
          ]}
          empty={{ icon: ReceiptEuro, title: "Aucune facture" }}
        />
      )}
    </div>
  );
}

/** The owner's balance today, then the balance of each mandate. */
function Balance({ account }: { account: CompteDuProprietaire }) {
  const { solde, aReverser, enCours, honorairesDus, incomplet, mandats } = account;
  return (
    <Card className="px-4 py-3.5 sm:px-5">
      <dl className="flex flex-wrap items-start gap-x-10 gap-y-3">
        <Sum
          label={solde < 0 ? "Il doit aujourd’hui" : "Lui revient aujourd’hui"}
          value={Math.abs(solde)}
          red={solde < 0}
        />
        <Sum label="Dont à reverser" value={aReverser} />
        {enCours !== 0 && <Sum label="En cours de virement" value={enCours} />}
        {honorairesDus !== 0 && <Sum label="Honoraires dus" value={honorairesDus} />}
      </dl>
      {incomplet && (
        <Notice icon={TriangleAlert} className="mt-3">
          Les parts d’un mandat ne sont pas renseignées : son argent n’est pas compté ici.
        </Notice>
      )}
      <PagedItems of="mandats" items={mandats}>
        {(some) => (
          <ul className="mt-3 divide-y border-t">
            {some.map((mandat) => (
              <Mandate key={mandat.MissionId} mandat={mandat} />
            ))}
          </ul>
        )}
      </PagedItems>
    </Card>
  );
}

function Mandate({ mandat }: { mandat: MandatDuProprietaire }) {
  const { MissionId, numero, lots, num, den, solde, modeFonds } = mandat;
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 py-2 last:pb-0">
      <Link href={`/missions/${MissionId}?tab=comptes`} className="font-medium hover:underline">
        Mandat {numero ?? `n° ${MissionId}`}
      </Link>
      <span className="min-w-0 flex-1 truncate text-sm text-muted" title={lots.join("\n")}>
        {[
          lots.length > 2 ? `${lots.length} logements` : lots.join(", "),
          modeFonds === "proprietaire" && "loyers perçus directement",
          num !== null && den !== null && num !== den && shareInWords(num, den),
        ]
          .filter(Boolean)
          .join(" · ")}
      </span>
      <span className="whitespace-nowrap tabular-nums">
        {solde === null ? (
          <span className="text-muted">part non renseignée</span>
        ) : (
          <span className={solde < 0 ? "text-red" : undefined}>{formatEuros(solde)}</span>
        )}
      </span>
    </li>
  );
}
