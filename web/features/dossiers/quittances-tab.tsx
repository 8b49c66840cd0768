import { FilePlus } from "lucide-react";
import { Suspense, useState } from "react";
import { nomAppartement } from "#domain/biens/adresse.ts";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import { Button } from "#web/components/ui/button.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { usePeut } from "#web/lib/server/session.ts";

const QuittanceList = lazyNamed(() => import("#web/features/quittances/list.tsx"), "QuittanceList");
const ManualDialog = lazyNamed(
  () => import("#web/features/quittances/month/manual-dialog.tsx"),
  "ManualDialog",
);

/** The receipts of a dossier, with a button to make a receipt by hand. */
export function QuittancesTab({ dossier }: { dossier: DossierDetail }) {
  const [making, setMaking] = useState(false);
  const mayModify = usePeut("modifier");
  const button = mayModify && (
    <Button onClick={() => setMaking(true)}>
      <FilePlus aria-hidden />
      Générer une quittance
    </Button>
  );
  return (
    <>
      <QuittanceList of="DossierId" id={dossier.id} tools={button} />
      <Suspense>
        {making && <ManualDialog dossier={manualOf(dossier)} onClose={() => setMaking(false)} />}
      </Suspense>
    </>
  );
}

function manualOf(dossier: DossierDetail) {
  const { dateFinBail = null, dateSortie = null } = dossier;
  const { dateDebutPreavis = null, dateFinPreavis = null } = dossier;
  return {
    ...dossier,
    dateFinBail,
    dateDebutPreavis,
    dateFinPreavis,
    dateSortie,
    locataire: nomComplet(dossier.Locataire),
    appartement: nomAppartement(dossier.Appartement),
  };
}
