import { FilePlus } from "lucide-react";
import { Suspense, useState } from "react";
import { nomAppartement } from "#domain/adresse.ts";
import { aujourdhui, dernierJour, moisDe, premierJour } from "#domain/dates.ts";
import type { DossierDetail } from "#domain/dossier.ts";
import { nomComplet } from "#domain/personne.ts";
import { montantsDuMois } from "#domain/quittance.ts";
import { Button } from "#web/components/ui/button.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { usePeut } from "#web/lib/session.ts";

const QuittanceList = lazyNamed(() => import("#web/features/quittances/list.tsx"), "QuittanceList");
const ManualDialog = lazyNamed(
  () => import("#web/features/quittances/manual-dialog.tsx"),
  "ManualDialog",
);

/** The receipts of a dossier, and those made by hand. */
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
        {making && <ManualDialog dossier={startOf(dossier)} onClose={() => setMaking(false)} />}
      </Suspense>
    </>
  );
}

/** The period and the rent of this month, until told otherwise. */
function startOf(dossier: DossierDetail) {
  const { dateFinBail = null, dateSortie = null } = dossier;
  const { dateDebutPreavis = null, dateFinPreavis = null } = dossier;
  const { loyerHC, loyerCharge } = dossier;
  const mois = moisDe(aujourdhui(new Date()));
  const whole = { debut: premierJour(mois), fin: dernierJour(mois), loyerHC, charge: loyerCharge };
  return {
    id: dossier.id,
    locataire: nomComplet(dossier.Locataire),
    appartement: nomAppartement(dossier.Appartement),
    montants:
      montantsDuMois(
        { ...dossier, dateFinBail, dateDebutPreavis, dateFinPreavis, dateSortie },
        mois,
      ) ?? whole,
  };
}
