import { useQuery } from "@tanstack/react-query";
import type { FichierRow } from "#domain/fichiers/fichier.ts";
import { Dialog, DialogBody } from "#web/components/ui/dialog.tsx";
import { FormerFiles } from "#web/documents/former-files.tsx";
import { fullName, reveal } from "#web/entities/fichiers/fichiers.ts";

interface VersionsDialogProps {
  row: FichierRow;
  onClose(): void;
}

export function VersionsDialog({ row, onClose }: VersionsDialogProps) {
  const { data: revealed } = useQuery({
    queryKey: ["Fichier", "reveler", row.id],
    queryFn: () => reveal(row.id),
    enabled: row.sensible,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
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
          addresses={new Map(revealed?.versions.map(({ id, url }) => [id, url]))}
        />
      </DialogBody>
    </Dialog>
  );
}
