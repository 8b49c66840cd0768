import type { FichierRow } from "#domain/fichier.ts";
import { Dialog, DialogBody } from "#web/components/ui/dialog.tsx";
import { FormerFiles } from "#web/documents/former-files.tsx";
import { fullName } from "#web/entities/fichiers/api.ts";

interface VersionsDialogProps {
  row: FichierRow;
  onClose(): void;
}

/** What a file held before it was replaced. */
export function VersionsDialog({ row, onClose }: VersionsDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Versions précédentes"
      description={fullName(row)}
    >
      <DialogBody>
        <FormerFiles
          entite="Fichier"
          id={row.id}
          champ="StoredFile"
          remplaces={row.remplaces}
          shown
        />
      </DialogBody>
    </Dialog>
  );
}
