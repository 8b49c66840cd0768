import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CalendarDays } from "lucide-react";
import { Suspense, useState } from "react";
import { formatJour } from "#domain/dates.ts";
import {
  BANDES,
  type Bande,
  cleDeLActe,
  FAMILLES,
  lignesDeSuivi,
  type SuiviListe,
  type SuiviRow,
} from "#domain/suivi/suivi.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import { ListFrame } from "#web/components/list/list-frame.tsx";
import { useListState } from "#web/components/list/list-state.ts";
import { Pagination } from "#web/components/list/pages/pagination.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Segmented } from "#web/components/ui/segmented.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { WaitingList } from "#web/components/waiting.tsx";
import { deadlines, PAGE_OF_DEADLINES } from "#web/entities/agence/suivi.ts";
import {
  type Gesture,
  gesture,
  peopleInCharge,
  TOUCHED_BY_GESTURES,
} from "#web/entities/agence/suivi-gestures.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { DeadlineRow, FoldedRows } from "./row.tsx";
import { useLetters } from "./use-letters.ts";

const PostponeDialog = lazyNamed(() => import("./dialogs.tsx"), "PostponeDialog");
const GiveDialog = lazyNamed(() => import("./dialogs.tsx"), "GiveDialog");

const MailDialog = lazyNamed(() => import("#web/documents/mail-dialog.tsx"), "MailDialog");

const BANDS = Object.keys(BANDES) as Bande[];

export function Echeances() {
  const [state, change] = useListState();
  const { famille, bande, gestionnaireId, MissionId, page } = state;
  const query = useQuery({
    ...deadlines({ famille, bande, gestionnaireId, MissionId, page }),
    placeholderData: keepPreviousData,
  });
  const { data, error, refetch } = query;
  if (!data) {
    return error ? (
      <Card>
        <ErrorState error={error} onRetry={() => refetch()} />
      </Card>
    ) : (
      <WaitingList />
    );
  }
  const filtered = Boolean(famille || gestionnaireId || MissionId);
  return (
    <ListFrame
      filters={<Filters counts={data.bandes} />}
      tools={
        MissionId && (
          <Button size="sm" onClick={() => change({ MissionId: "" })}>
            Tous les mandats
          </Button>
        )
      }
    >
      {data.total === 0 ? (
        <EmptyState
          icon={CalendarDays}
          title={bande || filtered ? "Aucune échéance ici" : "Rien à suivre pour l’instant"}
          text="Révisions, congés, dépôts, assurances, diagnostics, mandats : chaque échéance se montre avant son jour."
        >
          {(bande || filtered) && (
            <Button
              onClick={() => change({ bande: "", famille: "", gestionnaireId: "", MissionId: "" })}
            >
              Tout voir
            </Button>
          )}
        </EmptyState>
      ) : (
        <Bands rows={data.data} counts={data.bandes} stale={query.isPlaceholderData} />
      )}
      <Pagination
        page={Number(page ?? 1)}
        limit={PAGE_OF_DEADLINES}
        total={data.total}
        onPage={(next) => change({ page: next === 1 ? "" : String(next) })}
      />
    </ListFrame>
  );
}

function Filters({ counts }: { counts: SuiviListe["bandes"] }) {
  const [{ bande = "", famille = "", gestionnaireId = "" }, change] = useListState();
  const { data: people = [] } = useQuery(peopleInCharge);
  return (
    <>
      <Segmented
        label="Bande"
        value={bande}
        segments={[
          { value: "", label: "Toutes" },
          ...BANDS.map((band) => ({
            value: band as string,
            label: (
              <>
                {BANDES[band]} <span className="tabular-nums">{counts[band]}</span>
              </>
            ),
          })),
        ]}
        onChange={(next) => change({ bande: next })}
      />
      <Select
        aria-label="Famille"
        className="w-44 max-sm:w-[calc(50%-0.25rem)] [&_select]:h-8"
        empty="Toutes les familles"
        options={Object.entries(FAMILLES).map(([value, label]) => ({ value, label }))}
        value={famille}
        onChange={({ target }) => change({ famille: target.value })}
      />
      {people.length > 1 && (
        <Select
          aria-label="Confiées à"
          className="w-44 max-sm:w-[calc(50%-0.25rem)] [&_select]:h-8"
          empty="Toute l’équipe"
          options={people.map(({ id, nom }) => ({ value: String(id), label: nom }))}
          value={gestionnaireId}
          onChange={({ target }) => change({ gestionnaireId: target.value })}
        />
      )}
    </>
  );
}

interface BandsProps {
  rows: readonly SuiviRow[];
  counts: SuiviListe["bandes"];
  stale: boolean;
}

/** The rows of a page by band (late, this week, later), each band under its title. */
function Bands({ rows, counts, stale }: BandsProps) {
  const mayModify = usePeut("modifier");
  const [postponed, setPostponed] = useState<SuiviRow | null>(null);
  const [given, setGiven] = useState<SuiviRow | null>(null);
  const letters = useLetters();
  const write = useWrite((made: Gesture) => gesture(made), TOUCHED_BY_GESTURES);
  const undo = (cle: string) => ({ onClick: () => write.mutate({ cle, geste: "annuler" }) });
  const done = ({ cle }: SuiviRow) =>
    write.mutate({ cle, geste: "fait" }, { onSuccess: () => notify("Échéance faite.", undo(cle)) });
  const line = (row: SuiviRow) => (
    <DeadlineRow
      key={row.cle}
      row={row}
      mayModify={mayModify}
      onPostpone={() => setPostponed(row)}
      onDone={() => done(row)}
      onGive={() => setGiven(row)}
      onLetter={(type) => letters.edit({ type, id: row.entiteId })}
      onMail={(type) => letters.mail({ type, id: row.entiteId })}
    />
  );
  return (
    <div aria-busy={stale || undefined} className={stale ? "opacity-60" : undefined}>
      {BANDS.map((band) => {
        const shown = rows.filter(({ bande }) => bande === band);
        if (shown.length === 0) return null;
        return (
          <section key={band} aria-labelledby={`bande-${band}`}>
            <h2
              id={`bande-${band}`}
              className="border-b bg-canvas px-3 py-1.5 text-sm font-semibold text-muted not-first:border-t"
            >
              {BANDES[band]} <span className="font-normal tabular-nums">{counts[band]}</span>
            </h2>
            <ul>
              {lignesDeSuivi(shown).map(({ premiere, autres }) =>
                autres.length > 0 ? (
                  <FoldedRows key={cleDeLActe(premiere)} rows={[premiere, ...autres]}>
                    {[premiere, ...autres].map(line)}
                  </FoldedRows>
                ) : (
                  line(premiere)
                ),
              )}
            </ul>
          </section>
        );
      })}
      <Suspense>
        {postponed && (
          <PostponeDialog
            row={postponed}
            onDone={(jusquau) =>
              notify(`Échéance reportée au ${formatJour(jusquau)}.`, undo(postponed.cle))
            }
            onClose={() => setPostponed(null)}
          />
        )}
        {given && <GiveDialog row={given} onClose={() => setGiven(null)} />}
        {letters.mailed && <MailDialog {...letters.mailed} onClose={letters.onMailed} />}
      </Suspense>
    </div>
  );
}
