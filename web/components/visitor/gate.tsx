import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import {
  MINUTES_DU_CODE,
  type VisiteProprietaire,
} from "#domain/gerance/mandats/acces-proprietaire.ts";
import { CodeInput } from "#web/components/fields/code-input.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { takeFocus } from "#web/components/visitor/frame.tsx";
import { ApiError } from "#web/lib/server/api.ts";

interface GateProps {
  title: string;
  /** The end of a sentence about the code: « ouvre votre compte pour cette visite ». */
  purpose: string;
  action: string;
  /** The masked e-mail address. */
  mail: string;
  /** The instant until which the code sent is valid; null when no code was sent. */
  codeJusqua: string | null;
  over: boolean;
  askCode(): Promise<unknown>;
  openVisit(code: string): Promise<VisiteProprietaire>;
  onOpen(visit: VisiteProprietaire): void;
}

/** Sends a code by e-mail, then takes the code that the visitor types and opens the visit. */
export function Gate({ title, purpose, action, mail, over, ...props }: GateProps) {
  const [sent, setSent] = useState(props.codeJusqua !== null && !over);
  const [code, setCode] = useState("");
  const ask = useMutation({
    mutationFn: props.askCode,
    onSuccess: () => {
      setSent(true);
      setCode("");
      open.reset();
    },
  });
  const open = useMutation({
    mutationFn: props.openVisit,
    onSuccess: props.onOpen,
  });
  const digits = code.replace(/\s/g, "");

  function give(event: FormEvent) {
    event.preventDefault();
    if (!open.isPending) open.mutate(digits);
  }

  if (!sent) {
    return (
      <>
        <h1
          ref={over ? takeFocus : undefined}
          tabIndex={-1}
          className="text-xl font-semibold tracking-tight text-balance outline-none"
        >
          {over ? "Votre visite est finie." : title}
        </h1>
        <p className="mt-1.5 text-muted">
          Un code à six chiffres vous est envoyé à {mail}. Il {purpose}.
        </p>
        <Button
          variant="primary"
          className="mt-6 h-12! w-full text-lg!"
          pending={ask.isPending}
          onClick={() => ask.mutate()}
        >
          Recevoir un code
        </Button>
        <Refusal error={ask.error} />
      </>
    );
  }
  return (
    <form onSubmit={give}>
      <h1 className="text-xl font-semibold tracking-tight">Saisissez votre code</h1>
      <p role="status" className="mt-1.5 mb-5 text-muted">
        Il a été envoyé à {mail} et vaut {MINUTES_DU_CODE} minutes.
      </p>
      <CodeInput
        id="code-visite"
        label="Code à six chiffres"
        value={code}
        error={open.error ? reasonOf(open.error) : null}
        autoFocus
        onChange={setCode}
      />
      <Button
        type="submit"
        variant="primary"
        className="mt-6 h-12! w-full text-lg!"
        pending={open.isPending}
        disabled={!/^\d{6}$/.test(digits)}
      >
        {action}
      </Button>
      <p className="mt-4 text-center text-sm text-muted">
        Rien reçu ? Regardez dans les indésirables, ou{" "}
        <Button type="button" variant="link" pending={ask.isPending} onClick={() => ask.mutate()}>
          recevez un autre code
        </Button>
        .
      </p>
      <Refusal error={ask.error} />
    </form>
  );
}

function Refusal({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <p role="alert" className="mt-3 rounded-md bg-red-soft px-3 py-2 text-sm text-red">
      {reasonOf(error)}
    </p>
  );
}

function reasonOf(error: Error): string {
  if (!(error instanceof ApiError) || error.status === 0)
    return "Le serveur ne répond pas\u00A0: vérifiez votre connexion, puis réessayez.";
  return error.fields.code ?? error.message;
}
