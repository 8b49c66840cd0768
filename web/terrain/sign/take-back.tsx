import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { ApiError } from "#web/lib/server/api.ts";
import { confirmPassword } from "#web/lib/server/session.ts";
import type { Signing } from "#web/terrain/device/signed.ts";
import { giveBack, takeBack } from "#web/terrain/device/signing.ts";
import { Page, Tap } from "#web/terrain/ui.tsx";
import { Digits, isCode } from "./digits.tsx";

interface TakeBackProps {
  cle: string;
  signing: Signing;
  onBack(): void;
}

const toSignatures = (cle: string) => {
  window.location.hash = `/${cle}/signer`;
};

/**
 * The tablet goes back to the agent with the four digits, or with the agent's password when the digits are forgotten.
 */
export function TakeBack({ cle, signing, onBack }: TakeBackProps) {
  const [code, setCode] = useState("");
  const [wrong, setWrong] = useState(false);
  const [forgotten, setForgotten] = useState(false);
  async function open(event: FormEvent) {
    event.preventDefault();
    if (await takeBack(cle, signing, code)) return toSignatures(cle);
    setWrong(true);
    setCode("");
  }
  if (forgotten) return <Forgotten cle={cle} signing={signing} onBack={onBack} />;
  return (
    <Page title="Pour l’agent">
      <form className="grid gap-3" onSubmit={(event) => void open(event)}>
        <Digits label="Votre code de quatre chiffres" value={code} onChange={setCode} />
        {wrong && (
          <p role="alert" className="text-danger">
            Ce n’est pas ce code.
          </p>
        )}
        <Tap type="submit" tone="primary" disabled={!isCode(code)}>
          Reprendre la tablette
        </Tap>
        <Tap onClick={onBack}>Revenir à la lecture</Tap>
        <Tap className="border-0 bg-transparent! text-accent!" onClick={() => setForgotten(true)}>
          Code oublié
        </Tap>
      </form>
    </Page>
  );
}

/** Checks the agent's password, which needs the network and a session; the signatures need neither. */
function Forgotten({ cle, signing, onBack }: TakeBackProps) {
  const [password, setPassword] = useState("");
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  async function open(event: FormEvent) {
    event.preventDefault();
    try {
      await confirmPassword(password);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Without an answer of the server, the password may be right: it stays in the field.
      if (error.status !== 0) setPassword("");
      return setRefusal(error);
    }
    await giveBack(cle, signing);
    toSignatures(cle);
  }
  return (
    <Page title="Code oublié">
      <form className="grid gap-3" onSubmit={(event) => void open(event)}>
        <label className="block text-sm font-medium">
          Votre mot de passe
          <input
            type="password"
            // The tenant holds the tablet: the browser must not fill in the agent's password.
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            className="mt-1 block min-h-12 w-full rounded-md border border-line-strong bg-surface px-3 text-[1rem]"
          />
        </label>
        {refusal && (
          <p role="alert" className="text-danger">
            {reasonOf(refusal)}{" "}
            {refusal.status === 401 && (
              <Link href="/login" state={{ from: "/terrain/" }} className="font-medium underline">
                Se connecter
              </Link>
            )}
          </p>
        )}
        <p className="text-muted">
          Il remplace le code, avec le réseau. Sans réseau, seul le code rend la tablette ; les
          signatures données restent, et ceux qui n’ont pas signé le peuvent encore.
        </p>
        <Tap type="submit" tone="primary" disabled={password === ""}>
          Reprendre la tablette
        </Tap>
        <Tap onClick={onBack}>Revenir à la lecture</Tap>
      </form>
    </Page>
  );
}

function reasonOf({ status, message, fields }: ApiError): string {
  if (status === 0) return "Pas de réseau : rapprochez-vous-en, ou retrouvez le code.";
  if (status === 401) return "Votre session est terminée.";
  return Object.values(fields)[0] ?? message;
}
