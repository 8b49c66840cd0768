import { CheckCheck, Inbox } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import type { DossierRow } from "#domain/biens/dossier-fiche.ts";
import {
  ECART_DE_GENRE,
  ETATS_LIGNE,
  type LigneProposee,
  type LignesComptees,
  MOTIF_DE_DOUBLON,
  type PropositionVue,
} from "#domain/gerance/rapprochement/ligne-releve.ts";
import { formatEuros } from "#domain/montants.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Segmented } from "#web/components/ui/segmented.tsx";
import { WaitingList } from "#web/components/waiting.tsx";
import {
  holdMoney,
  match,
  matchCertain,
  setAside,
  type View,
} from "#web/entities/banque/rapprochement.ts";
import { signed } from "#web/entities/banque/rapprochement-words.tsx";
import { BankStates } from "#web/entities/banque/state.tsx";
import { formatCount } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { notify, notifyDanger } from "#web/lib/notify.ts";
import { useShortcuts } from "#web/lib/use-shortcuts.ts";
import { DoneList } from "./done-list.tsx";
import { LineList } from "./line-list.tsx";
import { Key, LinePanel } from "./line-panel.tsx";
import { useMatching } from "./matching-state.ts";

const MatchedSoFar = lazyNamed(
  () => import("#web/features/banque/matched-so-far.tsx"),
  "MatchedSoFar",
);
const AsideDialog = lazyNamed(() => import("./aside-dialog.tsx"), "AsideDialog");
const SplitDialog = lazyNamed(() => import("./split-dialog.tsx"), "SplitDialog");

const VIEWS: readonly View[] = ["a_rapprocher", "a_identifier", "rapprochee", "ecartee"];
const DIGITS = "1 2 3 4 5 6 7 8 9";

/** Matches bank lines one after another; the keyboard alone is enough. */
export function Matching() {
  const [view, setView] = useState<View>("a_rapprocher");
  const [pending, setPending] = useState(false);
  const matching = useMatching(view);
  const { query, lines, etats, left } = matching;
  const waits = view === "a_rapprocher" || view === "a_identifier";
  const sure = lines.filter(
    ({ propositions: [best] }) =>
      best?.genre === "reglement" && best.score === "A" && best.reserves.length === 0,
  ).length;

  async function acceptAll() {
    setPending(true);
    try {
      const { lignes } = await matchCertain();
      notify(
        lignes.length === 0
          ? "Aucune ligne n’est certaine."
          : `${formatCount(lignes.length, "ligne rapprochée", "lignes rapprochées")}.`,
      );
      matching.readSoon();
    } catch {
      notifyDanger("Les lignes certaines n’ont pas pu être rapprochées.");
    } finally {
      setPending(false);
    }
  }

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <Segmented<View>
          label="Lignes"
          value={view}
          onChange={setView}
          segments={VIEWS.map((value) => ({ value, label: labelOf(value, etats) }))}
        />
        <p aria-live="polite" className="text-sm text-muted">
          {waits && etats && left > 0 && (
            <>
              {formatCount(left, "ligne")} · {formatEuros(etats[view].montant)}
            </>
          )}
        </p>
        {view === "a_rapprocher" && sure > 0 && (
          <Button className="ml-auto" pending={pending} onClick={acceptAll}>
            <CheckCheck />
            Tout accepter
            <span className="text-muted">({sure})</span>
          </Button>
        )}
      </div>
      {pending && (
        <Suspense>
          <MatchedSoFar />
        </Suspense>
      )}
      {query.isPending && <WaitingList />}
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && lines.length === 0 && (
        <>
          <EmptyState
            icon={Inbox}
            title={emptyTitle(waits, etats)}
            text={waits ? "Les lignes du prochain relevé viendront ici." : undefined}
          >
            {waits && (
              <Button asChild variant="primary">
                <Link href="/banque?tab=releves">Importer un relevé</Link>
              </Button>
            )}
          </EmptyState>
          {view === "a_rapprocher" && <BankStates />}
        </>
      )}
      {lines.length > 0 && waits && <Desk key={view} matching={matching} />}
      {lines.length > 0 && !waits && <DoneList lines={lines} onTakeBack={matching.takeBack} />}
    </>
  );
}

