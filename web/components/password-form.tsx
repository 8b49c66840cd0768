import { type FormEvent, useState } from "react";
import { MOTS_DE_PASSE_DIFFERENTS, motDePasse } from "#domain/user.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/resource.ts";
import { setPassword, useSession } from "#web/lib/session.ts";
import { Button } from "./ui/button.tsx";
import { Input } from "./ui/input.tsx";
import { Label } from "./ui/label.tsx";

/** The form of a new password, said twice. */
export function PasswordForm({ text, onDone }: { text: string; onDone(): void }) {
  const { user } = useSession();
  const [password, setTyped] = useState("");
  const [again, setAgain] = useState("");
  const [error, setError] = useState<string | null>(null);
  const change = useWrite(setPassword, [], (refusal) => {
    const message = refusal.fields.password;
    if (message) setError(message);
    return message !== undefined;
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const message = refusalOf(password, again);
    setError(message);
    if (message || change.isPending) return;
    change.mutate(password, {
      onSuccess: () => {
        notify("Votre mot de passe à bien été modifié.");
        setTyped("");
        setAgain("");
        onDone();
      },
    });
  }

  const described = error ? "password-error" : undefined;
  return (
    <form onSubmit={submit} noValidate className="w-full max-w-sm rounded-xl border bg-surface p-7">
      <h2 className="text-xl font-semibold tracking-tight">Choisissez votre mot de passe</h2>
      <p className="mt-1 text-muted">{text}</p>
      <input type="email" autoComplete="username" value={user?.email ?? ""} readOnly hidden />
      <Label htmlFor="password" className="mt-6 mb-1">
        Nouveau mot de passe
      </Label>
      <Input
        id="password"
        type="password"
        autoComplete="new-password"
        autoFocus
        value={password}
        aria-invalid={error !== null}
        aria-describedby={described}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Label htmlFor="again" className="mt-4 mb-1">
        Le même, encore une fois
      </Label>
      <Input
        id="again"
        type="password"
        autoComplete="new-password"
        value={again}
        aria-invalid={error !== null}
        aria-describedby={described}
        onChange={(event) => setAgain(event.target.value)}
      />
      {error && (
        <p id="password-error" role="alert" className="mt-2 text-sm text-danger">
          {error}
        </p>
      )}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="mt-6 w-full"
        pending={change.isPending}
      >
        Enregistrer le mot de passe
      </Button>
    </form>
  );
}

function refusalOf(password: string, again: string): string | null {
  if (password !== again) return MOTS_DE_PASSE_DIFFERENTS;
  const parsed = motDePasse.safeParse(password);
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? null);
}
