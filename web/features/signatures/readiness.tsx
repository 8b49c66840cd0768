import { TriangleAlert } from "lucide-react";
import { Link } from "wouter";
import { formatEuros } from "#domain/montants.ts";
import type { PreparationDeSignature } from "#domain/signature/wire.ts";
import { CircleX } from "#web/components/ui/row-icons.tsx";
import type { PaperToSign } from "#web/entities/signatures/opening.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { mendedAt } from "./kinds.ts";

interface ReadinessProps {
  paper: PaperToSign;
  prepared: PreparationDeSignature;
}

/** The reasons that prevent the signing of a paper, the warnings, and links to the pages where they are corrected. */
export function Readiness({ paper, prepared }: ReadinessProps) {
  const { blocages, avertissements, mention, enCours } = prepared;
  const warnings = enCours
    ? ["Une signature est en cours pour ce document : celle-ci la remplacera.", ...avertissements]
    : avertissements;
  return (
    <>
      {blocages.length > 0 && (
        <div role="alert" className="rounded-md bg-red-soft px-3 py-2 text-sm text-red">
          <p className="font-medium">Ce document ne peut pas encore être signé :</p>
          <ul className="mt-1 space-y-1">
            {blocages.map((sentence) => (
              <li key={sentence} className="flex items-start gap-2">
                <CircleX aria-hidden className="mt-0.5 size-4 shrink-0" />
                {sentence}
              </li>
            ))}
          </ul>
          <Ways paper={paper} sentences={blocages} />
        </div>
      )}
      {warnings.length > 0 && (
        <div role="status" className="rounded-md bg-orange-soft px-3 py-2 text-sm text-orange">
          <p className="font-medium">À savoir avant de le figer :</p>
          <ul className="mt-1 space-y-1">
            {warnings.map((sentence) => (
              <li key={sentence} className="flex items-start gap-2">
                <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
                {sentence}
              </li>
            ))}
          </ul>
          {blocages.length === 0 && avertissements.length > 0 && (
            <Ways paper={paper} sentences={avertissements} />
          )}
        </div>
      )}
      {mention && (
        <p className="text-muted">
          {paper.type === "acteCautionnement"
            ? `La caution écrit elle-même la mention de son engagement, jusqu’à ${formatEuros(mention.montant)} (article 2297 du Code civil).`
            : `Chaque locataire écrit lui-même la somme qu’il doit, ${formatEuros(mention.montant)} (article 1376 du Code civil).`}
        </p>
      )}
    </>
  );
}

/** Faults of the agency or of its seal are corrected in the settings, the others on the record. */
const OF_SETTINGS = /paramètres|sceau|carte professionnelle|réglages/i;

function Ways({ paper, sentences }: { paper: PaperToSign; sentences: readonly string[] }) {
  const mayAdminister = usePeut("administrer");
  const settings = sentences.some((sentence) => OF_SETTINGS.test(sentence));
  const record = sentences.some((sentence) => !OF_SETTINGS.test(sentence));
  return (
    <p className="mt-1.5 ml-6 flex flex-wrap gap-x-4 underline underline-offset-4">
      {record && <Link href={mendedAt(paper)}>Compléter la fiche</Link>}
      {settings && mayAdminister && <Link href="/parametres/">Ouvrir les paramètres</Link>}
    </p>
  );
}
