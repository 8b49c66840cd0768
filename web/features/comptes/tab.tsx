import { useQuery } from "@tanstack/react-query";
import {
  BanknoteArrowDown,
  CirclePause,
  HandCoins,
  HandHeart,
  Handshake,
  Receipt,
  ReceiptEuro,
  Scale,
  ShieldCheck,
  Undo2,
} from "lucide-react";
import { type ComponentType, Suspense, useState } from "react";
import { useSearchParams } from "wouter";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import type { CompteDuDossier } from "#domain/gerance/locataires/compte.ts";
import { formatEuros } from "#domain/montants.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { ActionMenu } from "#web/components/list/row-actions.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { FileText } from "#web/components/ui/row-icons.tsx";
import { WaitingList } from "#web/components/waiting.tsx";
import { accountOf, openStatement } from "#web/entities/comptes/comptes.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { AccountHead } from "./head.tsx";
import { AccountLines } from "./lines.tsx";
import { usePeriod } from "./period.ts";

const PaymentDialog = lazyNamed(() => import("./payment-dialog.tsx"), "PaymentDialog");
const CallDialog = lazyNamed(() => import("./call-dialog.tsx"), "CallDialog");
const ChargesDialog = lazyNamed(() => import("./charges/dialog.tsx"), "ChargesDialog");
const WaiverDialog = lazyNamed(() => import("./waiver-dialog.tsx"), "WaiverDialog");

const InsuranceDialog = lazyNamed(() => import("./insurance-dialog.tsx"), "InsuranceDialog");

const GiveBackDialog = lazyNamed(() => import("./ahead-dialogs.tsx"), "GiveBackDialog");
const GivenBack = lazyNamed(() => import("./ahead.tsx"), "GivenBack");

const AideDialog = lazyNamed(() => import("./aide-dialog.tsx"), "AideDialog");

const arrears = () => import("#web/features/impayes/account.tsx");
const PauseOfAccount = lazyNamed(arrears, "PauseOfAccount");
const PlanOfAccount = lazyNamed(arrears, "PlanOfAccount");
const HoldsOfAccount = lazyNamed(arrears, "HoldsOfAccount");
const RemindersOfAccount = lazyNamed(arrears, "RemindersOfAccount");

const invoices = () => import("#web/features/cloture/invoices/invoices.tsx");
const InvoicesOfTenant = lazyNamed(invoices, "InvoicesOfTenant");
const TenantInvoice = lazyNamed(invoices, "TenantInvoice");

const DIALOGS = {
  payment: PaymentDialog,
  call: CallDialog,
  charges: ChargesDialog,
  waiver: WaiverDialog,
  aid: AideDialog,
  assurance: InsuranceDialog,
  ahead: GiveBackDialog,
  pause: PauseOfAccount,
  plan: PlanOfAccount,
};

export function CompteTab({ dossier }: { dossier: DossierDetail }) {
  const period = usePeriod();
  const query = useQuery(accountOf(dossier.id, period.days));
  const account = query.data;
  if (query.error && !account) {
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  }
  if (!account) return <WaitingList />;
  return (
    <div className="space-y-4">
      <Suspense>
        <HoldsOfAccount account={account} />
      </Suspense>
      <AccountHead
        account={account}
        actions={<Gestures dossier={dossier} account={account} days={period.days} />}
      />
      {account.rendues.length > 0 && (
        <Suspense>
          <GivenBack account={account} />
        </Suspense>
      )}
      <AccountLines account={account} period={period} stale={query.isPlaceholderData} />
      <Suspense>
        <RemindersOfAccount account={account} />
        {bearsFees(dossier) && <InvoicesOfTenant id={dossier.id} />}
      </Suspense>
    </div>
  );
}

/**
 * Whether the lease has fees to invoice to the tenant: fees of the inventory, even once invoiced; or fees of the
 * letting, until `dateFraisDossier` gives the day of their invoice.
 */
const bearsFees = ({ dateFraisDossier, fraisDossierTTC, fraisEdlTTC }: DossierDetail): boolean =>
  Boolean((fraisDossierTTC && !dateFraisDossier) || fraisEdlTTC);

interface GesturesProps {
  dossier: DossierDetail;
  account: CompteDuDossier;
  days: { du?: string; au?: string };
}

/** The actions on the account. The link of a deadline opens the dialog of the insurance by `?geste=assurance`. */
function Gestures({ dossier, account, days }: GesturesProps) {
  const [search, setSearch] = useSearchParams();
  const [asked, setAsked] = useState<keyof typeof DIALOGS | "fees" | null>(
    search.get("geste") === "assurance" ? "assurance" : null,
  );
  const close = () => {
    setAsked(null);
    if (search.has("geste")) setSearch({ tab: "compte" }, { replace: true });
  };
  const mayModify = usePeut("modifier");
  const mayDelete = usePeut("supprimer");
  const statement = useWrite(() => openStatement(account.DossierId, days), ["Document", "History"]);
  const Dialog: ComponentType<{ account: CompteDuDossier; onClose(): void }> | null =
    asked && asked !== "fees" ? DIALOGS[asked] : null;
  if (!mayModify) return null;
  return (
    <>
      <Button variant="primary" onClick={() => setAsked("payment")}>
        <BanknoteArrowDown aria-hidden />
        Enregistrer un règlement
      </Button>
      <Button pending={statement.isPending} onClick={() => statement.mutate(undefined)}>
        {!statement.isPending && <FileText aria-hidden />}
        Relevé (PDF)
      </Button>
      <ActionMenu
        label="Autres gestes sur le compte"
        actions={[
          { label: "Appeler une somme", icon: ReceiptEuro, onSelect: () => setAsked("call") },
          {
            label: "Régularisation des charges",
            icon: Scale,
            onSelect: () => setAsked("charges"),
          },
          ...(bearsFees(dossier)
            ? [
                {
                  label: "Facturer ses honoraires",
                  icon: Receipt,
                  onSelect: () => setAsked("fees"),
                },
              ]
            : []),
          { label: "Aide au logement", icon: HandHeart, onSelect: () => setAsked("aid") },
          {
            label: "Mettre les relances en pause",
            icon: CirclePause,
            onSelect: () => setAsked("pause"),
          },
          ...(account.exigible > 0
            ? [{ label: "Plan d’apurement", icon: Handshake, onSelect: () => setAsked("plan") }]
            : []),
          ...(account.assurePourCompte
            ? [
                {
                  label: "Assurance pour son compte",
                  icon: ShieldCheck,
                  onSelect: () => setAsked("assurance"),
                },
              ]
            : []),
          ...(mayDelete && account.avanceTenue > 0
            ? [
                {
                  label: `Rendre ${formatEuros(account.avanceTenue)} payés d’avance`,
                  icon: Undo2,
                  onSelect: () => setAsked("ahead"),
                },
              ]
            : []),
          ...(mayDelete
            ? [
                {
                  label: "Abandonner une créance",
                  icon: HandCoins,
                  onSelect: () => setAsked("waiver"),
                },
              ]
            : []),
        ]}
      />
      <Suspense>
        {Dialog && <Dialog account={account} onClose={close} />}
        {asked === "fees" && <TenantInvoice dossier={dossier} onClose={close} />}
      </Suspense>
    </>
  );
}
