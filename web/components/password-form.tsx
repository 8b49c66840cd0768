import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import {
  LONGUEUR_MOT_DE_PASSE,
  MOTS_DE_PASSE_DIFFERENTS,
  motDePasse,
  refusMotDePasse,
} from "#domain/profils/mot-de-passe.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { passwordRulesQuery, setPassword, useSession } from "#web/lib/server/session.ts";
import { Button } from "./ui/button.tsx";
import { Input } from "./ui/input.tsx";
import { Label } from "./ui/label.tsx";

interface PasswordFormProps {
  title: string;
  text: string;
  onDone(): void;
}

export function PasswordForm({ title, text, onDone }: PasswordFormProps) {
  const { user } = useSession();
  const { data: rules } = useQuery(passwordRulesQuery);
  const longueur = rules?.longueurMotDePasse ?? LONGUEUR_MOT_DE_PASSE;
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
    const message = refusalOf({ password, again }, { email: user?.email ?? "", longueur });
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
      <h2 className="text-xl font-semibold tracking-tight">{title}</h2>
      <p className="mt-1 text-muted">
        {text} {rules && `${longueur}\u00A0caractères au moins.`}
      </p>
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

/**
 * The refusal that this form finds without the server; null when there is none. The server checks the password again.
 */
function refusalOf(
  { password, again }: { password: string; again: string },
  { email, longueur }: { email: string; longueur: number },
) {
  if (password !== again) return MOTS_DE_PASSE_DIFFERENTS;
  const parsed = motDePasse.safeParse(password);
  if (!parsed.success) return parsed.error.issues[0]?.message ?? null;
  return refusMotDePasse(password, { longueur, email, agence: "" });
}
