import { Suspense, useState } from "react";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import { Button } from "#web/components/ui/button.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { usePeut } from "#web/lib/server/session.ts";

const ChangeRentDialog = lazyNamed(() => import("./change-dialog.tsx"), "ChangeRentDialog");

export function ChangeRent({ dossier }: { dossier: DossierDetail }) {
  const [changing, setChanging] = useState(false);
  if (!usePeut("modifier")) return null;
  return (
    <>
      <Button size="sm" onClick={() => setChanging(true)}>
        Changer le loyer
      </Button>
      <Suspense>
        {changing && <ChangeRentDialog dossier={dossier} onClose={() => setChanging(false)} />}
      </Suspense>
    </>
  );
}
