import type { Agence } from "#domain/agence/agence.ts";
import { formatJour } from "#domain/dates.ts";
import { type ChiffresDeRevision, indiceNomme } from "#domain/gerance/revisions/revision-lue.ts";
import { formatEuros, formatNombre } from "#domain/montants.ts";
import { lettre, type Texte } from "./composition.ts";

/** A revision to which an owner is asked to agree; euros. */
interface RevisionAConvenir extends ChiffresDeRevision {
  logement: string;
  locataire: string;
}

/** The rents before and after a revision, with its day of effect: « 850,00 € → 859,79 € au 01/12/2026 ». */
const loyers = ({ loyerAvant, loyerApres, effetLe }: ChiffresDeRevision): string =>
  `${formatEuros(loyerAvant)} → ${formatEuros(loyerApres)} au ${formatJour(effetLe)}`;

const indice = (chiffres: ChiffresDeRevision): string =>
  `IRL du ${indiceNomme(chiffres)}\u00A0: ${formatNombre(chiffres.indiceAncien, 2)} → ${formatNombre(chiffres.indiceNouveau, 2)}`;

/**
 * The mail that asks an owner for his agreement to revisions (revisions/README §15.9).
 * @param nom the owner's name in full
 * @param deChacun whether each of several owners must agree
 */
export const courrielAccordRevision = (
  agence: Agence,
  {
    nom,
    deChacun,
    revisions,
  }: { nom: string; deChacun: boolean; revisions: readonly RevisionAConvenir[] },
): Texte =>
  lettre(
    agence,
    revisions.length > 1
      ? `Votre accord pour réviser ${revisions.length} loyers`
      : "Votre accord pour réviser un loyer",
    [
      { kind: "texte", texte: `Bonjour ${nom},` },
      {
        kind: "texte",
        texte: `Votre mandat prévoit que nous demandions votre accord avant de réviser un loyer. ${
          revisions.length > 1 ? "Ceux-ci peuvent l’être" : "Celui-ci peut l’être"
        }, hors charges\u00A0:`,
      },
      {
        kind: "montants",
        lignes: revisions.map((revision) => [
          `${revision.locataire}, ${revision.logement} (${indice(revision)})`,
          loyers(revision),
        ]),
      },
      {
        kind: "texte",
        texte:
          (deChacun ? "Il faut l’accord de chacun des propriétaires. " : "") +
          "Répondez sur votre page, par le lien privé que vous avez reçu de nous, ou en répondant à ce courriel. " +
          "Sans votre accord, rien n’est demandé au locataire\u00A0; un an après sa date, cette révision est perdue.",
      },
    ],
  );
