import { type FormEvent, useState } from "react";
import { renommage } from "#domain/facteur-fiche.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#web/components/ui/dialog.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Label } from "#web/components/ui/label.tsx";

interface NameDialogProps {
  title: string;
  text: string | undefined;
  initial: string;
  action: string;
  pending: boolean;
  onSubmit(name: string): void;
  onClose(): void;
}

/** The name that a passkey is known by. */
export function NameDialog(props: NameDialogProps) {
  const [name, setName] = useState(props.initial);
  const [error, setError] = useState<string | null>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    const read = renommage.safeParse({ nom: name });
    setError(read.success ? null : (read.error.issues[0]?.message ?? null));
    if (read.success && !props.pending) props.onSubmit(read.data.nom);
  }

  return (
    <Dialog
      open
      size="sm"
      title={props.title}
      description={props.text}
      onOpenChange={(open) => !open && props.onClose()}
    >
      <form onSubmit={submit} noValidate className="contents">
        <DialogBody>
          <Label htmlFor="nom-cle" className="mb-1">
            Nom
          </Label>
          <Input
            id="nom-cle"
            value={name}
            placeholder="Ordinateur du bureau"
            aria-invalid={error !== null}
            aria-describedby={error ? "nom-cle-error" : undefined}
            onChange={(event) => setName(event.target.value)}
          />
          {error && (
            <p id="nom-cle-error" role="alert" className="mt-2 text-sm text-danger">
              {error}
            </p>
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={props.onClose}>Annuler</Button>
          <Button type="submit" variant="primary" pending={props.pending}>
            {props.action}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
