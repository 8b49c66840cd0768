import type { Jour } from "../../dates.ts";
import type { Genre } from "./ecritures.ts";
import { type CompteDeFec, compteDeResultat } from "./fec.ts";
import type { Centimes } from "./repartition.ts";

/** The income of an account in a year of the agency's own book; cents, debits less credits. */
export interface ProduitDeLExercice {
  exercice: string;
  genre: Genre;
  solde: Centimes;
}

/**
 * A line on the first day of a year: it puts an account of income back to zero, or carries the results of the years
 * before; cents.
 */
export interface ReportDeResultat {
  compte: CompteDeFec;
  exercice: string;
  /** The first day of the year. */
  date: Jour;
  libelle: string;
  debit: Centimes;
  credit: Centimes;
}

/**
 * The lines that a ledger shows where years of the agency's own book begin (livres/README §12.1): the accounts of
 * income go back to zero, the result of the year before goes to 120 or 129, and earlier results go to 110 or 119. The
 * lines of a year add up to zero.
 *
 * @param produits the income of all years
 * @param ouvertures the years that begin, in their order
 */
export const reportsDeResultat = (
  produits: readonly ProduitDeLExercice[],
  ouvertures: readonly { exercice: string; du: Jour }[],
): ReportDeResultat[] =>
  ouvertures.flatMap(({ exercice, du }) => {
    const clos = String(Number(exercice) - 1);
    const resultat = (lesquels: (annee: string) => boolean) =>
      produits.reduce(
        (total, produit) => total + (lesquels(produit.exercice) ? produit.solde : 0),
        0,
      );
    const [dernier, avantDernier, avant] = [
      resultat((annee) => annee === clos),
      resultat((annee) => annee === String(Number(clos) - 1)),
      resultat((annee) => Number(annee) < Number(clos) - 1),
    ];
    const ligne = (compte: CompteDeFec, solde: Centimes, libelle = `À nouveau ${exercice}`) => ({
      ...{ compte, exercice, date: du, libelle },
      debit: Math.max(0, solde),
      credit: Math.max(0, -solde),
    });
    return [
      ...produits
        .filter((produit) => produit.exercice === clos)
        .map(({ genre, solde }) => ligne(genre, -solde, `Clôture de l’exercice ${clos}`)),
      ligne(compteDeResultat("dernier", avantDernier), -avantDernier),
      ligne(compteDeResultat("dernier", dernier), dernier),
      ...resultatsReportes(avant, avant + avantDernier).map(([compte, solde]) =>
        ligne(compte, solde),
      ),
    ].filter(({ debit, credit }) => debit !== credit);
  });

/**
 * The movements of the results carried forward, in cents; when a profit makes up for the losses, or a loss for the
 * profits, the whole sum changes account (110 or 119).
 */
function resultatsReportes(avant: Centimes, apres: Centimes): [CompteDeFec, Centimes][] {
  const [ancien, nouveau] = [compteDeResultat("avant", avant), compteDeResultat("avant", apres)];
  return ancien === nouveau
    ? [[nouveau, apres - avant]]
    : [
        [ancien, -avant],
        [nouveau, apres],
      ];
}
