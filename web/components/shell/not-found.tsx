import { Link, useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { Button } from "#web/components/ui/button.tsx";
import { homeOf } from "#web/lib/home.ts";
import { useSession } from "#web/lib/server/session.ts";
import { Unreachable } from "./unreachable.tsx";

/**
 * The history state set by a redirection to this page: `from` is the address that the user wanted, and `told` is the
 * history state to restore with it.
 */
interface LedHere {
  unreachable?: boolean;
  from?: string;
  told?: unknown;
}

/** The page for an unknown path, a forbidden path, or a server that does not answer (web/README §10.1). */
export function NotFound() {
  const state = useHistoryState<LedHere | null>();
  const [, navigate] = useLocation();
  const { role } = useSession();
  const home = homeOf(role);
  if (state?.unreachable) {
    const { from = home, told } = state;
    return <Unreachable onBack={() => navigate(from, { replace: true, state: told })} />;
  }
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
          {role === null
            ? "L’adresse est erronée, ou la page demande une connexion."
            : "L’adresse est erronée, ou la page ne vous est pas ouverte."}
        </p>
        {role === null ? (
          <Button asChild variant="primary" className="mt-6">
            <Link href="/login" state={{ from: state?.from }}>
              Se connecter
            </Link>
          </Button>
        ) : (
          <Button asChild variant="primary" className="mt-6">
            <Link href={home}>Retour à l’accueil</Link>
          </Button>
        )}
      </div>
    </div>
  );
}
