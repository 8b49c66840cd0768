import { useMutation, useQuery } from "@tanstack/react-query";
import { MailWarning, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { useParams } from "wouter";
import { formatEuros } from "#domain/montants.ts";
import type { DemandeValidation } from "#domain/quittances/quittance-fiche.ts";
import { NotFound } from "#web/components/shell/not-found.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { CircleCheck } from "#web/components/ui/row-icons.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { answer, askedBy } from "#web/entities/quittances/quittances.ts";
import { ApiError } from "#web/lib/server/api.ts";

const ANSWERED = "Votre réponse a déjà été prise en compte par nos services...";

/** The question asked to the tenant, opened by a link in a mail. Opening it changes nothing; only the button does. */
export function QuittanceValidation() {
  const { state = "", uuid = "" } = useParams();
  if (state !== "true" && state !== "false") return <NotFound />;
  return <Question key={uuid} paid={state === "true"} uuid={uuid} />;
}

function Question({ paid, uuid }: { paid: boolean; uuid: string }) {
  const asked = useQuery({
    queryKey: ["validation", uuid],
    queryFn: ({ signal }) => askedBy(uuid, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const sent = useMutation({ mutationFn: () => answer(uuid, paid) });
  const request = asked.data;

  if (sent.isSuccess) return <Thanks paid={paid} request={request} />;
  if (asked.isError && !answeredBefore(asked.error)) {
    return <Trouble error={asked.error} onRetry={() => asked.refetch()} />;
  }
  if (asked.isPending) return <Waiting />;
  if (!request || request.repondu || answeredBefore(sent.error)) {
    return <Answered request={request} />;
  }
  return (
    <Page request={request}>
      <h1 className="text-xl font-semibold tracking-tight text-balance">
        {paid ? "Avez-vous payé ce loyer ?" : "Ce loyer n’est pas encore payé ?"}
      </h1>
      <p className="mt-1.5 text-muted">
        {paid
          ? "Confirmez votre paiement à votre agence."
          : "Prévenez votre agence que vous n’avez pas encore réglé."}
      </p>
      <Asked request={request} />
      <Button
        variant="primary"
        className="mt-6 h-12! w-full text-lg!"
        pending={sent.isPending}
        onClick={() => sent.mutate()}
      >
        {paid ? "Oui, j’ai payé" : "Non, je n’ai pas encore payé"}
      </Button>
      {sent.isError ? (
        <p role="alert" className="mt-3 rounded-md bg-red-soft px-3 py-2 text-sm text-red">
          {reasonOf(sent.error)} Votre réponse n’est pas partie : réessayez.
        </p>
      ) : (
        <p className="mt-3 text-center text-sm text-muted">
          Vous ne pourrez répondre qu’une seule fois.
        </p>
      )}
    </Page>
  );
}

/** An unknown link looks like a link already answered (quittances/README §2.5). */
const answeredBefore = (error: Error | null) =>
  error instanceof ApiError && (error.status === 409 || error.status === 404);

function reasonOf(error: Error): string {
  if (error instanceof ApiError && error.status !== 0) return error.message;
  return "Le serveur ne répond pas : vérifiez votre connexion.";
}

function Asked({ request }: { request: DemandeValidation }) {
  return (
    <dl className="mt-5 divide-y rounded-lg border bg-canvas px-4 [&>div]:py-3">
      <div>
        <dt className="text-sm text-muted">Locataire</dt>
        <dd className="font-medium">{request.locataire}</dd>
      </div>
      <div>
        <dt className="text-sm text-muted">Logement</dt>
        <dd className="font-medium">{request.logement}</dd>
      </div>
      <div>
        <dt className="text-sm text-muted">Période</dt>
        <dd className="font-medium first-letter:uppercase">{request.periode}</dd>
      </div>
      <div>
        <dt className="text-sm text-muted">Loyer, charges comprises</dt>
        <dd className="text-xl font-semibold tracking-tight tabular-nums">
          {formatEuros(request.total)}
        </dd>
      </div>
    </dl>
  );
}

function Thanks({ paid, request }: { paid: boolean; request: DemandeValidation | undefined }) {
  return (
    <Page request={request}>
      <Sign tone="bg-green-soft text-green">
        <CircleCheck aria-hidden />
      </Sign>
      <h1 role="status" className="text-xl font-semibold tracking-tight">
        Merci, votre réponse est enregistrée.
      </h1>
      <p className="mt-1.5 text-muted">
        {paid
          ? "Vous avez déclaré avoir payé ce loyer. Votre agence en est informée."
          : "Vous avez déclaré ne pas avoir encore payé ce loyer. Votre agence en est informée."}
      </p>
      <p className="mt-3 text-sm text-muted">Vous pouvez fermer cette page.</p>
    </Page>
  );
}

function Answered({ request }: { request: DemandeValidation | undefined }) {
  return (
    <Page request={request}>
      <Sign tone="bg-blue-soft text-blue">
        <MailWarning aria-hidden />
      </Sign>
      <h1 className="text-lg font-semibold">{ANSWERED}</h1>
      {request?.agenceEmail && (
        <p className="mt-2 text-muted">
          Une question, une erreur ? Écrivez à{" "}
          <a
            href={`mailto:${request.agenceEmail}`}
            className="font-medium break-all text-accent underline underline-offset-4"
          >
            {request.agenceEmail}
          </a>
          .
        </p>
      )}
    </Page>
  );
}

function Trouble({ error, onRetry }: { error: Error; onRetry(): void }) {
  return (
    <Page>
      <Sign tone="bg-orange-soft text-orange">
        <WifiOff aria-hidden />
      </Sign>
      <h1 role="alert" className="text-lg font-semibold">
        La page n’a pas pu être lue.
      </h1>
      <p className="mt-1.5 text-muted">{reasonOf(error)}</p>
      <Button variant="primary" className="mt-5 h-12! w-full text-lg!" onClick={onRetry}>
        Réessayer
      </Button>
    </Page>
  );
}

function Waiting() {
  return (
    <Page>
      <div className="space-y-4" aria-busy="true">
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-64 w-full" />
        <Skeleton className="h-12 w-full" />
        <span className="sr-only" role="status">
          Chargement
        </span>
      </div>
    </Page>
  );
}

function Sign({ tone, children }: { tone: string; children: ReactNode }) {
  return (
    <span className={`mb-4 grid size-11 place-items-center rounded-full [&_svg]:size-6 ${tone}`}>
      {children}
    </span>
  );
}

function Page({ request, children }: { request?: DemandeValidation; children: ReactNode }) {
  return (
    <div className="min-h-screen px-4 py-6 sm:py-14">
      <main className="mx-auto w-full max-w-md">
        <p className="mb-4 text-center font-semibold text-muted">
          {request?.agenceNom || "Votre agence"}
        </p>
        <div className="rounded-xl border bg-surface p-5 sm:p-7">{children}</div>
      </main>
    </div>
  );
}
