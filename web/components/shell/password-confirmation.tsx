import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#web/components/ui/dialog.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { ApiError } from "#web/lib/server/api.ts";
import { confirmPassword, useSession } from "#web/lib/server/session.ts";

/** Asks for the account's password before the most serious acts. */
export function PasswordConfirmation({ onAnswer }: { onAnswer(confirmed: boolean): void }) {
  const { user } = useSession();
  const [password, setPassword] = useState("");
  const attempt = useMutation({
    mutationFn: () => confirmPassword(password),
    onSuccess: () => onAnswer(true),
    onError: (error) => {
      // The product handles these failures for every screen: an ended session, a missing right, or no answer of the
      // server.
      if (error instanceof ApiError && error.metEverywhere) onAnswer(false);
    },
  });
  const error = attempt.error instanceof ApiError ? attempt.error : null;
  const message = error && (error.fields.password ?? error.message);

  function submit(event: FormEvent) {
    event.preventDefault();
    // A form may lie under this dialog, and React would submit it too.
    event.stopPropagation();
    if (password && !attempt.isPending) attempt.mutate();
  }

  return (
    <Dialog
      open
      size="sm"
      title="Confirmez votre mot de passe"
      description="Cette action le demande. Il n’est plus demandé pendant quinze minutes."
      onOpenChange={(open) => !open && onAnswer(false)}
    >
      <form onSubmit={submit} noValidate className="contents">
        <DialogBody>
          <input type="email" autoComplete="username" value={user?.email ?? ""} readOnly hidden />
          <Label htmlFor="confirmation" className="mb-1">
            Mot de passe
          </Label>
          <Input
            id="confirmation"
            type="password"
            autoComplete="current-password"
            value={password}
            aria-invalid={message !== null}
            aria-describedby={message ? "confirmation-error" : undefined}
            onChange={(event) => setPassword(event.target.value)}
          />
          {message && (
            <p id="confirmation-error" role="alert" className="mt-2 text-sm text-danger">
              {message}
            </p>
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={() => onAnswer(false)}>Annuler</Button>
          <Button type="submit" variant="primary" pending={attempt.isPending}>
            Confirmer
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
