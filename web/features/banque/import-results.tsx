import { TriangleAlert, X } from "lucide-react";
import { Link } from "wouter";
import type { Importation, ReleveRapproche } from "#domain/gerance/banque/releve-fiche.ts";
import { formatEuros } from "#domain/montants.ts";
import { Button } from "#web/components/ui/button.tsx";
import { CircleCheck } from "#web/components/ui/row-icons.tsx";
import { MATCHING, statementHref } from "#web/entities/banque/banque.ts";
import { periodOf } from "#web/entities/banque/columns.tsx";
import { formatCount } from "#web/lib/format.ts";

export interface Done extends Importation {
  file: string;
}

interface ImportResultsProps {
  done: readonly Done[];
  onClose(): void;
}

export function ImportResults({ done, onClose }: ImportResultsProps) {
  if (done.length === 0) return null;
  const left = done.reduce((sum, { nouvelles, rapprochees }) => sum + nouvelles - rapprochees, 0);
  return (
    <div role="status" className="relative mt-3 rounded-lg border bg-surface py-2 pr-12 pl-4">
      <ul className="divide-y divide-line">
        {done.map(({ file, releves, inconnus, sansEffet }) => (
          <li key={releves.map(({ id }) => id).join()} className="py-2">
            <p className="font-medium break-words">{file}</p>
            {releves.map((releve) => (
              <p key={releve.id} className="flex items-start gap-1.5 text-sm">
                <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-green" />
                <span>
                  <Link href={statementHref(releve.id)} className="text-accent underline">
                    {releve.compte}
                  </Link>{" "}
                  : {sentenceOf(releve)} {matchedWords(releve)}
                </span>
              </p>
            ))}
            {sansEffet > 0 && <p className="text-muted text-sm">{leftOutWords(sansEffet)}</p>}
            {inconnus.length > 0 && (
              <p className="flex items-start gap-1.5 text-sm text-orange">
                <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
                {`Ce fichier contient aussi ${formatCount(inconnus.length, "compte")} que l’agence n’a pas ajouté : ${inconnus.join(", ")}. Leurs lignes ne sont pas importées.`}
              </p>
            )}
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button asChild variant="primary" className="mt-1 mb-1.5">
          <Link href={MATCHING}>
            {left > 1
              ? `Rapprocher les ${left} lignes qui restent`
              : "Rapprocher la ligne qui reste"}
          </Link>
        </Button>
      )}
      <Button
        variant="ghost"
        size="icon-sm"
        title="Fermer"
        aria-label="Fermer le compte rendu"
        className="absolute top-2 right-2"
        onClick={onClose}
      >
        <X />
      </Button>
    </div>
  );
}

/** « 31 lignes rapprochées d’elles-mêmes, 12 à rapprocher. »; empty when the file held no new line. */
function matchedWords({ nouvelles, rapprochees }: ReleveRapproche): string {
  if (nouvelles === 0) return "";
  const matched = formatCount(
    rapprochees,
    "ligne rapprochée d’elle-même",
    "lignes rapprochées d’elles-mêmes",
  );
  const left = nouvelles - rapprochees;
  return `${rapprochees === 0 ? "" : `${matched}, `}${left === 0 ? "rien à faire" : `${left} à rapprocher`}.`;
}

/** « 2 opérations refusées, annulées ou en attente, laissées de côté. » */
const leftOutWords = (count: number): string =>
  `${formatCount(count, "opération refusée, annulée ou en attente, laissée de côté", "opérations refusées, annulées ou en attente, laissées de côté")}.`;

const NOT_PROVEN =
  " Ses lignes ne prouvent pas ce que la banque a vu : il ne dit pas de quel compte il est, pas ses soldes, ou ne part pas d’un solde déjà prouvé.";

/** « 12 lignes, dont 2 déjà connues et 10 nouvelles ; … ; solde de 100,00 € à 90,00 €. » */
function sentenceOf(releve: ReleveRapproche): string {
  const { lignes, nouvelles, connues, ancienSolde, nouveauSolde, prouve, saut } = releve;
  const known =
    connues === 0 ? "" : `, dont ${formatCount(connues, "déjà connue", "déjà connues")}`;
  const all = `${formatCount(lignes, "ligne")}${known}`;
  const fresh = formatCount(nouvelles, "nouvelle", "nouvelles");
  const balances =
    nouveauSolde === null
      ? "le fichier n’indique pas de solde"
      : `solde ${ancienSolde === null ? "" : `de ${formatEuros(ancienSolde)} `}à ${formatEuros(nouveauSolde)}`;
  const proof = prouve ? "" : saut ? ` ${saut}` : NOT_PROVEN;
  return `${[connues === 0 ? all : `${all} et ${fresh}`, periodOf(releve), balances].filter(Boolean).join(" ; ")}.${proof}`;
}
