import { Link } from "wouter";
import { formatJour } from "#domain/dates.ts";
import type { RevisionARefaire } from "#domain/gerance/revisions/revision-lue.ts";
import { formatEuros } from "#domain/montants.ts";
import { Notice } from "#web/components/notice.tsx";
import { formatCount } from "#web/lib/format.ts";

/** The revisions whose index was corrected afterwards, each with a link to its lease and the right rent. */
export function RedoNotice({ revisions }: { revisions: readonly RevisionARefaire[] }) {
  return (
    <Notice tone="orange">
      <p className="font-medium">
        {formatCount(revisions.length, "révision à refaire", "révisions à refaire")} : leur indice a
        été corrigé depuis.
      </p>
      <ul
        aria-label="Révisions à refaire"
        className="mt-1 max-h-56 space-y-1.5 overflow-y-auto text-sm"
      >
        {revisions.map((revision) => (
          <li key={revision.id} className="flex flex-wrap gap-x-3">
            <Link
              href={`/dossiers/${revision.DossierId}`}
              className="min-w-0 font-medium underline underline-offset-4 wrap-anywhere"
            >
              {revision.locataire}, {revision.appartement}
            </Link>
            <span className="whitespace-nowrap tabular-nums">
              {formatEuros(revision.loyerApres)} → {formatEuros(revision.loyerJuste)}
            </span>
            <span className="tabular-nums">
              {revision.ecart > 0 && "+"}
              {formatEuros(revision.ecart)} par mois dès le {formatJour(revision.effetLe)}
            </span>
            <span>
              {revision.annulable
                ? "À annuler, puis à redemander."
                : "Elle a pris effet, une quittance la facture, ou son année est passée : à changer par un accord, sur le dossier."}
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
