import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { DOCUMENTS } from "#domain/fichiers/document.ts";
import type { IntendanceRow } from "#domain/missions/intendance.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { Dialog, DialogBody } from "#web/components/ui/dialog.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { OrdreMissionDocuments } from "#web/documents/ordre-mission-documents.tsx";
import { intendances, TOUCHED_BY_INTENDANCES } from "#web/entities/mandats/intendances.ts";
import { lazyNamed } from "#web/lib/lazy.ts";

const ToSign = lazyNamed(() => import("#web/features/signatures/to-sign.tsx"), "ToSign");
const WithdrawalBanner = lazyNamed(
  () => import("#web/features/signatures/withdrawal-banner.tsx"),
  "WithdrawalBanner",
);

interface OrdreMissionDialogProps {
  row: IntendanceRow;
  onClose(): void;
}

export function OrdreMissionDialog({ row, onClose }: OrdreMissionDialogProps) {
  const query = useQuery(intendances.find(row.id));
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={DOCUMENTS.ordreMissionIntendance.intitule}
      description={row.appartement}
    >
      <DialogBody>
        {query.data ? (
          <OrdreMissionDocuments
            type="ordreMissionIntendance"
            sources={{ id: row.AppartementId, intendanceId: row.id }}
            id={row.id}
            signed={query.data.ordreMission}
            remplaces={query.data.remplaces}
            touched={TOUCHED_BY_INTENDANCES}
          >
            <Suspense>
              <WithdrawalBanner entite="Intendance" id={row.id} />
              <ToSign
                paper={{
                  type: "ordreMissionIntendance",
                  sources: { id: row.AppartementId, intendanceId: row.id },
                  entite: "Intendance",
                  entiteId: row.id,
                }}
                title={DOCUMENTS.ordreMissionIntendance.intitule}
                signed={query.data.ordreMission !== null}
              />
            </Suspense>
          </OrdreMissionDocuments>
        ) : query.isError ? (
          <ErrorState error={query.error} onRetry={() => query.refetch()} />
        ) : (
          <Skeleton className="h-32 w-full" />
        )}
      </DialogBody>
    </Dialog>
  );
}
