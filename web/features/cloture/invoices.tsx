import { HandCoins, Receipt, Undo2 } from "lucide-react";
import { Suspense, useState } from "react";
import { formatJour } from "#domain/dates.ts";
import type { FactureHonorairesRow } from "#domain/gerance/cloture/facture-honoraires.ts";
import { MODES_REGLEMENT } from "#domain/gerance/locataires/reglement.ts";
import { formatEuros } from "#domain/montants.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { RelatedRecords } from "#web/components/record/related-records.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { FileText } from "#web/components/ui/row-icons.tsx";
import { facturesHonoraires, invoicePaper } from "#web/entities/cloture/comptes-rendus.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { api } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";

const InvoicePaymentDialog = lazyNamed(
  () => import("./invoice-payment-dialog.tsx"),
  "InvoicePaymentDialog",
);

const COLUMNS: readonly Column<FactureHonorairesRow>[] = [
  { id: "numero", header: "Numéro", className: "font-medium", cell: (row) => row.numero },
  { id: "date", header: "Date", card: "line", cell: (row) => formatJour(row.date) },
  { id: "ttc", header: "TTC", card: "amount", align: "right", cell: (row) => formatEuros(row.ttc) },
  {
    id: "reste",
    header: "Règlement",
    className: "whitespace-normal",
    cell: (row) => <Payment {...row} />,
  },
];

function Payment({ serie, prelevee, reste, regleeLe, mode }: FactureHonorairesRow) {
  const paid =
    regleeLe &&
    `Réglée le ${formatJour(regleeLe)}${mode ? `, ${MODES_REGLEMENT[mode].toLocaleLowerCase("fr")}` : ""}`;
  if (reste !== null && reste > 0) {
    return (
      <span className="flex flex-wrap items-baseline gap-x-2">
        <Badge tone="orange">
          {formatEuros(reste)} {prelevee ? "dus, pris sur les prochains fonds" : "à régler"}
        </Badge>
        {paid && <span className="text-sm text-muted">{paid}</span>}
      </span>
    );
  }
  if (paid) return <span>{paid}</span>;
  if (serie === "AV") return <span className="text-muted">Avoir</span>;
  return <span className="text-muted">{reste === null ? "Prélevée" : "Éteinte par un avoir"}</span>;
}

/** The invoices of the fees of a mandate: what its owners have to pay themselves, and what they paid. */
export function Invoices({ id }: { id: number }) {
  const [asked, setAsked] = useState<FactureHonorairesRow | null>(null);
  const mayModify = usePeut("modifier");
  const mayDelete = usePeut("supprimer");
  const pdf = useWrite(
    (row: FactureHonorairesRow) =>
      api.open(invoicePaper(row.id).then(({ generated }) => generated)),
    ["Document"],
  );
  return (
    <>
      <RelatedRecords
        title="Factures d’honoraires"
        noun={["facture", "factures"]}
        resource={facturesHonoraires}
        fixed={{ MissionId: id }}
        sort="-date"
        columns={COLUMNS}
        name={(row) => row.numero}
        editable={false}
        actions={(row) => [
          { label: "Voir le PDF", icon: FileText, quick: true, onSelect: () => pdf.mutate(row) },
          ...(mayModify && row.reste !== null && row.reste > 0
            ? [{ label: "Noter le règlement", icon: HandCoins, onSelect: () => setAsked(row) }]
            : []),
          ...(mayDelete && row.reste === 0 && row.regleeLe
            ? [{ label: "Annuler le règlement", icon: Undo2, onSelect: () => setAsked(row) }]
            : []),
        ]}
        empty={{
          icon: Receipt,
          title: "Aucune facture d’honoraires pour l’instant",
          text: "Chaque compte rendu validé facture les honoraires du mandat.",
        }}
      />
      {asked && (
        <Suspense>
          <InvoicePaymentDialog invoice={asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  );
}
