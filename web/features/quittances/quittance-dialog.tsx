import { useQuery } from "@tanstack/react-query";
import { Download, ExternalLink, HandCoins, Trash2 } from "lucide-react";
import { useState } from "react";
import { periodeEnLettres } from "#domain/dates.ts";
import type { QuittanceDetail } from "#domain/quittance-fiche.ts";
import { confirmDeletion } from "#web/components/confirm.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#web/components/ui/dialog.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import {
  downloadPdf,
  openPdf,
  quittances,
  TOUCHED_BY_QUITTANCES,
} from "#web/entities/quittances/api.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/resource.ts";
import { usePeut } from "#web/lib/session.ts";
import { PaiementDialog } from "./paiement-dialog.tsx";
import { PdfPreview } from "./pdf-preview.tsx";
import { QuittanceFacts } from "./quittance-facts.tsx";
import { rowOf } from "./use-change.ts";

interface QuittanceDialogProps {
  id: number;
  onClose(): void;
}

/** A receipt whole: its document, its payment, its mails and what happened to it. */
export function QuittanceDialog({ id, onClose }: QuittanceDialogProps) {
  const query = useQuery(quittances.find(id));
  const [paying, setPaying] = useState(false);
  const receipt = query.data;
  if (receipt && paying) {
    return <PaiementDialog row={rowOf(receipt)} onClose={() => setPaying(false)} />;
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
          {receipt ? <QuittanceFacts receipt={receipt} /> : query.isPending && <FactsSkeleton />}
          {receipt && <PdfPreview key={receipt.updatedAt} receipt={receipt} />}
        </div>
      </DialogBody>
      {receipt && (
        <QuittanceTools receipt={receipt} onPay={() => setPaying(true)} onClose={onClose} />
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
  receipt: QuittanceDetail & { canDelete?: boolean };
  onPay(): void;
  onClose(): void;
}

function QuittanceTools({ receipt, onPay, onClose }: QuittanceToolsProps) {
  const mayModify = usePeut("modifier");
  const mayDelete = usePeut("supprimer") && receipt.canDelete === true;
  const pdf = useWrite(openPdf, []);
  const download = useWrite(downloadPdf, []);
  const remove = useWrite(quittances.remove, TOUCHED_BY_QUITTANCES);

  async function askRemoval() {
    if (!(await confirmDeletion())) return;
    onClose();
    remove.mutate(receipt.id, { onSuccess: () => notify("La quittance a été supprimée.") });
  }

  return (
    <DialogFooter>
      {mayDelete && (
        <Button variant="ghost" className="mr-auto text-danger!" onClick={askRemoval}>
          <Trash2 aria-hidden />
          Supprimer
        </Button>
      )}
      {mayModify && (
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
