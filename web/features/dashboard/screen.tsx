import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { commence, type TableauDeBord } from "#domain/agence/tableau-de-bord.ts";
import { type Jour, jourEnLettres } from "#domain/dates.ts";
import { formatEuros } from "#domain/montants.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { dashboardQuery } from "#web/entities/agence/dashboard.ts";
import { formatCount } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { LoyersChart } from "./loyers-chart.tsx";
import { MonthPanel } from "./month-panel.tsx";
import { Occupation } from "./occupation.tsx";
import { Figure, Panel } from "./panel.tsx";
import { AvailableTable, ENDED, RenewalTable, TO_RENEW } from "./tables.tsx";
import { ToWatch, useMatters } from "./to-watch.tsx";

const FirstSteps = lazyNamed(() => import("./first-steps.tsx"), "FirstSteps");

export function Dashboard() {
  const { data, error, refetch } = useQuery(dashboardQuery);
  const matters = useMatters();
  const shown = matters.ready ? data : undefined;
  return (
    <>
      <header className="pb-4">
        <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight">
          Tableau de bord
        </h1>
        <p className="mt-0.5 text-muted">{data ? longDay(data.jour) : "\u00A0"}</p>
      </header>
      {matters.ready && <ToWatch matters={matters} />}
      <Suspense>{shown && commence(shown) && <FirstSteps mois={shown.mois} />}</Suspense>
      {shown ? (
        (shown.appartements.total > 0 || !commence(shown)) && <Panels data={shown} />
      ) : error ? (
        <Card>
          <ErrorState error={error} onRetry={() => refetch()} />
        </Card>
      ) : (
        <Waiting />
      )}
    </>
  );
}

function Panels({ data }: { data: TableauDeBord }) {
  const { appartements, missions, intendances, disponibles, loyers } = data;
  const { aRenouveler, terminees } = intendances;
  return (
    <Grid>
      <MonthPanel data={data} />
      <Occupation appartements={appartements} />
      <LoyersChart loyers={loyers} />
      <div className="grid gap-4 sm:max-xl:grid-cols-2 xl:grid-rows-2">
        <Panel title="Missions" href="/missions/">
          <div className="space-y-2.5">
            <Figure
              label={formatCount(missions.nombre, "mission")}
              href="/missions/"
              value={formatEuros(missions.total)}
            />
            <Figure
              label="Reste à payer"
              href="/missions/"
              value={formatEuros(missions.resteAPayer)}
            />
          </div>
        </Panel>
        <Panel title="Intendances" href="/intendance/">
          <div className="space-y-2.5">
            <Figure label="En cours" href="/intendance/" value={intendances.enCours} />
            <Figure
              label="À renouveler"
              href={TO_RENEW}
              value={aRenouveler.total}
              tone={aRenouveler.total > 0 ? "orange" : undefined}
            />
            {terminees.total > 0 && (
              <Figure
                label="Terminées, non renouvelées"
                href={ENDED}
                value={terminees.total}
                tone="orange"
              />
            )}
          </div>
        </Panel>
      </div>
      <AvailableTable
        rows={disponibles.lignes}
        total={disponibles.total}
        none={appartements.total === 0}
      />
      <div className="space-y-4">
        <RenewalTable rows={aRenouveler.lignes} total={aRenouveler.total} today={data.jour} />
        {terminees.total > 0 && (
          <RenewalTable ended rows={terminees.lignes} total={terminees.total} today={data.jour} />
        )}
      </div>
    </Grid>
  );
}

/** Two columns, the first twice as wide; one column in a narrow window. */
function Grid({ children }: { children: ReactNode }) {
  return (
    <div className="grid gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] *:min-w-0">
      {children}
    </div>
  );
}

function Waiting() {
  return (
    <div aria-busy="true">
      <Grid>
        {["h-44", "h-44 ", "h-80", "h-80 ", "h-72", "h-72 "].map((height) => (
          <Skeleton key={height} className={`w-full rounded-lg! ${height.trim()}`} />
        ))}
      </Grid>
      <span className="sr-only" role="status">
        Chargement
      </span>
    </div>
  );
}

const DAYS = ["Dimanche", "Lundi", "Mardi", "Mercredi", "Jeudi", "Vendredi", "Samedi"];

/** « Samedi 21 novembre 2026 » */
const longDay = (jour: Jour) => `${DAYS[new Date(jour).getUTCDay()]} ${jourEnLettres(jour)}`;
