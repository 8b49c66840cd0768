import { useState } from "react";
import { Link, useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { homeOf } from "#web/lib/home.ts";
import { notifyDanger } from "#web/lib/notify.ts";
import { isReachable, useSession } from "#web/lib/session.ts";
import { Button } from "./ui/button.tsx";

/** Any path without a screen, a forbidden one, and a server that does not answer (domain/README §10.1). */
export function NotFound() {
  const state = useHistoryState<{ unreachable?: boolean; from?: string } | null>();
  const unreachable = state?.unreachable === true;
  const home = homeOf(useSession().role);
  return (
    <div className="grid min-h-[70vh] place-items-center px-6 text-center">
      <div>
        <p aria-hidden className="text-[4.5rem] leading-none font-semibold text-muted tabular-nums">
          404
        </p>
        <h1 tabIndex={-1} className="mt-5 text-xl font-semibold">
          Cette page n'existe pas...
        </h1>
        <p className="mt-1.5 text-muted">
          {unreachable
            ? "Le serveur ne répond pas. Vérifiez votre connexion, puis réessayez."
            : "L’adresse est erronée, ou la page ne vous est pas ouverte."}
        </p>
        {unreachable ? (
          <RetryButton from={state?.from ?? home} />
        ) : (
          <Button asChild variant="primary" className="mt-6">
            <Link href={home}>Retour à l’accueil</Link>
          </Button>
        )}
      </div>
    </div>
  );
}

/** Back to where the server was missed, once it answers: nothing is loaded again, what was typed is there. */
function RetryButton({ from }: { from: string }) {
  const [, navigate] = useLocation();
  const [pending, setPending] = useState(false);
  async function retry() {
    setPending(true);
    if (await isReachable()) navigate(from, { replace: true });
    else notifyDanger("Le serveur ne répond toujours pas.");
    setPending(false);
  }
  return (
    <Button variant="primary" className="mt-6" pending={pending} onClick={retry}>
      Réessayer
    </Button>
  );
}
