import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { ErrorState } from "#web/components/error-state.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#web/components/ui/dialog.tsx";
import { Download } from "#web/components/ui/row-icons.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { fichiers, fullName } from "#web/entities/fichiers/fichiers.ts";
import { fileAddress, isFresh } from "#web/entities/fichiers/links.ts";
import { formatInstant, formatSize } from "#web/lib/format.ts";
import { api } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";

interface PreviewDialogProps {
  id: number;
  /** The address of a sensitive file, which the record of the file does not hold. */
  revealed?: string | undefined;
  onClose(): void;
}

/** Shows a PDF in the page. It asks for a fresh address, because the one in the list may have expired. */
export function PreviewDialog({ id, revealed, onClose }: PreviewDialogProps) {
  const query = useQuery({ ...fichiers.find(id), staleTime: 0 });
  const [address, setAddress] = useState<string | null>(null);
  const file = query.data;
  const url = revealed ?? file?.url ?? "";
  if (file && isFresh(url) && address === null) setAddress(fileAddress(url));
  const open = useWrite(() => api.open(url), []);
  const download = useWrite(() => api.download(url), []);
  return (
    <Dialog
      open
      size="xl"
      onOpenChange={(shown) => !shown && onClose()}
      title={file ? fullName(file) : "Fichier"}
      description={file && `${formatSize(file.taille)}, ajouté le ${formatInstant(file.createdAt)}`}
    >
      <DialogBody>
        {query.isError && !file ? (
          <ErrorState error={query.error} onRetry={() => query.refetch()} />
        ) : address && file ? (
          <>
            <iframe
              src={`${address}#toolbar=0&navpanes=0&view=FitH`}
              title={`Aperçu de ${fullName(file)}`}
              className="h-[64vh] w-full rounded-md border bg-sunken max-md:hidden"
            />
            <p className="text-muted md:hidden">Ouvrez le document pour le lire.</p>
          </>
        ) : (
          <Skeleton className="h-[64vh] w-full max-md:h-10" />
        )}
      </DialogBody>
      {file && (
        <DialogFooter>
          <Button pending={download.isPending} onClick={() => download.mutate(undefined)}>
            {!download.isPending && <Download aria-hidden />}
            Télécharger
          </Button>
          <Button variant="primary" pending={open.isPending} onClick={() => open.mutate(undefined)}>
            {!open.isPending && <ExternalLink aria-hidden />}
            Ouvrir dans un onglet
          </Button>
        </DialogFooter>
      )}
    </Dialog>
  );
}
