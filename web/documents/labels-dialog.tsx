import { clsx } from "clsx";
import { Printer } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import {
  COPIES_AU_PLUS,
  ETIQUETTES_PAR_PLANCHE,
  type Tirage,
} from "#domain/biens/etiquettes-adresse.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#web/components/ui/dialog.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { formatCount } from "#web/lib/format.ts";

const CELLS = Array.from({ length: ETIQUETTES_PAR_PLANCHE }, (_, index) => index + 1);

interface LabelsDialogProps {
  /** « Étiquettes du locataire » */
  title: string;
  onGenerate(tirage: Tirage): void;
  onClose(): void;
}

export function LabelsDialog({ title, onGenerate, onClose }: LabelsDialogProps) {
  const id = useId();
  const [position, setPosition] = useState(1);
  const [typed, setTyped] = useState("1");
  const copies = /^\d{1,3}$/.test(typed) ? Number(typed) : 0;
  const valid = copies >= 1 && copies <= COPIES_AU_PLUS;
  const last = position + copies - 1;
  const sheets = Math.ceil(last / CELLS.length);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!valid) return;
    onGenerate({ position, copies });
    onClose();
  }

  return (
    <Dialog
      open
      title={title}
      description="Planche Avery L7160, à imprimer sans mise à l’échelle."
      onOpenChange={(open) => !open && onClose()}
    >
      <form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
        <DialogBody className="grid gap-6 sm:grid-cols-[15rem_minmax(0,1fr)]">
          <fieldset>
            <legend className="mb-1.5 text-sm font-medium">Première étiquette</legend>
            <div className="grid grid-cols-3 gap-1 rounded-md border bg-sunken p-2">
              {CELLS.map((cell) => (
                <label
                  key={cell}
                  className={clsx(
                    "grid h-8 place-items-center rounded-sm border text-xs tabular-nums has-focus-visible:outline-2 has-focus-visible:outline-ring",
                    valid && cell >= position && cell <= last
                      ? "border-accent bg-accent-soft font-medium text-accent"
                      : "bg-surface text-muted hover:border-line-strong",
                  )}
                >
                  <input
                    type="radio"
                    name={id}
                    value={cell}
                    aria-label={`Étiquette ${cell}`}
                    checked={cell === position}
                    onChange={() => setPosition(cell)}
                    className="sr-only"
                  />
                  {cell}
                </label>
              ))}
            </div>
          </fieldset>
          <div>
            <Label htmlFor={`${id}copies`} className="mb-1">
              Nombre d’étiquettes
            </Label>
            <Input
              id={`${id}copies`}
              inputMode="numeric"
              className="w-24!"
              value={typed}
              aria-invalid={!valid}
              aria-describedby={`${id}note`}
              onChange={({ target }) => setTyped(target.value.trim())}
            />
            <p
              id={`${id}note`}
              className={clsx("mt-1 text-xs", valid ? "text-muted" : "text-danger")}
            >
              {valid
                ? `Sur ${formatCount(sheets, "planche")}.`
                : `Indiquez un nombre de 1 à ${COPIES_AU_PLUS}.`}
            </p>
            <p className="mt-4 text-sm text-muted">
              Une planche entamée sert encore : désignez la première étiquette qui reste.
            </p>
          </div>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Annuler</Button>
          <Button type="submit" variant="primary" disabled={!valid}>
            <Printer aria-hidden />
            {valid ? `Générer ${formatCount(copies, "étiquette")}` : "Générer les étiquettes"}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
