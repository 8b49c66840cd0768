import { type KeyboardEvent, useRef, useState } from "react";
import { type LigneProposee, MOTIFS_ECART } from "#domain/gerance/rapprochement/ligne-releve.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#web/components/ui/dialog.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { signed } from "#web/entities/banque/rapprochement-words.tsx";

interface AsideDialogProps {
  line: LigneProposee;
  onClose(): void;
  /** `motif` is null when the money waits until its payer is known. */
  onAside(motif: string | null): void;
}

/** Asks why a line is set aside: the arrows choose a reason, Enter confirms it. */
export function AsideDialog({ line, onClose, onAside }: AsideDialogProps) {
  const [typed, setTyped] = useState("");
  const list = useRef<HTMLFormElement>(null);
  const received = line.montant > 0 && line.etat === "a_rapprocher";

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>("button, input") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    buttons[(at + (event.key === "ArrowDown" ? 1 : -1) + buttons.length) % buttons.length]?.focus();
  }

  return (
    <Dialog
      open
      size="sm"
      title="Mettre de côté"
      description={`${line.tiers ?? line.libelle}, ${signed(line.montant)}`}
      onOpenChange={(open) => !open && onClose()}
    >
      <DialogBody>
        <form
          ref={list}
          className="flex flex-col gap-2"
          onKeyDown={onKeyDown}
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.trim() !== "") onAside(typed.trim());
          }}
        >
          {received && (
            <Button className="h-auto! justify-start py-2 text-left" onClick={() => onAside(null)}>
              <span>
                À identifier
                <span className="block text-sm font-normal text-muted">
                  La somme attend, en banque, qu’on sache de qui elle vient
                </span>
              </span>
            </Button>
          )}
          {MOTIFS_ECART.map((motif) => (
            <Button key={motif} className="justify-start" onClick={() => onAside(motif)}>
              {motif}
            </Button>
          ))}
          <Input
            aria-label="Autre motif"
            placeholder="Autre motif"
            maxLength={200}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </form>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Fermer</Button>
        <Button
          variant="primary"
          disabled={typed.trim() === ""}
          onClick={() => onAside(typed.trim())}
        >
          Écarter
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
