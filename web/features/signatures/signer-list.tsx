import { Pencil } from "lucide-react";
import { Suspense, useState } from "react";
import { IDENTITES } from "#domain/signature/preuve.ts";
import type { DemandeRow, SignataireRow } from "#domain/signature/wire.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { isOpen, progressOf, roleOf, signerName } from "#web/entities/signatures/words.tsx";
import { formatInstant } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { usePeut } from "#web/lib/server/session.ts";

const CorrectDialog = lazyNamed(() => import("./correct-dialog.tsx"), "CorrectDialog");

/** The signers of a request, each with the furthest step reached. */
export function SignerList({ demande }: { demande: DemandeRow }) {
  const [corrected, setCorrected] = useState<SignataireRow | null>(null);
  const mayCorrect = usePeut("modifier") && isOpen(demande);
  return (
    <>
      <ul aria-label={`Signataires : ${demande.titre}`} className="mt-1.5 divide-y border-t">
        {demande.signataires.map((signer) => (
          <Signer
            key={signer.id}
            signer={signer}
            onCorrect={
              mayCorrect && !signer.signeLe && signer.role !== "agence"
                ? () => setCorrected(signer)
                : null
            }
          />
        ))}
      </ul>
      <Suspense>
        {corrected && (
          <CorrectDialog demande={demande} signer={corrected} onClose={() => setCorrected(null)} />
        )}
      </Suspense>
    </>
  );
}

interface SignerProps {
  signer: SignataireRow;
  onCorrect: (() => void) | null;
}

function Signer({ signer, onCorrect }: SignerProps) {
  const { mail, motif, identite, gardeDiscussion } = signer;
  const { tone, word, at } = progressOf(signer);
  return (
    <li className="flex items-start gap-x-2 px-3.5 py-2">
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="text-base font-medium break-words">{signerName(signer)}</span>
          <Badge tone={tone}>{word}</Badge>
          {at && <span className="text-muted tabular-nums">le {formatInstant(at)}</span>}
        </p>
        <p className="break-words text-muted">
          {roleOf(signer)}
          {mail && `, ${mail}`}
        </p>
        {signer.signeLe && identite && (
          <p className="text-muted">Identité : {IDENTITES[identite].replaceAll("'", "’")}</p>
        )}
        {gardeDiscussion && (
          <p className="text-orange">
            Garde le bénéfice de discussion : le locataire est poursuivi avant lui.
          </p>
        )}
        {motif && <p className="text-red">Motif : {motif}</p>}
      </div>
      {onCorrect && (
        <Button
          variant="ghost"
          size="icon-sm"
          title="Corriger l’adresse"
          aria-label={`Corriger l’adresse : ${signer.nom}`}
          onClick={onCorrect}
        >
          <Pencil aria-hidden />
        </Button>
      )}
    </li>
  );
}
