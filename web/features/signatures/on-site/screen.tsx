import { useQuery } from "@tanstack/react-query";
import { CircleCheckBig, Lock, PenLine } from "lucide-react";
import { useState } from "react";
import { Redirect, useParams } from "wouter";
import type { DemandeDetail, SignataireRow } from "#domain/signature/wire.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { demandeHref, demandes } from "#web/entities/signatures/demandes.ts";
import { progressOf, roleOf, signerName } from "#web/entities/signatures/words.tsx";
import { wayBack } from "#web/lib/handed-over.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { ByCode } from "./by-code.tsx";
import { Person } from "./person.tsx";
import { TakeBack } from "./take-back.tsx";

/** The device while signers hold it: the paper, its signers, and the way back for staff. */
export function OnSite() {
  const { id = "" } = useParams();
  const query = useQuery(demandes.find(Number(id) || 0));
  const [signing, setSigning] = useState<number | null>(null);
  const [leaving, setLeaving] = useState(false);
  usePageTitle(query.data?.titre ?? "Signature");
  if (!wayBack()) return <Redirect to={demandeHref(Number(id) || 0)} replace />;
  if (leaving) return <TakeBack onStay={() => setLeaving(false)} />;
  const signer = query.data?.signataires.find((one) => one.id === signing);
  return (
    <div className="min-h-screen">
      <header className="sticky top-0 z-10 flex items-center gap-3 border-b bg-surface px-4 py-2 sm:px-6">
        <h1 className="min-w-0 flex-1 text-lg font-semibold text-balance">
          {query.data?.titre ?? "Signature"}
        </h1>
        <Button size="lg" onClick={() => setLeaving(true)}>
          <Lock aria-hidden />
          <span className="max-sm:sr-only">Rendre la tablette</span>
        </Button>
      </header>
      <main className="mx-auto max-w-3xl px-4 py-5 sm:px-6">
        {query.data && signer ? (
          <Person
            key={signer.id}
            demande={query.data}
            signer={signer}
            onDone={() => setSigning(null)}
          />
        ) : query.data ? (
          <Signers demande={query.data} onSign={setSigning} />
        ) : query.isError ? (
          <ErrorState error={query.error} onRetry={() => query.refetch()} />
        ) : (
          <Skeleton className="h-48 w-full" />
        )}
      </main>
    </div>
  );
}

interface SignersProps {
  demande: DemandeDetail;
  onSign(id: number): void;
}

/** The signers other than the agency, each with the signature given or the button to sign. */
function Signers({ demande, onSign }: SignersProps) {
  const others = demande.signataires.filter(({ role }) => role !== "agence");
  return (
    <>
      {demande.etat !== "a_signer" && <Over demande={demande} />}
      <ul aria-label="Signataires" className="space-y-3">
        {others.map((signer) => (
          <li key={signer.id}>
            <Card className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-4 sm:px-5">
              <div className="min-w-0 flex-1 basis-48">
                <p className="text-lg font-semibold break-words">{signerName(signer)}</p>
                <p className="text-muted">{roleOf(signer)}</p>
              </div>
              <Turn demande={demande} signer={signer} onSign={() => onSign(signer.id)} />
            </Card>
          </li>
        ))}
      </ul>
    </>
  );
}

function Over({ demande }: { demande: DemandeDetail }) {
  const done = demande.etat === "a_signer_agence" || demande.etat === "scellee";
  return (
    <p role="status" className="mb-4 flex items-start gap-3 text-lg">
      {done && <CircleCheckBig aria-hidden className="mt-1 size-5 shrink-0 text-green" />}
      {done
        ? "Chacun a signé. Rendez la tablette à l’agence : elle signe en dernier, puis chacun reçoit sa copie."
        : "Ce document ne se signe plus. Rendez la tablette à l’agence."}
    </p>
  );
}

interface TurnProps {
  demande: DemandeDetail;
  signer: SignataireRow;
  onSign(): void;
}

function Turn({ demande, signer, onSign }: TurnProps) {
  const { tone, word } = progressOf(signer);
  if (!signer.aSonTour || demande.etat !== "a_signer") return <Badge tone={tone}>{word}</Badge>;
  if (signer.mentionDemandee) return <ByCode demande={demande} signer={signer} />;
  return (
    <Button
      variant="primary"
      size="lg"
      className="h-12! px-6! text-lg!"
      aria-label={`Lire et signer : ${signer.nom}`}
      onClick={onSign}
    >
      <PenLine aria-hidden />
      Lire et signer
    </Button>
  );
}
