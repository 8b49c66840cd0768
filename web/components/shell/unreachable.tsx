import { CloudOff } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { notify, notifyDanger } from "#web/lib/notify.ts";
import { pause } from "#web/lib/server/connection.ts";
import { isReachable } from "#web/lib/server/session.ts";

/**
 * The page shown while the server does not answer. It calls the server until it gets an answer, then goes back to the
 * former page.
 */
export function Unreachable({ onBack }: { onBack(): void }) {
  const [pending, setPending] = useState(false);
  const back = useRef(onBack);
  back.current = onBack;

  useEffect(() => {
    let left = false;
    async function watch() {
      while (!left) {
        await pause();
        if (left || !(await isReachable())) continue;
        if (!left) resume(back.current);
        return;
      }
    }
    void watch();
    return () => {
      left = true;
    };
  }, []);

  async function retry() {
    setPending(true);
    if (await isReachable()) resume(onBack);
    else notifyDanger("Le serveur ne répond toujours pas.");
    setPending(false);
  }

  return (
    <div className="grid min-h-[70vh] place-items-center px-6 text-center">
      <div>
        <span className="inline-grid size-16 place-items-center rounded-full bg-orange-soft text-orange">
          <CloudOff aria-hidden className="size-8" />
        </span>
        <h1 tabIndex={-1} className="mt-5 text-xl font-semibold">
          Le serveur est injoignable
        </h1>
        <p role="status" className="mt-1.5 max-w-md text-muted">
          Votre connexion est coupée, ou le serveur redémarre. Ce que vous avez saisi est gardé : la
          page où vous étiez reviendra d’elle-même dès qu’il répondra.
        </p>
        <Button variant="primary" className="mt-6" pending={pending} onClick={retry}>
          Réessayer maintenant
        </Button>
      </div>
    </div>
  );
}

function resume(onBack: () => void): void {
  onBack();
  notify("Le serveur répond de nouveau.");
}
