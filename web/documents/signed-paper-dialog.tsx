import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState } from "#web/components/error-state.tsx";
import { Dialog, DialogBody } from "#web/components/ui/dialog.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { type SignedPaperHolder, signedPapers } from "#web/entities/fichiers/papiers-signes.ts";
import { useUploadGuard } from "#web/uploads/uploads.ts";
import { useDocumentEvents } from "./api.ts";
import { SignedDocument } from "./signed-document.tsx";

export interface SignedPaperDialogProps {
  entite: SignedPaperHolder;
  id: number;
  /** « Avenant n° 1 » */
  title: string;
  /** « l’avenant n° 1 signé » */
  named: string;
  /** The names of the other resources to read again after a change. */
  touched: readonly string[];
  /** The part that puts the paper to electronic signature, drawn under the signed copy. */
  signing?: ((signed: boolean) => ReactNode) | undefined;
  onClose(): void;
}

/** The signed copy of a paper whose record has no page of its own. */
export function SignedPaperDialog(props: SignedPaperDialogProps) {
  const { onClose, signing, touched, ...paper } = props;
  const { entite, id, title } = paper;
  const query = useQuery(signedPapers[entite].find(id));
  const events = useDocumentEvents(entite, id);
  useUploadGuard();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
      <DialogBody>
        {query.data ? (
          <>
            <SignedDocument
              {...paper}
              title={`${title} signé`}
              champ="signed"
              url={query.data.signed}
              remplaces={query.data.remplaces}
              event={events.signed.signed}
              touched={[...touched, entite]}
            />
            {signing?.(query.data.signed !== null)}
          </>
        ) : query.isError ? (
          <ErrorState error={query.error} onRetry={() => query.refetch()} />
        ) : (
          <Skeleton className="h-24 w-full" />
        )}
      </DialogBody>
    </Dialog>
  );
}
