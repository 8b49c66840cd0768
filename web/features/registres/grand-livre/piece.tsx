import { Suspense } from "react";
import { Link } from "wouter";
import type { PieceDEcriture } from "#domain/gerance/livres/grand-livre.ts";
import { Button } from "#web/components/ui/button.tsx";
import { PIECE_HREFS } from "#web/entities/agence/grand-livre.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import type { LedgerState, Reader } from "./ledger-state.ts";

const QuittanceDialog = lazyNamed(
  () => import("#web/features/quittances/quittance-dialog.tsx"),
  "QuittanceDialog",
);
const PaymentRecord = lazyNamed(
  () => import("#web/features/comptes/payment-record.tsx"),
  "PaymentRecord",
);

const WORDS = {
  quittance: "Quittance",
  reglement: "Règlement",
  depense: "Dépense",
  "compte-rendu": "Compte rendu",
  lot: "Lot de virements",
  releve: "Relevé",
  mandat: "Mandat",
  dossier: "Dossier",
} as const;

interface PieceProps {
  piece: string | null;
  source: PieceDEcriture | null;
  reader: Reader;
  onOpen: LedgerState["open"];
}

/** The piece of a line; for users of the agency, a link to its record. */
export function Piece({ piece, source, reader, onOpen }: PieceProps) {
  const words = piece ?? (source ? WORDS[source.genre] : "");
  if (reader.visite !== null || !source) return words;
  const title = WORDS[source.genre];
  const href = PIECE_HREFS[source.genre];
  if (href) {
    return (
      <Link href={href(source.id, piece)} title={title} className="text-accent hover:underline">
        {words}
      </Link>
    );
  }
  return (
    <Button variant="link" title={title} className="text-[1em]!" onClick={() => onOpen(source)}>
      {words}
    </Button>
  );
}

/** The record that the address opens over the ledger. */
export function OpenedPiece({ ledger }: { ledger: LedgerState }) {
  const { piece, open } = ledger;
  const close = () => open(null);
  return (
    <Suspense>
      {piece?.genre === "quittance" && <QuittanceDialog id={piece.id} onClose={close} />}
      {piece?.genre === "reglement" && <PaymentRecord id={piece.id} onClose={close} />}
    </Suspense>
  );
}
