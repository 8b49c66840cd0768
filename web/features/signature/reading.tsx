import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { heureDeParis } from "#domain/dates.ts";
import type { VisiteProprietaire } from "#domain/gerance/mandats/acces-proprietaire.ts";
import { ROLES } from "#domain/signature/demande.ts";
import type { LectureDeSignataire } from "#domain/signature/wire.ts";
import { Paper } from "#web/components/paper/paper.tsx";
import { Button } from "#web/components/ui/button.tsx";
import {
  Closed,
  Panel,
  Title,
  takeFocus,
  type VisitedAgency,
  Waiting,
} from "#web/components/visitor/frame.tsx";
import { isVisitOver } from "#web/components/visitor/visit-over.ts";
import { formatCount, formatInstant, formatSize } from "#web/lib/format.ts";
import { ApiError } from "#web/lib/server/api.ts";
import { Choice } from "./choice.tsx";
import { Download } from "./download.tsx";
import type { DraftProps } from "./draft.ts";
import { Others } from "./others.tsx";
import { Outcome, RefusedByHim } from "./outcome.tsx";
import { readingQuery } from "./visit.ts";

interface ReadingProps extends DraftProps {
  visit: VisiteProprietaire;
  agency: VisitedAgency | undefined;
  /** Called when the worker says that the visit is over. */
  onOver(): void;
}

/** A visit: the paper to read and sign; once signed, the next steps and the copy. */
export function Reading({ visit, agency, onOver, ...draft }: ReadingProps) {
  const reading = useQuery(readingQuery(visit.jeton));
  const [refused, setRefused] = useState(false);
  const ended = isVisitOver(reading.error);
  useEffect(() => {
    if (ended) onOver();
  }, [ended, onOver]);

  if (reading.isPending) {
    return (
      <Panel>
        <Waiting />
      </Panel>
    );
  }
  if (reading.data && refused) return <RefusedByHim reading={reading.data} agency={agency} />;
  // The request has ended meanwhile: the cached paper is useless.
  if (reading.error instanceof ApiError && reading.error.status === 409) {
    return (
      <Panel>
        <Closed sentence={reading.error.message} agency={agency} />
      </Panel>
    );
  }
  if (!reading.data) {
    return (
      <Panel>
        <Title>Le document n’a pas pu être lu.</Title>
        {reading.error instanceof ApiError && reading.error.status !== 0 && (
          <p className="mt-1.5 text-muted">{reading.error.message}</p>
        )}
        <Button variant="primary" className="mt-5 h-10!" onClick={() => reading.refetch()}>
          Réessayer
        </Button>
      </Panel>
    );
  }
  const onDone = () => void reading.refetch().then(() => scrollTo({ top: 0 }));
  const shown = { reading: reading.data, visite: visit.jeton, onOver };
  return (
    <div className="space-y-5">
      {reading.data.etat === "ouvert" ? (
        <Head {...shown} jusqua={visit.jusqua} />
      ) : (
        <Outcome {...shown} agency={agency} onDone={onDone} />
      )}
      <Whole reading={reading.data} />
      {reading.data.etat === "ouvert" && (
        <Choice {...shown} {...draft} onChanged={onDone} onRefused={() => setRefused(true)} />
      )}
    </div>
  );
}

interface HeadProps {
  reading: LectureDeSignataire;
  visite: string;
  jusqua: string;
  onOver(): void;
}

/** The paper to sign, its last day, and the other signers. */
function Head({ reading: { demande, signataire, autres, annexe }, jusqua, ...visit }: HeadProps) {
  const { titre, pages, octets, expireLe } = demande;
  return (
    <Panel>
      <h1
        ref={takeFocus}
        tabIndex={-1}
        className="text-lg font-semibold tracking-tight wrap-anywhere outline-none"
      >
        {titre}
      </h1>
      <p className="mt-1 text-muted">
        {ROLES[signataire.role]} : {signataire.nom}
        {signataire.qualite && `, ${signataire.qualite}`}
      </p>
      <p className="mt-3">
        Lisez le texte jusqu’à la fin : « Je signe » s’y ouvre. Rien n’est signé avant que vous ne
        le disiez.
      </p>
      <p className="mt-1 text-sm text-muted">
        {formatCount(pages, "page")}, {formatSize(octets)}. À signer avant le{" "}
        {formatInstant(expireLe)}. Visite ouverte jusqu’à {heureDeParis(new Date(jusqua))} : ce que
        vous écrivez reste sur cette page si elle prend fin.
      </p>
      <Others autres={autres} />
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
        <Download {...visit} label={`Télécharger le PDF (${formatCount(pages, "page")})`} />
        {annexe && <Download {...visit} annexe label="Télécharger le bail garanti" />}
      </div>
      <details className="mt-4 text-sm print:hidden">
        <summary className="w-fit text-accent underline-offset-4 hover:underline">
          Imprimer et signer à la main
        </summary>
        <p className="mt-1.5 text-muted">
          Personne n’est obligé de signer par voie électronique. Téléchargez le PDF, imprimez-le,
          signez-le et rendez-le à l’agence : elle annulera cette demande. Le document signé à la
          main vaut autant.
        </p>
      </details>
    </Panel>
  );
}

/** The paper itself. The pages of joined files have no text here: they are read in the PDF. */
function Whole({ reading: { blocs, demande } }: { reading: LectureDeSignataire }) {
  const { pagesJointes } = demande;
  return (
    <section
      aria-label="Texte du document"
      className="rounded-xl border bg-surface p-5 sm:px-10 sm:py-8 print:border-0 print:p-0"
    >
      <Paper blocs={blocs} />
      {pagesJointes > 0 && (
        <p className="mt-6 rounded-md bg-blue-soft px-3 py-2 text-blue">
          {pagesJointes > 1
            ? `Les ${pagesJointes} dernières pages du PDF, jointes telles quelles, se lisent dans le fichier : téléchargez-le avant de signer.`
            : "La dernière page du PDF, jointe telle quelle, se lit dans le fichier : téléchargez-le avant de signer."}
        </p>
      )}
    </section>
  );
}
