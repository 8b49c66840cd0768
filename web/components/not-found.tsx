import { Link } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { Button } from "./ui/button.tsx";

/** Any path without a screen, a forbidden one, and a server that does not answer (spec §2, §8). */
export function NotFound() {
  const state = useHistoryState<{ unreachable?: boolean; from?: string } | null>();
  const unreachable = state?.unreachable === true;
  return (
    <div className="grid min-h-[70vh] place-items-center px-6 text-center">
      <div>
        <p
          aria-hidden
          className="text-[4.5rem] leading-none font-semibold text-line-strong tabular-nums"
        >
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
        <Button asChild variant="primary" className="mt-6">
          {unreachable ? (
            <a href={state?.from ?? "/"}>Réessayer</a>
          ) : (
            <Link href="/">Retour à l’accueil</Link>
          )}
        </Button>
      </div>
    </div>
  );
}
