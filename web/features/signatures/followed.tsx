import { useQuery } from "@tanstack/react-query";
import { FolderOpen } from "lucide-react";
import { Link, useParams } from "wouter";
import { LIEUX } from "#domain/signature/preuve.ts";
import type { DemandeDetail, EvenementDeDemande } from "#domain/signature/wire.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { Author } from "#web/components/record/author.tsx";
import { EventDetails } from "#web/components/record/history-event.tsx";
import { RecordHead, WaitingRecord } from "#web/components/record/record-head.tsx";
import { NotFound } from "#web/components/shell/not-found.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { demandes } from "#web/entities/signatures/demandes.ts";
import { DemandeBadge } from "#web/entities/signatures/words.tsx";
import { formatInstant, formatSize } from "#web/lib/format.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { ApiError } from "#web/lib/server/api.ts";
import { DemandePanel } from "./panel.tsx";

export function SignatureRecord() {
  const { id = "" } = useParams();
  const known = /^[1-9]\d{0,14}$/.test(id);
  const query = useQuery({ ...demandes.find(Number(id)), enabled: known });
  const { data, error } = query;
  usePageTitle(data?.titre ?? "Signature");
  if (!known || (error instanceof ApiError && error.status === 404)) return <NotFound />;
  if (data) return <Found demande={data} />;
  return error ? <ErrorState error={error} onRetry={() => query.refetch()} /> : <WaitingRecord />;
}

function Found({ demande }: { demande: DemandeDetail }) {
  const { titre, lieu, createdAt, pages, octets, evenements } = demande;
  const place = placeOf(demande);
  return (
    <>
      <RecordHead
        title={titre}
        badge={<DemandeBadge {...demande} />}
        facts={[
          `Mis en signature le ${formatInstant(createdAt)}`,
          LIEUX[lieu].replace("'", "’"),
          `${pages} page${pages > 1 ? "s" : ""}, ${formatSize(octets)}`,
        ]}
        actions={
          place && (
            <Button asChild>
              <Link href={place}>
                <FolderOpen aria-hidden />
                Voir la fiche
              </Link>
            </Button>
          )
        }
        menu={[]}
        tabs={[]}
      />
      <div className="grid items-start gap-5 pt-5 *:min-w-0 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="space-y-5">
          <DemandePanel demande={demande} whole />
          <Fingerprints demande={demande} />
        </div>
        <Card>
          <h3 className="border-b px-5 py-3 font-semibold">Historique</h3>
          <ol className="divide-y">
            {evenements.map((event) => (
              <Event key={event.id} event={event} demande={demande} />
            ))}
          </ol>
        </Card>
      </div>
    </>
  );
}

interface EventProps {
  event: EvenementDeDemande;
  demande: DemandeDetail;
}

/** An event of the request, with the name of the signer concerned. */
function Event({ event, demande }: EventProps) {
  const { etat, user, createdAt } = event;
  const { SignataireId, ...details } = event.details ?? {};
  const signer = demande.signataires.find(({ id }) => id === SignataireId);
  return (
    <li className="px-5 py-2.5">
      <p className="font-medium">
        {etat}
        {signer && ` : ${signer.nom}`}
      </p>
      <p className="text-sm text-muted tabular-nums">
        <time dateTime={createdAt}>{formatInstant(createdAt)}</time>
        {user && (
          <>
            {" "}
            par <Author user={user} />
          </>
        )}
      </p>
      <EventDetails details={details} />
    </li>
  );
}

/**
 * The fingerprints of the paper, which anybody can compare with the fingerprint of a file, here or at /verification.
 */
function Fingerprints({ demande }: { demande: DemandeDetail }) {
  const { empreinte, empreinteScellee } = demande;
  return (
    <Card className="px-5 py-4">
      <h3 className="font-semibold">Empreintes</h3>
      <dl className="mt-2 space-y-2 text-sm">
        <Fingerprint label="Document lu par chacun (SHA-256)" value={empreinte} />
        {empreinteScellee && (
          <Fingerprint label="Document scellé (SHA-256)" value={empreinteScellee} />
        )}
      </dl>
      <p className="mt-3 text-sm text-muted">
        Signature électronique simple au sens du règlement (UE) n° 910/2014. Qui a reçu le document
        scellé le compare sur{" "}
        <Link href="/verification" className="text-accent underline underline-offset-4">
          la page de vérification
        </Link>
        .
      </p>
    </Card>
  );
}

function Fingerprint({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd className="font-mono text-xs break-all">{value}</dd>
    </div>
  );
}

/** The page of the record that keeps the signed file; null when there is none. */
function placeOf({ entite, DossierId, MissionId }: DemandeDetail): string | null {
  if (DossierId) {
    return `/dossiers/${DossierId}?tab=${entite === "EtatLieux" ? "etats-lieux" : "documents"}`;
  }
  if (MissionId) return `/missions/${MissionId}?tab=documents`;
  return entite === "Intendance" ? "/intendance/?filtre=toutes" : null;
}
