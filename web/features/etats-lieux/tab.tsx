import { Suspense } from "react";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import type { CoteEtatLieux } from "#domain/biens/etat-lieux.ts";
import { etatLieuxId } from "#web/entities/biens/etats-lieux.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { useUploadGuard } from "#web/uploads/uploads.ts";
import { SideCard } from "./side-card.tsx";
import { useOpened } from "./use-opened.ts";

const EtatLieuxScreen = lazyNamed(() => import("./screen.tsx"), "EtatLieuxScreen");
const SIDES: readonly CoteEtatLieux[] = ["entree", "sortie"];

export function EtatsLieuxTab({ dossier }: { dossier: DossierDetail }) {
  const [opened, open] = useOpened();
  useUploadGuard();
  const cote = SIDES.find((side) => side === opened?.which);
  return (
    <div className="@container">
      <div className="grid items-start gap-4 @3xl:grid-cols-2">
        {SIDES.map((side) => (
          <SideCard
            key={side}
            dossier={dossier}
            cote={side}
            onOpen={(purpose) => open({ which: side, purpose })}
          />
        ))}
      </div>
      <Suspense>
        {opened && cote && (
          <EtatLieuxScreen
            id={etatLieuxId(dossier, cote)}
            dossierId={dossier.id}
            cote={cote}
            purpose={opened.purpose}
            onEdit={() => open({ which: cote, purpose: "modifier" })}
            onClose={() => open(null)}
          />
        )}
      </Suspense>
    </div>
  );
}
