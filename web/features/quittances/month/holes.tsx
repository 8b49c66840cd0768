import { useQuery } from "@tanstack/react-query";
import { CalendarX2, Sparkles, UserRoundX } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import type { DossierRow } from "#domain/biens/dossier-fiche.ts";
import { deMoisEnLettres, formatJour, type Mois } from "#domain/dates.ts";
import type { AttentesDuMois } from "#domain/quittances/quittance-fiche.ts";
import { confirm } from "#web/components/confirm.tsx";
import { ListLink } from "#web/components/list/list-link.tsx";
import { Notice } from "#web/components/notice.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { receiptsToCheck } from "#web/entities/biens/dossiers.ts";
import { StoppedNotice } from "#web/entities/biens/dossiers-stopped-notice.tsx";
import { generationQuestion } from "#web/entities/quittances/questions.ts";
import { dossiersToBill } from "#web/entities/quittances/quittances.ts";
import { formatCount } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import type { MonthState } from "./month-state.ts";
import type { Generation } from "./use-generation.ts";

const ManualDialog = lazyNamed(() => import("./manual-dialog.tsx"), "ManualDialog");

interface HolesProps {
  state: MonthState;
  /** Undefined while they load. */
  waits: AttentesDuMois | undefined;
  onRefetch(): unknown;
  generation: Generation;
}

/** Calls `then` each time `running` goes from true to false. */
function useAfter(running: boolean, then: () => unknown): void {
  const ran = useRef(running);
  useEffect(() => {
    if (ran.current && !running) then();
    ran.current = running;
  }, [running, then]);
}

/**
 * The automatic receipts that the month lacks, with a button to make them, and the receipts to check. For the current
 * month, also the stopped rents and the dossiers without automatic receipts.
 */
export function Holes({ state, waits, onRefetch, generation }: HolesProps) {
  const { mois, current } = state;
  const mayModify = usePeut("modifier");
  const count = waits?.manques ?? 0;
  const manual = waits?.sansAutomatisme ?? 0;
  const stopped = waits?.loyersArretes ?? 0;
  const running = generation.run?.status === "running";
  useAfter(running, onRefetch);

  const filling = useWrite(async () => {
    const missing = await dossiersToBill(mois, { dues: true });
    const question = generationQuestion(mois, missing);
    if (question && !(await confirm(question))) return;
    generation.start(mois, missing);
  }, []);

  return (
    <>
      {count > 0 && !running && (
        <Notice
          icon={CalendarX2}
          actions={
            mayModify && (
              <Button
                size="sm"
                pending={filling.isPending}
                onClick={() => filling.mutate(undefined)}
              >
                {!filling.isPending && <Sparkles aria-hidden />}
                {count > 1 ? "Les générer" : "La générer"}
              </Button>
            )
          }
        >
          <p className="font-medium">
            {count > 1
              ? `${count} quittances automatiques ${deMoisEnLettres(mois)} sont dues et n’ont pas été faites`
              : `Une quittance automatique ${deMoisEnLettres(mois)} est due et n’a pas été faite`}
          </p>
        </Notice>
      )}
      {(waits?.aVerifier ?? 0) > 0 && <ToVerify mois={mois} running={running} />}
      {mois === current && <StoppedNotice count={stopped} />}
      {mois === current && manual > 0 && (
        <p className="text-sm print:hidden">
          <ListLink href="/dossiers/?statut=manuel">
            {formatCount(manual, "dossier en cours", "dossiers en cours")} sans quittance
            automatique
          </ListLink>
        </p>
      )}
    </>
  );
}

/**
 * The receipts that the daily run leaves to staff: the tenant has left, and no notice says until which day he owes
 * the rent.
 */
function ToVerify({ mois, running }: { mois: Mois; running: boolean }) {
  const [manual, setManual] = useState<DossierRow | null>(null);
  const mayModify = usePeut("modifier");
  const query = useQuery(receiptsToCheck(mois));
  const { data: rows = [], total = 0 } = query.data ?? {};
  const { refetch } = query;
  useAfter(running, refetch);
  if (rows.length === 0 || running) return null;
  return (
    <>
      <Notice icon={UserRoundX}>
        <p className="font-medium">
          À vérifier : {rows.length > 1 ? "des locataires sont partis" : "un locataire est parti"}{" "}
          sans congé noté, le loyer court encore
        </p>
        <ul>
          {rows.map((dossier) => (
            <li key={dossier.id} className="flex flex-wrap items-center gap-x-2 py-0.5">
              <Link href={`/dossiers/${dossier.id}`} className="underline underline-offset-4">
                {dossier.locataire}
              </Link>
              {dossier.dateSortie && `clés rendues le ${formatJour(dossier.dateSortie)}`}
              {mayModify && (
                <Button size="sm" className="ml-auto" onClick={() => setManual(dossier)}>
                  Générer à la main
                </Button>
              )}
            </li>
          ))}
          {total > rows.length && <li className="py-0.5">et {total - rows.length} autres</li>}
        </ul>
      </Notice>
      <Suspense>
        {manual && (
          <ManualDialog
            dossier={manual}
            mois={mois}
            onClose={() => {
              setManual(null);
              void refetch();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
