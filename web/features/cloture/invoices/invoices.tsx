import { FileMinus2, HandCoins, Landmark, Plus, Receipt, Undo2 } from "lucide-react";
import { type ComponentProps, type ReactNode, Suspense, useState } from "react";
import { formatJour } from "#domain/dates.ts";
import type { FactureHonorairesRow } from "#domain/gerance/cloture/facture-honoraires.ts";
import { MODES_REGLEMENT } from "#domain/gerance/locataires/reglement.ts";
import { MANDAT_SANS_NUMERO } from "#domain/missions/accompte.ts";
import type { MissionDetail } from "#domain/missions/mission-fiche.ts";
import { formatEuros } from "#domain/montants.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { Notice } from "#web/components/notice.tsx";
import { RelatedRecords } from "#web/components/record/related-records.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
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

const CreditDialog = lazyNamed(
  () => import("#web/features/cloture/credit-dialog.tsx"),
  "CreditDialog",
);
const dialogs = () => import("./new-invoice-dialogs.tsx");
const MissionInvoiceDialog = lazyNamed(dialogs, "MissionInvoiceDialog");
const TenantInvoiceDialog = lazyNamed(dialogs, "TenantInvoiceDialog");

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
    `${serie === "AV" ? "Rendu" : "Réglée"} le ${formatJour(regleeLe)}${mode ? `, ${MODES_REGLEMENT[mode].toLocaleLowerCase("fr")}` : ""}`;
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
  if (reste !== null && reste < 0)
    return <Badge tone="orange">{formatEuros(-reste)} à rendre</Badge>;
  if (paid) return <span>{paid}</span>;
  if (serie === "AV") return <span className="text-muted">Avoir</span>;
  return <span className="text-muted">{reste === null ? "Prélevée" : "Éteinte par un avoir"}</span>;
}

type Asked = { invoice: FactureHonorairesRow; gesture: "payment" | "credit" } | null;

interface InvoicesProps {
  fixed: { MissionId: number; debiteur: "mandant" } | { DossierId: number };
  empty?: string;
  tools?: ReactNode;
  /** Shows nothing while there is no invoice. */
  discreet?: boolean;
}

function Invoices({
  fixed,
  empty = "Chaque compte rendu validé facture les honoraires du mandat.",
  tools,
  discreet,
}: InvoicesProps) {
  const [asked, setAsked] = useState<Asked>(null);
  const mayModify = usePeut("modifier");
  const mayDelete = usePeut("supprimer");
  const mayPay = usePeut("administrer");
  const pdf = useWrite(
    (row: FactureHonorairesRow) =>
      api.open(invoicePaper(row.id).then(({ generated }) => generated)),
    ["Document"],
  );
  const close = () => setAsked(null);
  return (
    <>
      <RelatedRecords
        title="Factures d’honoraires"
        noun={["facture", "factures"]}
        resource={facturesHonoraires}
        fixed={fixed}
        discreet={discreet}
        sort="-date"
        columns={COLUMNS}
        name={(row) => row.numero}
        editable={false}
        tools={tools}
        actions={(row) => {
          const pay = () => setAsked({ invoice: row, gesture: "payment" });
          const open = row.reste !== null && row.reste !== 0;
          return [
            { label: "Voir le PDF", icon: FileText, quick: true, onSelect: () => pdf.mutate(row) },
            ...(mayPay && row.reste !== null && row.reste < 0
              ? [{ label: "Rendre par virement", icon: Landmark, href: "/reversements" }]
              : []),
            ...(mayModify && open
              ? [
                  {
                    label: row.serie === "AV" ? "Noter le remboursement" : "Noter le règlement",
                    icon: HandCoins,
                    onSelect: pay,
                  },
                ]
              : []),
            ...(mayDelete && row.reste === 0 && row.regleeLe
              ? [
                  {
                    label: row.serie === "AV" ? "Annuler le remboursement" : "Annuler le règlement",
                    icon: Undo2,
                    onSelect: pay,
                  },
                ]
              : []),
            ...(mayDelete && row.corrigible
              ? [
                  {
                    label: "Faire un avoir",
                    icon: FileMinus2,
                    onSelect: () => setAsked({ invoice: row, gesture: "credit" }),
                  },
                ]
              : []),
          ];
        }}
        empty={{ icon: Receipt, title: "Aucune facture d’honoraires pour l’instant", text: empty }}
      />
      <Suspense>
        {asked?.gesture === "payment" && (
          <InvoicePaymentDialog invoice={asked.invoice} onClose={close} />
        )}
        {asked?.gesture === "credit" && <CreditDialog invoice={asked.invoice} onClose={close} />}
      </Suspense>
    </>
  );
}

export const InvoicesOfMandate = ({ id }: { id: number }) => (
  <Invoices fixed={{ MissionId: id, debiteur: "mandant" }} />
);

/** The invoices of a tenant for his part of the letting fees; nothing when there are none. */
export const InvoicesOfTenant = ({ id }: { id: number }) => (
  <Invoices fixed={{ DossierId: id }} discreet />
);

export const TenantInvoice = (props: ComponentProps<typeof TenantInvoiceDialog>) => (
  <TenantInvoiceDialog {...props} />
);

/** The invoices of a mission other than management, with a button to make one. */
export function InvoicesOfMission({ mission }: { mission: MissionDetail }) {
  const [asked, setAsked] = useState(false);
  const mayModify = usePeut("modifier");
  return (
    <>
      {mayModify && !mission.honorairesPermis && (
        <Notice className="mb-3">{MANDAT_SANS_NUMERO}</Notice>
      )}
      <Invoices
        fixed={{ MissionId: mission.id, debiteur: "mandant" }}
        empty="La facture d’une mission, son règlement et ses avoirs s’affichent ici."
        tools={
          mayModify && mission.honorairesPermis ? (
            <Button size="sm" onClick={() => setAsked(true)}>
              <Plus aria-hidden />
              Facturer
            </Button>
          ) : null
        }
      />
      {asked && (
        <Suspense>
          <MissionInvoiceDialog mission={mission} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </>
  );
}
