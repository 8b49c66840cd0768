import { Plus, X } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import type { DossierRow } from "#domain/biens/dossier-fiche.ts";
import type { LigneProposee } from "#domain/gerance/rapprochement/ligne-releve.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { exactNumber, readNumber } from "#web/components/fields/fields.tsx";
import { TypedInput } from "#web/components/fields/typed-input.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#web/components/ui/dialog.tsx";
import { DossierCombobox } from "#web/entities/biens/dossiers-combobox.tsx";

interface Part {
  key: number;
  dossier: DossierRow | null;
  montant: number | null;
}

interface SplitDialogProps {
  line: LigneProposee;
  onClose(): void;
  onSplit(parts: { DossierId: number; montant: number }[]): void;
}

/**
 * Shares a line among dossiers. Choosing a dossier proposes its debt, at most the part of the line not yet shared; a
 * dossier without a debt gets that whole part.
 */
export function SplitDialog({ line, onClose, onSplit }: SplitDialogProps) {
  const keys = useRef(2);
  const list = useRef<HTMLFormElement>(null);
  const search = (rank: number) =>
    list.current?.querySelectorAll<HTMLInputElement>('[role="combobox"]')[rank];
  const [parts, setParts] = useState<Part[]>([
    { key: 0, dossier: null, montant: null },
    { key: 1, dossier: null, montant: null },
  ]);
  const left = somme(line.montant, ...parts.map(({ montant }) => -(montant ?? 0)));
  const whole = parts.flatMap(({ dossier, montant }) =>
    dossier && montant !== null && montant > 0 ? [{ DossierId: dossier.id, montant }] : [],
  );
  const twice = new Set(whole.map(({ DossierId }) => DossierId)).size < whole.length;
  const ready = left === 0 && whole.length === parts.length && !twice;

  const change = (key: number, changes: Partial<Part>) =>
    setParts((before) => before.map((part) => (part.key === key ? { ...part, ...changes } : part)));
  const add = () =>
    setParts((before) => [...before, { key: keys.current++, dossier: null, montant: null }]);

  function choose(key: number, dossier: DossierRow, rank: number) {
    const own = parts.find((part) => part.key === key)?.montant ?? 0;
    const owed = dossier.exigible || dossier.solde;
    const free = somme(left, own);
    change(key, { dossier, montant: owed > 0 ? Math.min(owed, free) : free });
    // The amount is proposed already: the focus moves to the field of the next part's tenant.
    search(rank + 1)?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.defaultPrevented) return;
    if (event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    if (ready) onSplit(whole);
  }

  return (
    <Dialog
      open
      size="lg"
      title={`Répartir ${formatEuros(line.montant)}`}
      description={line.tiers ?? line.libelle}
      onOpenChange={(open) => !open && onClose()}
    >
      <DialogBody>
        <form ref={list} className="min-h-64 space-y-2" onKeyDown={onKeyDown}>
          {parts.map(({ key, dossier, montant }, rank) => (
            <div key={key} className="grid grid-cols-[minmax(0,1fr)_9rem_2rem] items-center gap-2">
              <DossierCombobox
                label={`Dossier, part ${rank + 1}`}
                chosen={dossier}
                onChoose={(row) => choose(key, row, rank)}
              />
              <TypedInput
                id={`part-${key}`}
                name="montant"
                ref={() => {}}
                aria-label={`Montant, part ${rank + 1}`}
                inputMode="decimal"
                unit="€"
                value={montant}
                read={readNumber}
                write={(euros) => (typeof euros === "number" ? exactNumber(euros, 2) : "")}
                onChange={(euros) =>
                  change(key, { montant: typeof euros === "number" ? euros : null })
                }
                onBlur={() => {}}
                aria-required
                aria-invalid={(montant ?? 0) < 0}
                aria-describedby={undefined}
              />
              {parts.length > 2 && (
                <Button
                  variant="ghost"
                  size="icon"
                  tabIndex={-1}
                  aria-label={`Retirer la part ${rank + 1}`}
                  onClick={() => setParts((before) => before.filter((part) => part.key !== key))}
                >
                  <X />
                </Button>
              )}
            </div>
          ))}
          <Button variant="ghost" size="sm" onClick={add}>
            <Plus />
            Ajouter une part
          </Button>
        </form>
      </DialogBody>
      <DialogFooter>
        <p aria-live="polite" className="mr-auto text-sm">
          {twice
            ? "Chaque dossier n’a qu’une part."
            : left === 0
              ? "Tout est réparti."
              : `Reste à répartir ${formatEuros(left)}`}
        </p>
        <Button onClick={onClose}>Fermer</Button>
        <Button variant="primary" disabled={!ready} onClick={() => onSplit(whole)}>
          Répartir
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
