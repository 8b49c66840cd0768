import type { FournisseurRow } from "#domain/gerance/mandats/fournisseur.ts";
import { Dialog, DialogBody } from "#web/components/ui/dialog.tsx";
import { PayeeAccount } from "#web/entities/mandats/payee-account.tsx";

interface AccountDialogProps {
  row: FournisseurRow;
  onClose(): void;
}

export const AccountDialog = ({ row, onClose }: AccountDialogProps) => (
  <Dialog open title={row.nom} onOpenChange={(open) => !open && onClose()}>
    <DialogBody>
      <div className="pb-4">
        <PayeeAccount payee={{ entite: "Fournisseur", id: row.id, nom: row.nom }} />
      </div>
    </DialogBody>
  </Dialog>
);
