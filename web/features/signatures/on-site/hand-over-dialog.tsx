import { TabletSmartphone } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { useLocation } from "wouter";
import type { DemandeRow } from "#domain/signature/wire.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#web/components/ui/dialog.tsx";
import { handedHref } from "#web/entities/signatures/demandes.ts";
import { handOver } from "#web/lib/handed-over.ts";
import { DigitsField } from "./digits-field.tsx";

interface HandOverDialogProps {
  demande: Pick<DemandeRow, "id" | "titre">;
  onClose(): void;
}

/** Asks staff for the four digits that will give the device back, then shows only the paper. */
export function HandOverDialog({ demande, onClose }: HandOverDialogProps) {
  const id = useId();
  const [digits, setDigits] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [, navigate] = useLocation();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!/^\d{4}$/.test(digits)) return setError("Choisissez quatre chiffres.");
    const path = handedHref(demande.id);
    handOver(path, { digits, href: window.location.pathname + window.location.search });
    navigate(path);
  }

  return (
    <Dialog
      open
      title="Remettre la tablette"
      description={demande.titre}
      onOpenChange={(open) => !open && onClose()}
    >
      <form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
        <DialogBody className="space-y-4">
          <p>
            L’écran ne montre plus que ce document. Pour revenir à l’agence, il demandera les quatre
            chiffres que vous choisissez maintenant ; pas ceux de votre appareil.
          </p>
          <DigitsField
            id={id}
            label="Quatre chiffres"
            value={digits}
            error={error}
            onChange={(typed) => {
              setDigits(typed);
              setError(null);
            }}
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Annuler</Button>
          <Button type="submit" variant="primary">
            <TabletSmartphone aria-hidden />
            Remettre la tablette
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
