import { useQuery } from "@tanstack/react-query";
import { FilePlus2, Undo2 } from "lucide-react";
import { Suspense, useState } from "react";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import { formatJour } from "#domain/dates.ts";
import type { LoyerRow } from "#domain/gerance/revisions/loyer-lu.ts";
import { MOTIFS_LOYER } from "#domain/gerance/revisions/loyers.ts";
import { formatEuros } from "#domain/montants.ts";
import { Button } from "#web/components/ui/button.tsx";
import { generate } from "#web/documents/api.ts";
import { Outcome } from "#web/documents/outcome.tsx";
import { SignedPaper } from "#web/documents/signed-paper.tsx";
import { useGeneration } from "#web/documents/use-generation.ts";
import { rentsOf, TOUCHED_BY_RENTS } from "#web/entities/biens/loyers.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { usePeut } from "#web/lib/server/session.ts";

const ToSign = lazyNamed(() => import("#web/features/signatures/to-sign.tsx"), "ToSign");
const UndoRentDialog = lazyNamed(() => import("./undo-dialog.tsx"), "UndoRentDialog");

/**
 * The successive rents of a lease, newest first. A change has its avenant or its letter, if any, and a button that
 * undoes it as long as it may be undone.
 */
export function Rents({ dossier }: { dossier: DossierDetail }) {
  const { data } = useQuery(rentsOf(dossier.id));
  const mayModify = usePeut("modifier");
  const [undone, setUndone] = useState<LoyerRow | null>(null);
  const avenant = useGeneration((loyerId: number) =>
    generate("avenantBail", { loyerId, id: dossier.id }),
  );
  const letter = useGeneration((loyerId: number) =>
    generate("nouvelleProvision", { loyerId, id: dossier.id }),
  );
  const living = data?.loyers.filter(({ annuleLe }) => annuleLe === null).toReversed() ?? [];
  return (
    <div className="col-span-6">
      <ul aria-label="Loyers successifs" className="divide-y divide-line border-y text-sm">
        {living.map((rent, place) => {
          const before = living[place + 1];
          const returns = rent.rang !== null && before?.rang === rent.rang;
          const from = formatJour(rent.depuis);
          return (
            <li key={rent.id} className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 py-1">
              <span className="w-32 whitespace-nowrap tabular-nums">
                {before ? `Dès le ${from}` : "À l’origine"}
              </span>
              <span className={rent.enVigueur ? "font-medium tabular-nums" : "tabular-nums"}>
                {formatEuros(rent.loyerHC)} + {formatEuros(rent.loyerCharge)}
              </span>
              <span className="min-w-32 flex-1 text-muted">
                {returns ? "Fin de la remise" : MOTIFS_LOYER[rent.motif]}
              </span>
              {!returns && (
                <span className="flex basis-full flex-wrap gap-1 empty:hidden sm:pl-35 print:hidden">
                  {mayModify && rent.avenant && (
                    <Button
                      size="sm"
                      pending={avenant.pending}
                      aria-label={`Générer l’avenant du ${from}`}
                      onClick={() => avenant.start(rent.id)}
                    >
                      {!avenant.pending && <FilePlus2 aria-hidden />}
                      Avenant n° {rent.rang}
                    </Button>
                  )}
                  {rent.avenant && (
                    <SignedPaper
                      entite="LoyerHistorique"
                      id={rent.id}
                      title={`Avenant n° ${rent.rang}`}
                      named={`l’avenant du ${from} signé`}
                      signe={rent.signe}
                      touched={TOUCHED_BY_RENTS}
                      signing={(signed) => (
                        <Suspense>
                          <ToSign
                            paper={{
                              type: "avenantBail",
                              sources: { loyerId: rent.id, id: dossier.id },
                              entite: "LoyerHistorique",
                              entiteId: rent.id,
                            }}
                            title={`Avenant n° ${rent.rang}`}
                            signed={signed}
                          />
                        </Suspense>
                      )}
                    />
                  )}
                  {mayModify && rent.motif === "provision" && (
                    <Button
                      size="sm"
                      pending={letter.pending}
                      aria-label={`Générer la lettre de la provision du ${from}`}
                      onClick={() => letter.start(rent.id)}
                    >
                      {!letter.pending && <FilePlus2 aria-hidden />}
                      Lettre
                    </Button>
                  )}
                  {mayModify && rent.annulable && (
                    <Button
                      size="icon-sm"
                      variant="ghost"
                      title="Annuler ce changement"
                      aria-label={`Annuler le changement du ${from}`}
                      onClick={() => setUndone(rent)}
                    >
                      <Undo2 />
                    </Button>
                  )}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <Outcome {...avenant} />
      <Outcome {...letter} />
      <Suspense>
        {undone && (
          <UndoRentDialog DossierId={dossier.id} rent={undone} onClose={() => setUndone(null)} />
        )}
      </Suspense>
    </div>
  );
}
