import { useQuery } from "@tanstack/react-query";
import type { IntendanceRow } from "#domain/missions/intendance.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { Dialog, DialogBody } from "#web/components/ui/dialog.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { useDocumentEvents } from "#web/documents/api.ts";
import { SignedDocument } from "#web/documents/signed-document.tsx";
import { intendances, TOUCHED_BY_INTENDANCES } from "#web/entities/mandats/intendances.ts";
import { useUploadGuard } from "#web/uploads/uploads.ts";

const WORDS = {
  kept: "La facture est gardée ici.",
  wanted: "Déposez ici la facture, en PDF ou en photo.",
  missing: "La facture n’est pas encore là.",
  drop: "Joindre la facture",
} as const;

interface FactureDialogProps {
  row: IntendanceRow;
  onClose(): void;
}

export function FactureDialog({ row, onClose }: FactureDialogProps) {
  const query = useQuery(intendances.find(row.id));
  const events = useDocumentEvents("Intendance", row.id);
  useUploadGuard();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Facture ${row.numFacture}`}
      description={`${row.intitule}, ${row.appartement}`}
    >
      <DialogBody>
        {query.data ? (
          <SignedDocument
            entite="Intendance"
            id={row.id}
            champ="facture"
            title="Facture"
            named="la facture"
            words={WORDS}
            url={query.data.facture}
            remplaces={query.data.remplaces}
            event={events.signed.facture}
            touched={TOUCHED_BY_INTENDANCES}
          />
        ) : query.isError ? (
          <ErrorState error={query.error} onRetry={() => query.refetch()} />
        ) : (
          <Skeleton className="h-24 w-full" />
        )}
      </DialogBody>
    </Dialog>
  );
}
