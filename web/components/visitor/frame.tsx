import { clsx } from "clsx";
import { Link2Off, MailOpen, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { ApiError } from "#web/lib/server/api.ts";

export interface VisitedAgency {
  agenceNom: string;
  agenceEmail: string;
  /** A `data:` address; null when the agency has no logo. */
  logo: string | null;
}

/** A page for people outside the agency, with the agency's name and logo. */
export function Frame({
  agency,
  wide,
  children,
}: {
  agency?: Pick<VisitedAgency, "agenceNom" | "logo"> | undefined;
  wide?: boolean;
  children: ReactNode;
}) {
  const name = agency?.agenceNom || "Votre agence";
  return (
    <div className="min-h-screen px-4 py-6 sm:py-12 print:min-h-0 print:p-0">
      <main className={clsx("mx-auto w-full", wide ? "max-w-4xl" : "max-w-md")}>
        <p className="mb-4 flex flex-col items-center gap-2 text-center font-semibold text-muted">
          {agency?.logo && (
            <img
              src={agency.logo}
              alt=""
              className="max-h-14 max-w-48 rounded bg-white object-contain p-1"
            />
          )}
          {name}
        </p>
        {children}
      </main>
    </div>
  );
}

/** Focuses a heading that replaces the focused element, so that the keyboard and the screen reader go on from it. */
export const takeFocus = (heading: HTMLElement | null) => heading?.focus();

export function Panel({ children }: { children: ReactNode }) {
  return <div className="rounded-xl border bg-surface p-5 sm:p-7">{children}</div>;
}

export function Sign({ tone, children }: { tone: string; children: ReactNode }) {
  return (
    <span className={`mb-4 grid size-11 place-items-center rounded-full [&_svg]:size-6 ${tone}`}>
      {children}
    </span>
  );
}

/** The title of the page. A screen reader announces it when it changes. */
export function Title({ children }: { children: ReactNode }) {
  return (
    <div role="status">
      <h1 className="text-lg font-semibold tracking-tight text-balance">{children}</h1>
    </div>
  );
}

export function Waiting() {
  return (
    <div className="space-y-4" aria-busy="true">
      <Skeleton className="h-6 w-3/4" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-12 w-full" />
      <span className="sr-only" role="status">
        Chargement
      </span>
    </div>
  );
}

/** A sentence shown instead of the visit, with the agency's e-mail address when it is known. */
export function Closed({
  sentence,
  agency,
  icon = <Link2Off aria-hidden />,
  tone = "bg-orange-soft text-orange",
  children,
}: {
  sentence: string;
  agency?: VisitedAgency | undefined;
  icon?: ReactNode;
  tone?: string;
  children?: ReactNode;
}) {
  return (
    <>
      <Sign tone={tone}>{icon}</Sign>
      <Title>{sentence}</Title>
      {children}
      {agency?.agenceEmail && (
        <p className="mt-2 text-muted">
          Écrivez à{" "}
          <a
            href={`mailto:${agency.agenceEmail}`}
            className="font-medium wrap-anywhere text-accent underline underline-offset-4"
          >
            {agency.agenceEmail}
          </a>
          .
        </p>
      )}
    </>
  );
}

/** The page of a link that is unknown, or that could not be read. */
export function LinkTrouble({ error, onRetry }: { error: Error; onRetry(): void }) {
  const unknown = error instanceof ApiError && (error.status === 404 || error.status === 422);
  return (
    <Frame>
      <Panel>
        {unknown ? (
          <Closed sentence="Ce lien n’existe pas. Vérifiez qu’il est entier, ou demandez-en un autre à votre agence." />
        ) : (
          <>
            <Sign tone="bg-orange-soft text-orange">
              <WifiOff aria-hidden />
            </Sign>
            <Title>La page n’a pas pu être lue.</Title>
            <p className="mt-1.5 text-muted">
              {error instanceof ApiError && error.status !== 0
                ? error.message
                : "Le serveur ne répond pas\u00A0: vérifiez votre connexion."}
            </p>
            <Button variant="primary" className="mt-5 h-12! w-full text-lg!" onClick={onRetry}>
              Réessayer
            </Button>
          </>
        )}
      </Panel>
    </Frame>
  );
}

/** Shown when the address lacks the secret of its link, because the page was reloaded or opened by hand. */
export const FromTheMail = () => (
  <Frame>
    <Panel>
      <Sign tone="bg-blue-soft text-blue">
        <MailOpen aria-hidden />
      </Sign>
      <Title>Ouvrez cette page depuis votre courriel.</Title>
      <p className="mt-1.5 text-muted">
        Par sécurité, votre visite ne survit pas à la page. Le lien de votre courriel en ouvre une
        autre, avec un nouveau code.
      </p>
    </Panel>
  </Frame>
);
