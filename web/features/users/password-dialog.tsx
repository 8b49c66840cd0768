import { Check, Copy, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#web/components/ui/dialog.tsx";
import type { Opened } from "#web/entities/profils/users.ts";
import { notifyDanger } from "#web/lib/notify.ts";

interface PasswordDialogProps {
  opened: Opened;
  onClose(): void;
}

/** The temporary password of an account, which can be read only while this dialog is open. */
export function PasswordDialog({ opened, onClose }: PasswordDialogProps) {
  const [copied, setCopied] = useState(false);

  async function copy() {
    try {
      await navigator.clipboard.writeText(opened.password);
      setCopied(true);
    } catch {
      notifyDanger("Le navigateur refuse la copie : sélectionnez le mot de passe à la main.");
    }
  }

  return (
    <Dialog
      open
      size="sm"
      title="Mot de passe provisoire"
      description={opened.user.email}
      onOpenChange={(open) => !open && onClose()}
    >
      <DialogBody>
        <div className="flex items-center gap-2 rounded-lg border bg-sunken py-2 pr-2 pl-3.5">
          <code
            data-testid="mot-de-passe"
            className="min-w-0 flex-1 font-mono text-lg break-all select-all"
          >
            {opened.password}
          </code>
          <Button autoFocus onClick={copy}>
            {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
            <span aria-live="polite">{copied ? "Copié" : "Copier"}</span>
          </Button>
        </div>
        <p className="mt-3 flex gap-2 text-sm text-muted">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-orange" />
          <span>
            Il n’est montré qu’une fois : transmettez-le maintenant. Il devra être changé à la
            première connexion.
          </span>
        </p>
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          J’ai noté le mot de passe
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
