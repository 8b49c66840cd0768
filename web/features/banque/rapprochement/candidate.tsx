import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { TriangleAlert } from "lucide-react";
import { PAYEURS } from "#domain/gerance/locataires/reglement.ts";
import {
  ECART_DE_GENRE,
  type LigneProposee,
  type PropositionVue,
} from "#domain/gerance/rapprochement/ligne-releve.ts";
import { GENRES_PROPOSITION } from "#domain/gerance/rapprochement/proposition.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { ScoreBadge } from "#web/entities/banque/rapprochement-words.tsx";
import { accountOf } from "#web/entities/comptes/comptes.ts";
import { previewOf } from "#web/entities/comptes/reglements.ts";
import { Settled } from "#web/entities/comptes/reglements-preview.tsx";
import { formatCount } from "#web/lib/format.ts";

interface CandidateProps {
  rank: number;
  proposal: PropositionVue;
  chosen: boolean;
  onChoose(): void;
}

/** A proposal for a line, with its reason; the key `rank` chooses it. */
export function Candidate({ rank, proposal, chosen, onChoose }: CandidateProps) {
  const { genre, parts, raison, reserves, score, payeur } = proposal;
  const ours =
    proposal.VirementIds !== undefined ||
    proposal.DepenseIds !== undefined ||
    proposal.ApportId !== undefined ||
    proposal.SommeIds !== undefined ||
    proposal.FactureId !== undefined;
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onChoose}
      className={clsx(
        "flex w-full items-start gap-3 rounded-md border px-3 py-2 text-left",
        chosen ? "border-accent bg-accent-soft" : "bg-surface hover:bg-sunken",
      )}
    >
      <kbd
        aria-hidden
        className="mt-0.5 min-w-5 rounded border bg-canvas px-1 text-center font-sans text-xs text-muted"
      >
        {rank}
      </kbd>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="font-medium">{titleOf(proposal)}</span>
          {genre !== "reglement" && !ECART_DE_GENRE[genre] && !ours && (
            <span className="text-sm text-muted">{GENRES_PROPOSITION[genre]}</span>
          )}
          {payeur !== "locataire" && !ours && (
            <span className="text-sm text-muted">
              payé par {PAYEURS[payeur].charAt(0).toLowerCase() + PAYEURS[payeur].slice(1)}
            </span>
          )}
        </span>
        {parts.length === 1 && (
          <span className="block truncate text-sm text-muted">{parts[0]?.appartement}</span>
        )}
        {parts.length > 1 &&
          parts.slice(0, PARTS_SHOWN).map(({ DossierId, locataire, montant }) => (
            <span key={DossierId} className="block text-sm text-muted tabular-nums">
              {locataire} {formatEuros(montant)}
            </span>
          ))}
        {parts.length > PARTS_SHOWN && (
          <span className="block text-sm text-muted">
            et {formatCount(parts.length - PARTS_SHOWN, "autre")}
          </span>
        )}
        <span className="block text-sm">{raison}</span>
        {genre === "rejet" && (
          <span className="block text-sm text-muted">
            Ce qu’il réglait redevient dû, et sa quittance est reprise. Un rejet ne s’annule pas.
          </span>
        )}
        {genre === "reversement_rendu" && (
          <span className="block text-sm text-muted">
            Sa somme est de nouveau à payer. Un rejet ne s’annule pas.
          </span>
        )}
        {genre === "rejet_saisi" && (
          <span className="block text-sm text-muted">
            Ce qu’il réglait est déjà redevenu dû : la ligne s’y rattache, une fois pour toutes.
          </span>
        )}
        {reserves.map((reserve) => (
          <span key={reserve} className="flex items-center gap-1.5 text-sm text-orange">
            <TriangleAlert aria-hidden className="size-3.5" />
            {reserve}
          </span>
        ))}
      </span>
      <ScoreBadge score={score} />
    </button>
  );
}

/** The most dossiers named when a line settles many: more could not be read at a glance. */
const PARTS_SHOWN = 6;

const titleOf = ({ genre, parts, VirementIds, DepenseIds = [] }: PropositionVue): string => {
  if (genre === "depense")
    return DepenseIds.length > 1 ? `${DepenseIds.length} dépenses payées` : "Dépense payée";
  if (genre === "reversement" || genre === "reversement_rendu") {
    const { length } = VirementIds ?? [];
    if (genre === "reversement_rendu") return "Virement rendu par la banque";
    return length > 1 ? `${length} virements` : "Virement de l’agence";
  }
  const [first] = parts;
  if (!first) return GENRES_PROPOSITION[genre];
  return parts.length > 1 ? `${parts.length} dossiers` : first.locataire;
};

interface SettlementProps {
  line: LigneProposee;
  proposal: PropositionVue | null;
}

/** The sums that the chosen proposal would settle; writes nothing. */
export function Settlement({ line, proposal }: SettlementProps) {
  const [part] = proposal?.parts ?? [];
  const shown = proposal?.genre === "reglement" && proposal.parts.length === 1 && part;
  const DossierId = part?.DossierId ?? 0;
  const preview = useQuery({
    ...previewOf({
      DossierId,
      date: line.date,
      montant: part?.montant ?? 0,
      // A cheque that the bank shows is already credited, so the preview treats it as a transfer, not as a cheque
      // that may bounce.
      mode: proposal?.mode === "cheque" ? "virement" : (proposal?.mode ?? "virement"),
      payeur: proposal?.payeur ?? "locataire",
      mois: line.mois,
    }),
    enabled: Boolean(shown),
    placeholderData: keepPreviousData,
  });
  const account = useQuery({ ...accountOf(DossierId), enabled: Boolean(shown) }).data;
  if (!shown || !preview.data || preview.data.DossierId !== DossierId) return null;
  return (
    <section
      aria-label="Ce que règle cette ligne"
      className={clsx("rounded-md border bg-canvas px-4 py-3", preview.isFetching && "opacity-70")}
    >
      <Settled
        payment={preview.data}
        echeances={account?.echeances ?? []}
        before={account && somme(account.solde, -account.avance)}
      />
    </section>
  );
}
