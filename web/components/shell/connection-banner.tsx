import { CloudOff, RefreshCw } from "lucide-react";
import { useLocation } from "wouter";
import { Button } from "#web/components/ui/button.tsx";
import { leaveByForce } from "#web/lib/navigation.ts";
import { useConnection } from "#web/lib/server/connection.ts";

/** Says, above the page, why a part of the page is missing. */
export function ConnectionBanner() {
  const connection = useConnection();
  const [path] = useLocation();
  // The inventory on site works without a network, and its own band at the foot shows the state of the sending.
  if (connection === "up" || path.startsWith("/terrain")) return null;
  const Icon = connection === "away" ? CloudOff : RefreshCw;
  return (
    <div
      role="alert"
      className="fixed inset-x-0 top-0 z-60 flex min-h-11 flex-wrap items-center justify-center gap-x-3 gap-y-1 bg-orange-soft px-4 py-1.5 text-center text-orange shadow-float print:hidden"
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {connection === "away" ? (
        <span>
          Le serveur est injoignable. Votre saisie est gardée, et la suite s’affichera dès son
          retour.
        </span>
      ) : (
        <>
          <span>Une nouvelle version est en service.</span>
          <Button size="sm" onClick={() => leaveByForce()}>
            Recharger la page
          </Button>
        </>
      )}
    </div>
  );
}
