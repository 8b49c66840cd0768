import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { DemandeDeFacteur, MethodeFacteur } from "#domain/profils/facteur.ts";
import { codeSecours, codeTotp } from "#domain/profils/facteur-fiche.ts";
import type { User } from "#domain/profils/user.ts";
import { CodeInput } from "#web/components/fields/code-input.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { passkeyObstacle, signWithPasskey } from "#web/entities/profils/facteurs-passkeys.ts";
import { ApiError } from "#web/lib/server/api.ts";
import { type Proof, proveFactor } from "#web/lib/server/session.ts";

const WORDS: Record<MethodeFacteur, string> = {
  passkey: "Utiliser ma clé d’accès",
  totp: "Utiliser un code de l’application",
  secours: "Utiliser un code de secours",
};

interface SecondFactorProps {
  asked: DemandeDeFacteur;
  remember: boolean;
  onEntered(user: User): void;
  onBack(message?: string): void;
}

/** The second step of a sign-in: a code, a passkey or a recovery code. */
export function SecondFactor({ asked, remember, onEntered, onBack }: SecondFactorProps) {
  const { jeton, methodes, options = {} } = asked;
  const obstacle = methodes.includes("passkey") ? passkeyObstacle() : null;
  const possible = methodes.filter((method) => method !== "passkey" || !obstacle);
  const [method, setMethod] = useState<MethodeFacteur | null>(possible[0] ?? null);
  const [code, setCode] = useState("");
  const [invalid, setInvalid] = useState<string | null>(null);
  const attempt = useMutation({
    mutationFn: async (proof: Proof | null) =>
      proveFactor(jeton, proof ?? { assertion: await signWithPasskey(options) }, remember),
    onSuccess: onEntered,
    onError: (error) => {
      if (!(error instanceof ApiError)) return setInvalid("La connexion a échoué.");
      if (error.status === 401) return onBack(error.message);
      const { code: digits, secours, assertion } = error.fields;
      setInvalid(digits ?? secours ?? assertion ?? error.message);
    },
  });

  function choose(next: MethodeFacteur) {
    setMethod(next);
    setCode("");
    setInvalid(null);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (attempt.isPending) return;
    if (method === "passkey") {
      setInvalid(null);
      attempt.mutate(null);
      return;
    }
    const read = (method === "totp" ? codeTotp : codeSecours).safeParse(code);
    setInvalid(read.success ? null : (read.error.issues[0]?.message ?? null));
    if (read.success)
      attempt.mutate(method === "totp" ? { code: read.data } : { secours: read.data });
  }

  return (
    <form onSubmit={submit} noValidate className="w-full max-w-sm rounded-xl border bg-surface p-7">
      <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight">
        Second facteur
      </h1>
      <p className="mt-1 mb-6 text-muted">Votre mot de passe est juste : il reste une étape.</p>
      {method === "totp" && (
        <CodeInput
          key="totp"
          id="code"
          label="Code de l’application"
          value={code}
          error={invalid}
          onChange={setCode}
          autoFocus
        />
      )}
      {method === "secours" && (
        <>
          <Label htmlFor="secours" className="mb-1">
            Code de secours
          </Label>
          <Input
            key="secours"
            id="secours"
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={code}
            aria-invalid={invalid !== null}
            aria-describedby={invalid ? "secours-error" : undefined}
            onChange={(event) => setCode(event.target.value)}
            className="font-mono"
          />
        </>
      )}
      {method === "passkey" && (
        <p>Votre navigateur va demander l’empreinte, le visage ou le code de l’appareil.</p>
      )}
      {obstacle && <p className="mt-2 text-sm text-orange">{obstacle}</p>}
      {invalid && method !== "totp" && (
        <p id="secours-error" role="alert" className="mt-2 text-sm text-danger">
          {invalid}
        </p>
      )}
      {method && (
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="mt-6 w-full"
          autoFocus={method === "passkey"}
          pending={attempt.isPending}
        >
          {method === "passkey" ? WORDS.passkey : "Continuer"}
        </Button>
      )}
      <div className="mt-5 flex flex-col items-start gap-2">
        {possible
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} variant="link" onClick={() => choose(other)}>
              {WORDS[other]}
            </Button>
          ))}
        <Button variant="link" onClick={() => onBack()}>
          Revenir au mot de passe
        </Button>
      </div>
    </form>
  );
}
