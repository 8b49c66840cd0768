import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { LienProprietaire } from "#domain/gerance/mandats/acces-proprietaire.ts";
import { Skeleton } from "#web/components/ui/skeleton.tsx";

/** The page itself, under the name and the logo of the agency. */
export function Frame({
  agency,
  wide,
  children,
}: {
  agency?: Pick<LienProprietaire, "agenceNom" | "logo"> | undefined;
  wide?: boolean;
  children: ReactNode;
}) {
  const name = agency?.agenceNom || "Votre agence";
  return (
    <div className="min-h-screen px-4 py-6 sm:py-12">
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

/** Focuses a heading that replaces the focused element: the keyboard and the screen reader go on from it. */
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

/** The title of the page, announced since it may change while it is read. */
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
