import { useQuery } from "@tanstack/react-query";
import type { IntendanceRow } from "#domain/intendance.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { Dialog, DialogBody } from "#web/components/ui/dialog.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { OrderDocuments } from "#web/documents/order-documents.tsx";
import { intendances, orderOf, TOUCHED_BY_INTENDANCES } from "#web/entities/intendances/api.ts";

interface OrderDialogProps {
  row: IntendanceRow;
  onClose(): void;
}

/** The order of a caretaking mission: to be signed, and signed. */
export function OrderDialog({ row, onClose }: OrderDialogProps) {
  const query = useQuery(intendances.find(row.id));
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title="Ordre de mission d’intendance"
      description={row.appartement}
    >
      <DialogBody>
        {query.data ? (
          <OrderDocuments
            entite="Intendance"
            id={row.id}
            generate={() => orderOf(row)}
            signed={query.data.ordreMission}
            touched={TOUCHED_BY_INTENDANCES}
          />
        ) : query.isError ? (
          <ErrorState error={query.error} onRetry={() => query.refetch()} />
        ) : (
          <Skeleton className="h-32 w-full" />
        )}
      </DialogBody>
    </Dialog>
  );
}
