import { formatJour } from "#domain/dates.ts";
import type { LigneProposee } from "#domain/gerance/rapprochement/ligne-releve.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { signed } from "#web/entities/banque/rapprochement-words.tsx";
import { paymentNumber } from "#web/entities/comptes/reglements-words.tsx";

interface DoneListProps {
  lines: readonly LigneProposee[];
  onTakeBack(id: number): void;
}

/** The lines matched or set aside, latest first, each with a button that undoes the action. */
export function DoneList({ lines, onTakeBack }: DoneListProps) {
  return (
    <ul className="rounded-md border bg-surface">
      {lines.map((line) => (
        <li
          key={line.id}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b px-3 py-2 last:border-b-0"
        >
          <span className="text-sm text-muted tabular-nums">{formatJour(line.date)}</span>
          <span className="min-w-0 flex-1 basis-60">
            <span className="block truncate font-medium" title={line.libelle}>
              {line.tiers ?? line.libelle}
            </span>
            <span className="block truncate text-sm text-muted">{madeOf(line)}</span>
          </span>
          {line.automatique && <Badge tone="violet">Automatique</Badge>}
          <span className="w-28 text-right font-medium tabular-nums">{signed(line.montant)}</span>
          <Button
            size="sm"
            aria-label={`Annuler : ${line.tiers ?? line.libelle}`}
            onClick={() => onTakeBack(line.id)}
          >
            Annuler
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** The reference of a transfer to an owner, or of a transfer of the agency's fees. */
const PAYOUT = /^(?:M|REV-)/;

function madeOf({ motif, reglements, virements, depenses, factures }: LigneProposee): string {
  if (motif) return motif;
  if (factures.length > 0)
    return factures.map(({ numero, acheteur }) => `${numero}, ${acheteur}`).join(" · ");
  const [transfer, other] = virements;
  if (transfer) {
    const word = virements.every(({ reference }) => PAYOUT.test(reference))
      ? "reversement"
      : "virement";
    if (other) return `${virements.length} ${word}s`;
    const named = word === "virement" ? "Virement" : "Reversement";
    return `${named}${transfer.rendu ? " rendu" : ""} ${transfer.reference}, ${transfer.titulaire}`;
  }
  if (depenses.length > 0) {
    return depenses
      .map(({ intitule, fournisseur }) => [intitule, fournisseur].filter(Boolean).join(", "))
      .join(" · ");
  }
  return reglements
    .map(({ numero, locataire }) => `${locataire}, règlement ${paymentNumber(numero)}`)
    .join(" · ");
}
