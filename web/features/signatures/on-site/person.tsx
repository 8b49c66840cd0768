import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useId, useState } from "react";
import type { SignatureSurPlace } from "#domain/signature/signature-fiche.ts";
import type { DemandeDetail, SignataireRow } from "#domain/signature/wire.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { frozenPaper } from "#web/entities/signatures/signatures.ts";
import { signerName } from "#web/entities/signatures/words.tsx";
import { ReadAndSign } from "./read-and-sign.tsx";

type Seen = SignatureSurPlace["identite"];

interface PersonProps {
  demande: DemandeDetail;
  signer: SignataireRow;
  onDone(): void;
}

/** A person signs on the agency's device: staff check the identity, then the signer is alone with the paper. */
export function Person({ demande, signer, onDone }: PersonProps) {
  const [identite, setIdentite] = useState<Seen | null>(null);
  const paper = useQuery(frozenPaper(demande.id));
  return (
    <>
      <Button variant="ghost" className="-mt-2 mb-3 -ml-3" onClick={onDone}>
        <ArrowLeft aria-hidden />
        Signataires
      </Button>
      {identite === null ? (
        <Identity signer={signer} onSeen={setIdentite} />
      ) : paper.data ? (
        <ReadAndSign
          demande={demande}
          signer={signer}
          identite={identite}
          paper={paper.data}
          onSigned={onDone}
        />
      ) : paper.isError ? (
        <ErrorState error={paper.error} onRetry={() => paper.refetch()} />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </>
  );
}

const SEEN = [
  { value: "carte", label: "Carte d’identité" },
  { value: "passeport", label: "Passeport" },
  { value: "titreSejour", label: "Titre de séjour" },
  { value: "connue", label: "Connue de l’agence" },
] as const satisfies readonly { value: Seen; label: string }[];

interface IdentityProps {
  signer: SignataireRow;
  onSeen(identite: Seen): void;
}

/** Staff note how the identity was proved; the number of a paper is not stored. */
function Identity({ signer, onSeen }: IdentityProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl font-semibold tracking-tight text-balance">
        L’agence vérifie l’identité de {signerName(signer)}
      </h2>
      <p className="mt-1 text-muted">
        Touchez le document vu, puis remettez-lui la tablette. Son numéro n’est pas noté.
      </p>
      <div className="mt-5 grid gap-3 sm:grid-cols-2">
        {SEEN.map(({ value, label }) => (
          <Button key={value} className="h-14! text-lg!" onClick={() => onSeen(value)}>
            {label}
          </Button>
        ))}
      </div>
    </section>
  );
}
