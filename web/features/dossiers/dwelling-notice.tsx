import { FolderX, Users } from "lucide-react";
import { Suspense, useState } from "react";
import { Link } from "wouter";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import { avertissementsDepart } from "#domain/biens/logement.ts";
import { ajouterJours, formatJour } from "#domain/dates.ts";
import { Notice } from "#web/components/notice.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { dossiers, TOUCHED_BY_DOSSIERS } from "#web/entities/biens/dossiers.ts";
import { TOUCHED_BY_QUITTANCES } from "#web/entities/quittances/quittances.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { leaseOf } from "./ending/departure-receipts.ts";

const NoticeDialog = lazyNamed(() => import("./ending/notice-dialog.tsx"), "NoticeDialog");

interface DwellingNoticeProps {
  dossier: DossierDetail;
  /** Opens the dialog that closes the dossier, or cancels a future lease. */
  onDeparture(): void;
}

/**
 * The other leases of the dwelling on the same days, their effect on the rent, and the buttons that settle the
 * matter.
 */
export function DwellingNotice({ dossier, onDeparture }: DwellingNoticeProps) {
  const { warnings, dateRelocation, loyerArrete } = dossier;
  const [noting, setNoting] = useState(false);
  const mayModify = usePeut("modifier");
  const share = useWrite(
    () => dossiers.modify(dossier.id, { colocation: true }),
    [...TOUCHED_BY_DOSSIERS, ...TOUCHED_BY_QUITTANCES],
  );
  const left = avertissementsDepart(leaseOf(dossier)).length > 0;
  const actions = mayModify && (loyerArrete || left) && (
    <>
      {left && <Button onClick={() => setNoting(true)}>Noter le congé</Button>}
      {loyerArrete && (
        <>
          <Button onClick={onDeparture}>
            <FolderX aria-hidden />
            Il s’en va
          </Button>
          <Button
            pending={share.isPending}
            onClick={() =>
              share.mutate(undefined, { onSuccess: () => notify("C’est une colocation.") })
            }
          >
            <Users aria-hidden />
            C’est une colocation
          </Button>
        </>
      )}
    </>
  );
  return (
    <>
      <Notice className="mt-4 py-2!" actions={actions}>
        {warnings.map((warning) => (
          <p key={warning}>{warning}</p>
        ))}
        {loyerArrete ? (
          <p>
            Loyer arrêté le {eveOf(loyerArrete.dateDebutBail)} : un autre bail de ce logement
            commence le {formatJour(loyerArrete.dateDebutBail)} (
            <Link href={`/dossiers/${loyerArrete.DossierId}`} className="underline">
              {loyerArrete.locataire}
            </Link>
            ).
          </p>
        ) : (
          dateRelocation &&
          !left && (
            <p>
              Le loyer de ce dossier s’arrête au {eveOf(dateRelocation)}, veille du bail suivant.
            </p>
          )
        )}
      </Notice>
      {noting && (
        <Suspense>
          <NoticeDialog dossier={dossier} onClose={() => setNoting(false)} />
        </Suspense>
      )}
    </>
  );
}

const eveOf = (day: string) => formatJour(ajouterJours(day, -1));
