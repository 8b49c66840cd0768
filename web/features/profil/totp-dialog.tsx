import { type FormEvent, useState } from "react";
import type { CleTotp } from "#domain/profils/facteur.ts";
import { codeTotp } from "#domain/profils/facteur-fiche.ts";
import { CodeInput } from "#web/components/fields/code-input.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#web/components/ui/dialog.tsx";
import { confirmTotp } from "#web/entities/profils/facteurs.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { CopyButton } from "./copy-button.tsx";
import { QrCode } from "./qr-code.tsx";

interface TotpDialogProps {
  cle: CleTotp;
  onDone(codes: string[] | null): void;
  onClose(): void;
}

/** The key for an application that gives codes, to scan or type, then a first code as proof. */
export function TotpDialog({ cle, onDone, onClose }: TotpDialogProps) {
  const [code, setCode] = useState("");
  const [error, setError] = useState<string | null>(null);
  const confirm = useWrite(confirmTotp, ["facteurs"], (refusal) => {
    setError(refusal.fields.code ?? null);
    return refusal.fields.code !== undefined;
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const read = codeTotp.safeParse(code);
    setError(read.success ? null : (read.error.issues[0]?.message ?? null));
    if (!read.success || confirm.isPending) return;
    confirm.mutate(read.data, { onSuccess: ({ secours }) => onDone(secours) });
  }

  return (
    <Dialog open title="Application à codes" onOpenChange={(open) => !open && onClose()}>
      <form onSubmit={submit} noValidate className="contents">
        <DialogBody>
          <ol className="space-y-4">
            <li>
              <p className="font-medium">
                1. Dans l’application, ajoutez un compte avec ce QR code
              </p>
              <div className="mt-2 flex flex-wrap items-start gap-4">
                <QrCode text={cle.uri} label="QR code à lire avec l’application" />
                <div className="min-w-0 flex-1 basis-52">
                  <p className="text-sm text-muted">Ou tapez cette clé :</p>
                  <code className="mt-1 block rounded-md border bg-sunken px-2.5 py-1.5 font-mono break-words">
                    {cle.secret.match(/.{1,4}/g)?.join(" ")}
                  </code>
                  <CopyButton text={cle.secret} label="Copier la clé" className="mt-2" />
                </div>
              </div>
            </li>
            <li>
              <CodeInput
                id="premier-code"
                label="2. Tapez le code de six chiffres qu’elle donne"
                value={code}
                error={error}
                onChange={setCode}
              />
            </li>
          </ol>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Annuler</Button>
          <Button type="submit" variant="primary" pending={confirm.isPending}>
            Activer
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
