import { useQuery } from "@tanstack/react-query";
import { CalendarX2, Sparkles } from "lucide-react";
import { useEffect } from "react";
import { Link } from "wouter";
import { aujourdhui, moisEnLettres } from "#domain/dates.ts";
import { echeanceDuMois, montantsDuMois } from "#domain/quittance.ts";
import { confirm } from "#web/components/confirm.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { byHand, missingReceipts } from "#web/entities/dossiers/api.ts";
import { sendingQuestion } from "#web/entities/quittances/questions.ts";
import { formatCount } from "#web/lib/format.ts";
import { usePeut } from "#web/lib/session.ts";
import type { MonthDossier } from "./month-data.ts";
import type { MonthState } from "./month-state.ts";
import type { Generation } from "./use-generation.ts";

interface HolesProps {
  state: MonthState;
  generation: Generation;
}

/** The automatic receipts of the month that are due and were not made, with what makes them, and the dossiers left to staff. */
export function Holes({ state: { mois, current }, generation }: HolesProps) {
  const mayModify = usePeut("modifier");
  const holes = useQuery(missingReceipts(mois));
  const missing = holes.data?.data ?? [];
  const manual = useQuery({ ...byHand(), enabled: mois === current }).data?.total ?? 0;
  const running = generation.run?.status === "running";
  const { refetch } = holes;
  useEffect(() => {
    if (!running) void refetch();
  }, [running, refetch]);

  async function fill() {
    const today = aujourdhui(new Date());
    const question = sendingQuestion({
      gesture: `Générer ${formatCount(missing.length, "quittance")}`,
      mois,
      names: missing.map(({ locataire }) => locataire),
      late: missing.filter((dossier) => echeanceDuMois(dossier, mois) < today).length,
    });
    if (question && !(await confirm(question))) return;
    generation.start(
      mois,
      missing.flatMap((dossier): MonthDossier[] => {
        const montants = montantsDuMois(dossier, mois);
        return montants ? [{ ...dossier, montants, receipt: null }] : [];
      }),
    );
  }

  return (
    <>
      {missing.length > 0 && !running && (
        <div
          role="status"
          className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md bg-orange-soft px-3 py-1.5 text-orange print:hidden"
        >
          <CalendarX2 aria-hidden className="size-4 shrink-0" />
          <p className="font-medium">
            {missing.length > 1
              ? `${missing.length} quittances automatiques de ${moisEnLettres(mois)} sont dues et n’ont pas été faites`
              : `Une quittance automatique de ${moisEnLettres(mois)} est due et n’a pas été faite`}
          </p>
          {mayModify && (
            <Button size="sm" className="ml-auto" onClick={fill}>
              <Sparkles aria-hidden />
              {missing.length > 1 ? "Les générer" : "La générer"}
            </Button>
          )}
        </div>
      )}
      {manual > 0 && mois === current && (
        <p className="text-sm text-muted print:hidden">
          <Link
            href="/dossiers/?statut=manuel"
            className="underline underline-offset-4 hover:text-text"
          >
            {formatCount(manual, "dossier en cours", "dossiers en cours")} sans quittance
            automatique
          </Link>{" "}
          : {manual > 1 ? "les leurs se font" : "la sienne se fait"} à la main.
        </p>
      )}
    </>
  );
}
