import { useMutation } from "@tanstack/react-query";
import { Eye, EyeOff, Fingerprint } from "lucide-react";
import { type FormEvent, Suspense, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import type { DemandeDeFacteur } from "#domain/profils/facteur.ts";
import type { User } from "#domain/profils/user.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Checkbox } from "#web/components/ui/checkbox.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { passkeyObstacle, signWithAnyPasskey } from "#web/entities/profils/facteurs-passkeys.ts";
import { homeOf } from "#web/lib/home.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { notifyDanger } from "#web/lib/notify.ts";
import { forgetDraft, peekDraft, storeDraft } from "#web/lib/rules/draft.ts";
import { ApiError } from "#web/lib/server/api.ts";
import { login, loginWithPasskey } from "#web/lib/server/session.ts";

const SecondFactor = lazyNamed(() => import("./second-factor.tsx"), "SecondFactor");

const DRAFT = "/login";
const FAILURE = "Impossible de vous connecter. Verrifiez vos identidiants";

export function Login() {
  const [, navigate] = useLocation();
  const state = useHistoryState<{ from?: string } | null>();
  const [email, setEmail] = useState(() => String(peekDraft(DRAFT)?.email ?? ""));
  useEffect(() => forgetDraft(DRAFT), []);
  const [password, setPassword] = useState("");
  const [remember, setRemember] = useState(false);
  const [visible, setVisible] = useState(false);
  const [asked, setAsked] = useState<DemandeDeFacteur | null>(null);
  const entered = ({ role }: User) => navigate(state?.from ?? homeOf(role), { replace: true });
  const attempt = useMutation({
    mutationFn: () => login({ email: email.trim(), password }, remember),
    onSuccess: (answer) => ("jeton" in answer ? setAsked(answer) : entered(answer)),
    onError: (error) => {
      const { status, message } = error instanceof ApiError ? error : { status: 0, message: "" };
      // When the server does not answer, the screen `Unreachable` says so; the e-mail is stored for the return to
      // this form.
      if (status === 0) storeDraft(DRAFT, { email });
      else notifyDanger(status === 422 ? FAILURE : message);
    },
  });

  const passkey = useMutation({
    mutationFn: async () => loginWithPasskey(await signWithAnyPasskey(), remember),
    onSuccess: entered,
    onError: (error) => notifyDanger(error.message),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!attempt.isPending) attempt.mutate();
  }

  if (asked) {
    return (
      <div className="grid min-h-[80vh] place-items-center">
        <Suspense>
          <SecondFactor
            asked={asked}
            remember={remember}
            onEntered={entered}
            onBack={(message) => {
              setAsked(null);
              setPassword("");
              if (message) notifyDanger(message);
            }}
          />
        </Suspense>
      </div>
    );
  }
  return (
    <div className="grid min-h-[80vh] place-items-center">
      <form
        onSubmit={submit}
        noValidate
        className="w-full max-w-sm rounded-xl border bg-surface p-7"
      >
        <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight">
          Connexion
        </h1>
        <p className="mt-1 text-muted">Accédez au patrimoine de votre agence.</p>
        <Label htmlFor="email" className="mt-6 mb-1">
          Adresse e-mail
        </Label>
        <Input
          id="email"
          type="email"
          autoComplete="username"
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Label htmlFor="password" className="mt-4 mb-1">
          Mot de passe
        </Label>
        <div className="relative">
          <Input
            id="password"
            type={visible ? "text" : "password"}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            className="pr-10"
          />
          <button
            type="button"
            aria-label={visible ? "Masquer le mot de passe" : "Afficher le mot de passe"}
            onClick={() => setVisible(!visible)}
            className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-md text-muted hover:text-text"
          >
            {visible ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
          </button>
        </div>
        <div className="mt-4 flex items-center gap-2">
          <Checkbox
            id="remember"
            checked={remember}
            onChange={(event) => setRemember(event.target.checked)}
          />
          <label htmlFor="remember">Se souvenir de moi</label>
        </div>
        <details className="mt-4 text-sm">
          <summary className="w-fit rounded text-muted hover:text-text">
            Mot de passe oublié ?
          </summary>
          <p className="mt-1">
            Demandez-le à un administrateur de votre agence : il vous en donne un provisoire dans «
            Paramètres », « Utilisateurs ».
          </p>
          <p className="mt-1 text-muted">
            Vous êtes le seul administrateur ? La personne qui a installé le logiciel peut rétablir
            votre accès.
          </p>
        </details>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="mt-6 w-full"
          pending={attempt.isPending}
        >
          Se connecter
        </Button>
        {!passkeyObstacle() && (
          <Button
            size="lg"
            className="mt-3 w-full"
            pending={passkey.isPending}
            onClick={() => passkey.mutate()}
          >
            <Fingerprint aria-hidden />
            Utiliser une clé d’accès
          </Button>
        )}
      </form>
    </div>
  );
}
