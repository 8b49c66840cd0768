import { useMutation, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useSearch } from "wouter";
import { formatPeriode, heureDeParis } from "#domain/dates.ts";
import {
  FICHIERS_DU_COMPTABLE,
  type FichierOffert,
  type FichiersDuComptable,
} from "#domain/gerance/livres/acces-comptable.ts";
import { LIVRES } from "#domain/gerance/livres/ecritures.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Download } from "#web/components/ui/row-icons.tsx";
import { Panel, takeFocus, Waiting } from "#web/components/visitor/frame.tsx";
import { isVisitOver } from "#web/components/visitor/visit-over.ts";
import { downloadFile, filesQuery } from "#web/entities/agence/comptable.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { ApiError } from "#web/lib/server/api.ts";
import { VisitRead } from "./visit-read.tsx";

interface FilesProps {
  visite: string;
  jusqua: string;
  /** Called when the worker says that the visit is over. */
  onOver(): void;
}

/** The books on screen and their files, for the period of the accountant's link. */
export function AccountantFiles({ visite, jusqua, onOver }: FilesProps) {
  return (
    <VisitRead
      query={useQuery(filesQuery(visite))}
      unread="Les exports n’ont pas pu être lus."
      onOver={onOver}
    >
      {(files) => <Offered {...files} access={{ visite, onOver }} jusqua={jusqua} />}
    </VisitRead>
  );
}

const Ledger = lazyNamed(() => import("#web/features/registres/grand-livre/ledger.tsx"), "Ledger");

type Access = Pick<FilesProps, "visite" | "onOver">;

function Offered({
  nom,
  du,
  au,
  fichiers,
  access,
  jusqua,
}: FichiersDuComptable & { access: Access; jusqua: string }) {
  const asked = useSearch().includes("livre.");
  const [reading, setReading] = useState(asked);
  return (
    <div className="space-y-5">
      <Panel>
        <h1
          ref={takeFocus}
          tabIndex={-1}
          className="text-lg font-semibold tracking-tight outline-none"
        >
          {nom}
        </h1>
        <p className="mt-1">Exports comptables, {formatPeriode(du, au)}</p>
        <p className="mt-3 text-sm text-muted">
          Visite ouverte jusqu’à {heureDeParis(new Date(jusqua))}. Chaque export est noté par
          l’agence.
        </p>
      </Panel>
      <details
        className="rounded-xl border bg-surface"
        open={reading}
        onToggle={({ currentTarget }) => setReading(currentTarget.open)}
      >
        <summary className="cursor-pointer px-5 py-4 font-semibold sm:px-7">
          Lire les livres à l’écran
        </summary>
        {reading && (
          <div className="px-3 pb-4 sm:px-5">
            <Suspense fallback={<Waiting />}>
              <Ledger reader={{ visite: access.visite, bounds: { du, au } }} />
            </Suspense>
          </div>
        )}
      </details>
      {(["H", "G"] as const).map((book) => (
        <section key={book} aria-label={LIVRES[book]} className="rounded-xl border bg-surface">
          <h2 className="px-5 pt-5 pb-1 font-semibold sm:px-7">
            {book === "H" ? "Honoraires de l’agence" : "Fonds des mandants"}
          </h2>
          <ul className="divide-y pb-2">
            {fichiers
              .filter(({ fichier }) => FICHIERS_DU_COMPTABLE[fichier].livre === book)
              .map((file) => (
                <File key={`${file.fichier} ${file.exercice}`} file={file} access={access} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function File({ file, access: { visite, onOver } }: { file: FichierOffert; access: Access }) {
  const { titre } = FICHIERS_DU_COMPTABLE[file.fichier];
  const name = file.exercice ? `${titre}, exercice ${file.exercice}` : titre;
  const saved = useMutation({
    mutationFn: () => downloadFile(visite, file),
    onError: (error) => {
      if (isVisitOver(error)) onOver();
    },
  });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 py-3 sm:px-7">
      <p className="min-w-0 flex-1 basis-48 font-medium">{name}</p>
      {saved.isError && (
        <span role="alert" className="text-sm text-red">
          {saved.error instanceof ApiError ? saved.error.message : "Réessayez."}
        </span>
      )}
      <Button
        pending={saved.isPending}
        aria-label={`Télécharger : ${name}`}
        onClick={() => saved.mutate()}
      >
        <Download aria-hidden />
        Télécharger
      </Button>
    </li>
  );
}
