import { type FormEvent, useState } from "react";
import type { Jour } from "#domain/dates.ts";
import type { LigneReprise } from "#domain/gerance/reprise/reprise-fiche.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#web/components/ui/dialog.tsx";
import { Input, Textarea } from "#web/components/ui/input.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { readBalances } from "#web/entities/cloture/reprise.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const EXAMPLE = `type;reference;mois;montant;detenu
locataire;D000012;09/2026;180,00;
avance;D000014;;950,00;
depot;D000012;;850,00;agence
mandant;000042;;300,00;
banque;Gérance;;1 770,00;`;

interface ImportDialogProps {
  debut: Jour;
  onRead(lines: LigneReprise[]): void;
  onClose(): void;
}

/** Reads balances pasted or taken from a CSV file; when a line is wrong, no balance is taken. */
export function ImportDialog({ debut, onRead, onClose }: ImportDialogProps) {
  const [text, setText] = useState("");
  const read = useWrite(
    () => readBalances(debut, text),
    [],
    () => true,
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() && !read.isPending) read.mutate(undefined, { onSuccess: onRead });
  }

  const refusal = read.error as { fields?: Record<string, string>; message: string } | null;
  return (
    <Dialog
      open
      size="lg"
      title="Importer des soldes"
      description="Un solde par ligne. Ce qui a déjà été saisi du même est remplacé."
      onOpenChange={(open) => !open && onClose()}
    >
      <form onSubmit={submit} className="contents">
        <DialogBody className="space-y-4">
          <div>
            <Label htmlFor="reprise-fichier" className="mb-1">
              Fichier CSV
            </Label>
            <Input
              id="reprise-fichier"
              type="file"
              accept=".csv,text/csv,text/plain"
              className="py-1.5"
              onChange={async ({ target }) => setText((await target.files?.[0]?.text()) ?? "")}
            />
          </div>
          <div>
            <Label htmlFor="reprise-texte" className="mb-1">
              Ou collez le tableau
            </Label>
            <Textarea
              id="reprise-texte"
              value={text}
              placeholder={EXAMPLE}
              className="max-h-72 min-h-40 font-mono text-sm"
              onChange={({ target }) => setText(target.value)}
            />
          </div>
          {refusal && (
            <p role="alert" className="whitespace-pre-line text-danger">
              {refusal.fields?.texte ?? refusal.message}
            </p>
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Annuler</Button>
          <Button type="submit" variant="primary" pending={read.isPending} disabled={!text.trim()}>
            Importer
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
