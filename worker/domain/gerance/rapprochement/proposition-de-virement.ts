import { ecartEnJours, formatJour, type Jour } from "../../dates.ts";
import type { MotsDeLigne } from "./mots-de-ligne.ts";
import {
  type GenreProposition,
  type LigneARapprocher,
  type Proposition,
  sansLocataire,
} from "./proposition.ts";
import { nomme } from "./proposition-de-depense.ts";
import type { Repertoire, VirementConnu } from "./repertoire.ts";

/** The most days between the execution day that a batch asks for and the day that the bank shows. */
const JOURS_D_EXECUTION = 5;
/** The most days between the execution of a transfer and its return. */
const JOURS_DE_RETOUR = 60;

const ecart = (jour: Jour, autre: Jour): number => Math.abs(ecartEnJours(jour, autre));

const somme = (virements: readonly VirementConnu[]): number =>
  virements.reduce((total, { montant }) => total + montant, 0);

const proposition = (
  genre: GenreProposition,
  virements: readonly VirementConnu[],
  reste: Pick<Proposition, "score" | "automatique" | "raison">,
): Proposition => ({
  genre,
  ...reste,
  ...sansLocataire("bailleur"),
  VirementIds: virements.map(({ id }) => id),
});

/**
 * Proposes the transfers that an outgoing line may show (rapprochement/README §12.9). A transfer or batch whose
 * reference the line quotes, for its exact amount, is automatic. Else the batches and single transfers of the same
 * amount, at most five days apart, are proposed.
 */
export function versements(
  ligne: LigneARapprocher,
  { reversement }: MotsDeLigne,
  { virements }: Pick<Repertoire, "virements">,
): Proposition[] {
  const attendus = virements.filter(
    ({ passe, CompteBancaireId }) =>
      !passe && (ligne.CompteBancaireId ?? CompteBancaireId) === CompteBancaireId,
  );
  const montant = -ligne.montant;
  const lots = [...Map.groupBy(attendus, ({ numero }) => numero)];
  const designe = attendus.filter(({ reference }) => reference === reversement);
  const duLot = lots.find(([numero]) => numero === reversement)?.[1] ?? [];
  for (const trouves of [designe, duLot]) {
    if (trouves.length > 0 && somme(trouves) === montant) {
      const raison = `Identifiant ${reversement} et montant exact`;
      return [
        proposition("reversement", trouves, {
          score: "A",
          automatique: true,
          raison,
        }),
      ];
    }
  }
  const proches = ({ dateExecution }: VirementConnu) =>
    ecart(dateExecution, ligne.date) <= JOURS_D_EXECUTION;
  const entiers = lots.flatMap(([numero, virementsDuLot]) =>
    virementsDuLot.length > 1 && virementsDuLot.every(proches) && somme(virementsDuLot) === montant
      ? [{ numero, virements: virementsDuLot }]
      : [],
  );
  const seuls = attendus.filter((virement) => proches(virement) && virement.montant === montant);
  const unique = entiers.length + seuls.length === 1;
  return [
    ...entiers.map(({ numero, virements }) =>
      proposition("reversement", virements, {
        score: unique ? "B" : "C",
        automatique: false,
        raison: `Montant des ${virements.length} virements du lot ${numero}`,
      }),
    ),
    ...seuls.map((seul) =>
      proposition("reversement", [seul], {
        score: unique ? "B" : "C",
        automatique: false,
        raison: `Montant du virement ${seul.reference}, demandé pour le ${formatJour(seul.dateExecution)}`,
      }),
    ),
  ];
}

/**
 * Proposes the transfers that an incoming line may return: same amount, same bank account, and at most sixty days
 * apart. A transfer whose reference the line quotes is the only proposal. Else the line must be a refusal or name the
 * receiver of the transfer.
 */
export function retours(
  ligne: LigneARapprocher,
  { mots, reversement, rejet }: MotsDeLigne,
  { virements }: Pick<Repertoire, "virements">,
): Proposition[] {
  const possibles = virements.filter(
    ({ rendu, montant, CompteBancaireId, dateExecution }) =>
      !rendu &&
      montant === ligne.montant &&
      (ligne.CompteBancaireId ?? CompteBancaireId) === CompteBancaireId &&
      ecart(dateExecution, ligne.date) <= JOURS_DE_RETOUR,
  );
  const designe = possibles.find(({ reference }) => reference === reversement);
  if (designe) {
    const raison = `Identifiant ${reversement} d’un virement, rendu par la banque`;
    return [
      proposition("reversement_rendu", [designe], { score: "A", automatique: false, raison }),
    ];
  }
  return possibles.flatMap((possible) => {
    // A receiver may send the money back himself: the line then names him.
    const parLui = nomme(mots, possible.titulaire);
    if (!rejet && !parLui) return [];
    return proposition("reversement_rendu", [possible], {
      score: possibles.length === 1 ? "B" : "C",
      automatique: false,
      raison: `Montant du virement ${possible.reference}, rendu par ${rejet ? "la banque" : possible.titulaire}`,
    });
  });
}