/**
 * The title of an empty list. In the view of the lines that wait, it says whether every line is matched or no
 * statement was ever imported.
 */
function emptyTitle(waits: boolean, etats: LignesComptees | undefined): string {
  if (!waits) return "Aucune ligne";
  const some = Object.values(etats ?? {}).some(({ nombre }) => nombre > 0);
  return some ? "Tout est rapproché" : "Aucun relevé pour l’instant";
}

function labelOf(view: View, etats: LignesComptees | undefined): string {
  const words =
    view === "rapprochee" ? "Rapprochées" : view === "ecartee" ? "Écartées" : ETATS_LIGNE[view];
  return etats && etats[view].nombre > 0 ? `${words} ${etats[view].nombre}` : words;
}

/** The open dialog, the choice and the search results of the chosen line. Another line starts without them. */
interface Opened {
  line: number;
  dialog: "split" | "aside" | null;
  choice: number;
  /** The proposals made from the dossiers that the search found. */
  found: PropositionVue[];
}

function Desk({ matching }: { matching: ReturnType<typeof useMatching> }) {
  const { lines, line, move, act, undo, choose } = matching;
  const list = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [kept, setOpened] = useState<Opened | null>(null);
  const closed: Opened = { line: line?.id ?? 0, dialog: null, choice: 0, found: [] };
  const opened = kept && kept.line === line?.id ? kept : closed;
  const proposals = line ? [...opened.found, ...line.propositions].slice(0, 9) : [];
  const open = (changes: Partial<Opened>) => setOpened({ ...opened, ...changes });
  useEffect(() => list.current?.focus({ preventScroll: true }), []);

  function accept() {
    const proposal = proposals[opened.choice];
    if (!line || !proposal) return;
    const transfers = proposal.VirementIds ?? [];
    if (transfers.length > 0) {
      const gesture = () => match(line.id, { VirementIds: transfers });
      const comesBack = proposal.genre === "reversement_rendu";
      const words = comesBack
        ? "Le virement rendu est de nouveau à payer."
        : "Ligne rapprochée du virement.";
      act(line, gesture, { message: words, lasting: comesBack });
      return;
    }
    const expenses = proposal.DepenseIds ?? [];
    if (expenses.length > 0) {
      act(line, () => match(line.id, { DepenseIds: expenses }), {
        message:
          proposal.genre === "remboursement"
            ? "La somme revient au compte du propriétaire."
            : "Ligne rapprochée de la dépense.",
      });
      return;
    }
    const { ApportId, SommeIds, FactureId } = proposal;
    if (ApportId) {
      act(line, () => match(line.id, { ApportId }), { message: "Ligne rapprochée de l’apport." });
      return;
    }
    if (SommeIds) {
      act(line, () => match(line.id, { SommeIds }), { message: "La somme n’attend plus." });
      return;
    }
    if (FactureId) {
      act(line, () => match(line.id, { FactureId }), { message: "Le règlement est noté." });
      return;
    }
    const motif = ECART_DE_GENRE[proposal.genre];
    if (motif) {
      act(line, () => setAside(line.id, motif), { message: `Ligne écartée : ${motif}.` });
      return;
    }
    const { parts, payeur, ReglementIds } = proposal;
    const body =
      ReglementIds.length > 0
        ? { ReglementIds }
        : {
            parts: parts.map(({ DossierId, montant }) => ({ DossierId, montant })),
            // For a dossier found by search, the server finds the payer in the words of the line.
            ...(opened.found.includes(proposal) ? {} : { payeur }),
          };
    const lasting = proposal.genre === "rejet" || proposal.genre === "rejet_saisi";
    act(line, () => match(line.id, body), { message: doneWords(line, proposal), lasting });
  }

  function aside(motif: string | null) {
    if (!line) return;
    list.current?.focus();
    if (motif === null) {
      act(line, () => holdMoney(line.id), { message: "La somme attend d’être identifiée." });
    } else act(line, () => setAside(line.id, motif), { message: `Ligne écartée : ${motif}.` });
  }

  function split(parts: { DossierId: number; montant: number }[]) {
    if (!line) return;
    list.current?.focus();
    act(line, () => match(line.id, { parts }), { message: `${signed(line.montant)} répartis.` });
  }

  function find(dossier: DossierRow) {
    if (!line) return;
    const { id, locataire, appartement } = dossier;
    const proposal: PropositionVue = {
      genre: "reglement",
      score: "C",
      raison: "Dossier cherché",
      reserves: [],
      payeur: "locataire",
      mode: "virement",
      parts: [{ DossierId: id, locataire, appartement, montant: line.montant }],
      ReglementIds: [],
    };
    open({ found: [proposal], choice: 0 });
    list.current?.focus();
  }

  /**
   * Wraps the handler of a key. It does not run with Ctrl, Alt or ⌘, nor in a field or a dialog; on a button or a
   * link, Enter keeps its usual effect.
   */
  const free = (gesture: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest("input, textarea, select, [role=dialog], [role=alertdialog]")) return;
    if (event.key === "Enter" && target.closest("button, a")) return;
    event.preventDefault();
    gesture(event);
  };

  useShortcuts("Rapprochement", {
    "ArrowUp ArrowDown": free(({ key }) => move(key === "ArrowDown" ? 1 : -1)),
    Enter: free(accept),
    [DIGITS]: free(({ key }) => {
      if (Number(key) <= proposals.length) open({ choice: Number(key) - 1 });
    }),
    "/": free(() => search.current?.focus()),
    s: free(() => line && line.montant > 0 && open({ dialog: "split" })),
    i: free(() => open({ dialog: "aside" })),
    u: free(undo),
  });

  return (
    <>
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div>
          <LineList ref={list} lines={lines} chosen={line?.id ?? null} onChoose={choose} />
          <p
            aria-hidden
            className="mt-2 flex flex-wrap gap-x-3 gap-y-1 text-xs text-muted max-md:hidden"
          >
            <span>
              <Key>↑</Key> <Key>↓</Key> ligne
            </span>
            <span>
              <Key>1</Key>–<Key>9</Key> proposition
            </span>
            <span>
              <Key>Entrée</Key> accepter
            </span>
            <span>
              <Key>U</Key> reprendre
            </span>
          </p>
        </div>
        {line && (
          <LinePanel
            line={line}
            proposals={proposals}
            choice={opened.choice}
            searchRef={search}
            onChoose={(choice) => open({ choice })}
            onDossier={find}
            onAccept={accept}
            onSplit={() => open({ dialog: "split" })}
            onAside={() => open({ dialog: "aside" })}
            onSame={() => aside(MOTIF_DE_DOUBLON)}
          />
        )}
      </div>
      <Suspense>
        {line && opened.dialog === "split" && (
          <SplitDialog line={line} onClose={() => open({ dialog: null })} onSplit={split} />
        )}
        {line && opened.dialog === "aside" && (
          <AsideDialog line={line} onClose={() => open({ dialog: null })} onAside={aside} />
        )}
      </Suspense>
    </>
  );
}

const doneWords = (line: LigneProposee, { genre, parts }: PropositionVue): string => {
  const [first] = parts;
  if (genre === "rejet_saisi") return `Rejet rapproché : ${first?.locataire}.`;
  if (genre === "rejet") return `Rejet enregistré : ${first?.locataire}.`;
  const whom = parts.length > 1 ? `${parts.length} dossiers` : (first?.locataire ?? "");
  return `${signed(line.montant)} : ${whom}.`;
};
