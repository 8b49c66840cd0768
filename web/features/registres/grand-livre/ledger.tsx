import { useQuery } from "@tanstack/react-query";
import { formatPeriode } from "#domain/dates.ts";
import { motsDeCloture } from "#domain/gerance/livres/periodes.ts";
import { useAuthorName } from "#web/components/record/author.tsx";
import { Segmented } from "#web/components/ui/segmented.tsx";
import { ledgerReading } from "#web/entities/agence/grand-livre.ts";
import { EveningSelect, PeriodSelect } from "../period.tsx";
import { Accounts } from "./accounts.tsx";
import { Journal } from "./journal.tsx";
import { eveningOf, type LedgerState, type Reader, useLedger, type View } from "./ledger-state.ts";
import { OpenHolders } from "./open-holders.tsx";
import { OpenedPiece } from "./piece.tsx";

const WORDS: Readonly<Record<View, string>> = {
  comptes: "Comptes",
  journal: "Journal",
  locataires: "Locataires",
  fournisseurs: "Fournisseurs",
};

/**
 * The books on screen: accounts, journals, and the lines of tenants and suppliers that were not settled on an
 * evening.
 */
export function Ledger({ reader = STAFF }: { reader?: Reader }) {
  const ledger = useLedger(reader);
  const { view, days, change } = ledger;
  const byEvening = view === "locataires" || view === "fournisseurs";
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="sr-only">Grand livre</h2>
        <Segmented
          label="Lecture"
          className="print:hidden"
          value={view}
          segments={(Object.keys(WORDS) as View[]).map((value) => ({
            value,
            label: WORDS[value],
          }))}
          onChange={(vue) =>
            change({ vue: vue === "comptes" ? "" : vue, q: "", compte: "", de: "", journal: "" })
          }
        />
        {byEvening ? (
          <EveningSelect au={eveningOf(ledger)} onChange={(au) => change({ au, du: "" })} />
        ) : (
          <PeriodSelect days={days} onChange={({ du, au }) => change({ du, au })} />
        )}
      </div>
      <Years ledger={ledger} reader={reader} />
      {view === "comptes" && <Accounts ledger={ledger} reader={reader} />}
      {view === "journal" && <Journal ledger={ledger} reader={reader} />}
      {byEvening && <OpenHolders key={view} who={view} ledger={ledger} reader={reader} />}
      {reader.visite === null && <OpenedPiece ledger={ledger} />}
    </div>
  );
}

const STAFF: Reader = { visite: null, bounds: null };

/**
 * The accounting years of the agency's own book that overlap the period: each open, or closed with the user who
 * closed it.
 */
function Years({ ledger: { days }, reader }: { ledger: LedgerState; reader: Reader }) {
  const { data } = useQuery(ledgerReading(reader.visite, "exercices", { ...days }));
  if (!data || data.lignes.length === 0) return null;
  return (
    <ul className="space-y-0.5 text-sm text-muted">
      {data.lignes.map(({ exercice, du, au, clos }) => (
        <li key={exercice}>
          {`Exercice ${exercice}, ${formatPeriode(du, au)} : `}
          {clos === null ? (
            "ouvert."
          ) : reader.visite === null ? (
            <Closed clos={clos} />
          ) : (
            `${motsDeCloture(clos, (mail) => mail ?? "le logiciel")}.`
          )}
        </li>
      ))}
    </ul>
  );
}

function Closed({ clos }: { clos: Parameters<typeof motsDeCloture>[0] }) {
  const nameOf = useAuthorName();
  return `${motsDeCloture(clos, nameOf)}.`;
}
