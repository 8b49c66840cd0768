import { type FormEvent, useId, useState } from "react";
import { useLocation } from "wouter";
import { Button } from "#web/components/ui/button.tsx";
import { takeBack, wayBack } from "#web/lib/handed-over.ts";
import { DigitsField } from "./digits-field.tsx";

/** Gives the device back to the agency, by the four digits or, when they are forgotten, by a new sign-in. */
export function TakeBack({ onStay }: { onStay(): void }) {
  const id = useId();
  const [digits, setDigits] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [, navigate] = useLocation();

  function submit(event: FormEvent) {
    event.preventDefault();
    const back = wayBack();
    if (!back) return;
    if (digits !== back.digits) {
      setDigits("");
      return setError("Ce ne sont pas les quatre chiffres choisis par l’agence.");
    }
    takeBack();
    navigate(back.href, { replace: true });
  }

  return (
    <main className="grid min-h-screen place-items-center px-4 py-8">
      <form
        onSubmit={submit}
        noValidate
        className="w-full max-w-sm space-y-5 rounded-xl border bg-surface p-6"
      >
        <div>
          <h1 className="text-xl font-semibold tracking-tight">Rendre la tablette</h1>
          <p className="mt-1 text-muted">L’agence tape ses quatre chiffres.</p>
        </div>
        <DigitsField
          id={id}
          label="Quatre chiffres"
          value={digits}
          error={error}
          onChange={(typed) => {
            setDigits(typed);
            setError(null);
          }}
        />
        <div className="flex flex-col gap-2">
          <Button type="submit" variant="primary" size="lg">
            Revenir à l’agence
          </Button>
          <Button size="lg" onClick={onStay}>
            Rester sur le document
          </Button>
        </div>
        <p className="text-sm text-muted">
          Chiffres oubliés ?{" "}
          <Button
            variant="link"
            onClick={() => {
              takeBack();
              navigate("/logout");
            }}
          >
            Se déconnecter
          </Button>
          , puis se connecter de nouveau. Les signatures données restent.
        </p>
      </form>
    </main>
  );
}
