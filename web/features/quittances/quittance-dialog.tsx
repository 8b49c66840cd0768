import { useQuery } from "@tanstack/react-query";
import { Ban, ExternalLink, HandCoins } from "lucide-react";
import { Suspense, useState } from "react";
import { periodeEnLettres } from "#domain/dates.ts";
import type { QuittanceDetail } from "#domain/quittances/quittance-fiche.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#web/components/ui/dialog.tsx";
import { Download } from "#web/components/ui/row-icons.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { downloadPdf, openPdf, quittances } from "#web/entities/quittances/quittances.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { isCancellable } from "./annulation-action.ts";
import { AnnulationDialog } from "./annulation-dialog.tsx";
import { PdfPreview } from "./pdf-preview.tsx";
import { QuittanceFacts } from "./quittance-facts.tsx";
import { PaiementDialog } from "./settlement/paiement-dialog.tsx";
import { rowOf } from "./settlement/use-change.ts";

const PaymentRecord = lazyNamed(
  () => import("#web/features/comptes/payment-record.tsx"),
  "PaymentRecord",
);

interface QuittanceDialogProps {
  id: number;
  onClose(): void;
}

/** A whole receipt: its document, its payments, its mails and its history. */
export function QuittanceDialog({ id, onClose }: QuittanceDialogProps) {
  const query = useQuery(quittances.find(id));
  const [asked, setAsked] = useState<"paiement" | "annulation" | number | null>(null);
  const receipt = query.data;
  const back = () => setAsked(null);
  if (receipt && asked === "paiement") {
    return <PaiementDialog row={rowOf(receipt)} onClose={back} />;
  }
  if (receipt && asked === "annulation") {
    return <AnnulationDialog row={rowOf(receipt)} onClose={back} />;
  }
  if (typeof asked === "number") {
    return (
      <Suspense>
        <PaymentRecord id={asked} onClose={back} />
      </Suspense>
    );
  }
  return (
    <Dialog
      open
      size="xl"
      onOpenChange={(open) => !open && onClose()}
      title={receipt ? `${receipt.locataire}, n° ${receipt.numero}` : "Quittance"}
      description={
        receipt && `${receipt.appartement}, ${periodeEnLettres(receipt.date, receipt.dateFin)}`
      }
    >
      <DialogBody>
        {query.isError && !receipt && (
          <ErrorState error={query.error} onRetry={() => query.refetch()} />
        )}
        <div className="grid gap-6 md:grid-cols-[20rem_minmax(0,1fr)]">
          {receipt ? (
            <QuittanceFacts
              receipt={receipt}
              onPay={() => setAsked("paiement")}
              onPayment={setAsked}
            />
          ) : (
            query.isPending && <FactsSkeleton />
          )}
          {receipt && <PdfPreview key={receipt.version} receipt={receipt} />}
        </div>
      </DialogBody>
      {receipt && (
        <QuittanceTools
          receipt={receipt}
          onPay={() => setAsked("paiement")}
          onCancel={() => setAsked("annulation")}
        />
      )}
    </Dialog>
  );
}

function FactsSkeleton() {
  return (
    <div className="space-y-4" aria-busy="true">
      {[1, 2, 3, 4, 5, 6].map((line) => (
        <Skeleton key={line} className="h-4 w-4/5" />
      ))}
    </div>
  );
}

interface QuittanceToolsProps {
  receipt: QuittanceDetail;
  onPay(): void;
  onCancel(): void;
}

function QuittanceTools({ receipt, onPay, onCancel }: QuittanceToolsProps) {
  const mayModify = usePeut("modifier");
  const mayDelete = usePeut("supprimer");
  const pdf = useWrite(openPdf, []);
  const download = useWrite(downloadPdf, []);

  return (
    <DialogFooter>
      {mayDelete && isCancellable(receipt) && (
        <Button variant="ghost" className="mr-auto text-danger!" onClick={onCancel}>
          <Ban aria-hidden />
          Annuler la quittance
        </Button>
      )}
      {mayModify && receipt.etat !== "annulee" && (
        <Button onClick={onPay}>
          <HandCoins aria-hidden />
          Noter un paiement
        </Button>
      )}
      <Button pending={download.isPending} onClick={() => download.mutate(receipt.id)}>
        {!download.isPending && <Download aria-hidden />}
        Télécharger
      </Button>
      <Button pending={pdf.isPending} variant="primary" onClick={() => pdf.mutate(receipt.id)}>
        {!pdf.isPending && <ExternalLink aria-hidden />}
        Ouvrir le PDF
      </Button>
    </DialogFooter>
  );
}
