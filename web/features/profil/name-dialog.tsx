import { type FormEvent, useState } from "react";
import * as z from "zod/mini";
import { requis } from "#domain/fields.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#web/components/ui/dialog.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Label } from "#web/components/ui/label.tsx";

interface NameDialogProps {
  title: string;
  text: string | undefined;
  /** The label of the field; `placeholder` is an example. */
  label: string;
  placeholder: string;
  most: number;
  initial: string;
  action: string;
  pending: boolean;
  onSubmit(name: string): void;
  onClose(): void;
}

/** Asks for the name of a passkey, or for the user's own name. */
export function NameDialog(props: NameDialogProps) {
  const [name, setName] = useState(props.initial);
  const [error, setError] = useState<string | null>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    const read = z.object({ nom: requis(props.most) }).safeParse({ nom: name });
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
          <Label htmlFor="nom-seul" className="mb-1">
            {props.label}
          </Label>
          <Input
            id="nom-seul"
            value={name}
            placeholder={props.placeholder}
            aria-invalid={error !== null}
            aria-describedby={error ? "nom-seul-error" : undefined}
            onChange={(event) => setName(event.target.value)}
          />
          {error && (
            <p id="nom-seul-error" role="alert" className="mt-2 text-sm text-danger">
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
