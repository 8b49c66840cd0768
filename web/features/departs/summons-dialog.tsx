import { FilePlus2 } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import type { DocumentGenere } from "#domain/fichiers/document.ts";
import type { DepartDetail } from "#domain/gerance/departs/depart-fiche.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#web/components/ui/dialog.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { Outcome } from "#web/documents/outcome.tsx";
import { useGeneration } from "#web/documents/use-generation.ts";
import { api } from "#web/lib/server/api.ts";

interface SummonsDialogProps {
  detail: DepartDetail;
  onClose(): void;
}

/** Asks for the day and the hour of the exit inventory, and makes the letter that calls the tenant to it. */
export function SummonsDialog({ detail, onClose }: SummonsDialogProps) {
  const id = useId();
  const [le, setLe] = useState(detail.finLe ?? "");
  const [heure, setHeure] = useState("10:00");
  const letter = useGeneration((query: { le: string; heure: string }) =>
    api.get<DocumentGenere>(`/Dossier/${detail.DossierId}/convocationSortie/generate`, { query }),
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    if (le && heure) letter.start({ le, heure });
  }
  return (
    <Dialog
      open
      title="Convocation à l’état des lieux"
      description="La lettre dit le jour, l’heure, et ce que le locataire apporte."
      onOpenChange={(open) => !open && onClose()}
    >
      <form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
        <DialogBody className="space-y-3">
          <div className="flex flex-wrap gap-4">
            <div className="w-44">
              <Label htmlFor={`${id}-le`} className="mb-1">
                Le
              </Label>
              <Input
                id={`${id}-le`}
                type="date"
                value={le}
                onChange={(event) => setLe(event.target.value)}
              />
            </div>
            <div className="w-32">
              <Label htmlFor={`${id}-heure`} className="mb-1">
                À
              </Label>
              <Input
                id={`${id}-heure`}
                type="time"
                value={heure}
                onChange={(event) => setHeure(event.target.value)}
              />
            </div>
          </div>
          <Outcome warnings={letter.warnings} refusal={letter.refusal} />
        </DialogBody>
        <DialogFooter>
          <Button variant="ghost" onClick={onClose}>
            Fermer
          </Button>
          <Button type="submit" variant="primary" disabled={!le || !heure} pending={letter.pending}>
            {!letter.pending && <FilePlus2 aria-hidden />}
            Générer la convocation
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
