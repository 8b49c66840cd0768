import { FolderX } from "lucide-react";
import { Suspense, useState } from "react";
import type { DossierRow } from "#domain/biens/dossier-fiche.ts";
import { bailAVenir } from "#domain/biens/etat-dossier.ts";
import { aujourdhui } from "#domain/dates.ts";
import type { RowAction } from "#web/components/list/row-action.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { usePeut } from "#web/lib/server/session.ts";

const CloseDossierDialog = lazyNamed(() => import("./close-dialog.tsx"), "CloseDossierDialog");
const CallOffDialog = lazyNamed(() => import("./call-off-dialog.tsx"), "CallOffDialog");

export type Ending = Pick<
  DossierRow,
  | "id"
  | "AppartementId"
  | "LocataireId"
  | "locataire"
  | "appartement"
  | "dateDebutBail"
  | "dateFinBail"
  | "dateSortie"
  | "clos"
  | "version"
>;

/** The action that ends a dossier, and its dialog: a lease that has begun is closed, a future lease is cancelled. */
export function useEnding() {
  const [ending, setEnding] = useState<Ending | null>(null);
  const mayModify = usePeut("modifier");
  const toCome = (dossier: Ending) => bailAVenir(dossier, aujourdhui(new Date()));
  const actions = (dossier: Ending): RowAction[] =>
    dossier.clos || !mayModify
      ? []
      : [
          {
            label: toCome(dossier) ? "Annuler ce bail" : "Clore le dossier",
            icon: FolderX,
            onSelect: () => setEnding(dossier),
          },
        ];
  const Dialog = ending && (toCome(ending) ? CallOffDialog : CloseDossierDialog);
  const dialog = Dialog && (
    <Suspense>
      <Dialog dossier={ending} onClose={() => setEnding(null)} />
    </Suspense>
  );
  return { actions, dialog, end: setEnding };
}
