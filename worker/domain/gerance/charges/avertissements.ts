import {
  formatJour,
  type Jour,
  type Mois,
  moisDeLaPeriode,
  moisEnLettres,
  terme,
} from "../../dates.ts";
import { RECUPERABLES, type Recuperable } from "../../missions/natures-de-depense.ts";
import type { Centimes } from "../livres/repartition.ts";
import { prescrite } from "../locataires/prescription.ts";
import type { DonneesDeCharges } from "./donnees-du-decompte.ts";
import { type Exercice, exerciceEnMots } from "./exercice.ts";
import type { DepenseRecuperable } from "./partage.ts";
import { fini, pasFini, refusDejaReglees } from "./refus-de-decompte.ts";

/** The warnings of a charges statement, as French sentences. */
export function avertissementsDe(
  {
    exercice,
    depenses,
    ecartees,
    appelee,
    envoye,
    ailleurs,
    reglees,
    soldees,
    sansBailleur = false,
  }: DonneesDeCharges,
  {
    solde,
    manquants,
    ecart,
    estimes,
  }: {
    solde: Centimes;
    manquants: readonly Mois[];
    ecart: Centimes | null;
    estimes: readonly Jour[];
  },
  today: Jour,
): string[] {
  const { sansDate, nonPayees, appelsDuSyndic } = ecartees;
  const provisionsConnues = manquants.length === 0 || ailleurs !== null;
  const deja = refusDejaReglees({ exercice, reglees: reglees ?? null, soldees: soldees ?? null });
  const motifs: [boolean, string][] = [
    [deja !== null, deja ?? ""],
    [sansBailleur, SANS_BAILLEUR],
    [
      depenses.length === 0,
      `Aucune dépense récupérable de ce logement n’est datée de ${exerciceEnMots(exercice)} : notez celles du syndic et des factures.`,
    ],
    ...depassements(depenses, exercice).map((phrase): [boolean, string] => [true, phrase]),
    [!fini(exercice, today), `${pasFini(exercice)} : d’autres dépenses peuvent venir.`],
    [
      !provisionsConnues,
      `Aucune provision n’est appelée ici pour ${enumeres(exercice, manquants)} : dites les provisions appelées ailleurs, le solde n’en déduit rien.`,
    ],
    [
      ecart !== null,
      "Une dépense ou une provision a changé depuis l’envoi de ce décompte : un décompte rectificatif en porte la différence.",
    ],
    [
      provisionsConnues && !envoye && appelee !== null && appelee.montant !== solde,
      "Ce qui fut appelé n’est plus le solde de ce décompte : une dépense ou une provision a changé depuis.",
    ],
    [
      estimes.length > 0,
      `Index de compteur non relevé le ${estimes.map(formatJour).join(", le ")} : la consommation y est partagée au prorata des jours.`,
    ],
    [
      depenses.some(({ code }) => CHAUFFAGE_COLLECTIF.has(code)),
      "Chauffage ou eau chaude collectifs : joignez la note sur le calcul de ces charges (article 23).",
    ],
    [sansDate > 0, `Dépenses récupérables sans date : ${sansDate}. Elles ne sont d’aucune année.`],
    [nonPayees > 0, `Dépenses de ce décompte qui ne sont pas dites payées : ${nonPayees}.`],
    [
      appelsDuSyndic > 0,
      `Appels de fonds du syndic laissés de côté : ${appelsDuSyndic}. Ce sont des provisions : notez les dépenses de son décompte annuel.`,
    ],
    [
      prescrite(exercice.au, today),
      "Plus de trois ans ont passé : le locataire peut opposer la prescription (article 7-1).",
    ],
  ];
  return motifs.flatMap(([vrai, phrase]) => (vrai ? [phrase] : []));
}

/**
 * The French warnings on bills that cover more months than the exercice, which counts them whole (charges/README
 * §16.1).
 */
const depassements = (depenses: readonly DepenseRecuperable[], { du, au }: Exercice): string[] =>
  depenses.flatMap(({ periode, libelle, code }) =>
    periode && periode.au > terme(periode.du, moisDeLaPeriode(du, au).length)
      ? [
          `« ${libelle || RECUPERABLES[code].libelle} » : sa période, du ${formatJour(periode.du)} au ${formatJour(periode.au)}, dépasse cet exercice, qui la porte entière. Notez-y la part de cet exercice seule, avec ses jours, et le reste à part.`,
        ]
      : [],
  );

/** The warning of a statement that names no owner. */
export const SANS_BAILLEUR =
  "Le logement n’a aucun propriétaire : le décompte laisse le bailleur en blanc.";

/** The charges of a collective heating: a note explains their calculation to the tenant (art. 23). */
const CHAUFFAGE_COLLECTIF: ReadonlySet<Recuperable> = new Set(["R23", "R24"]);

const MOIS_NOMMES = 3;

const enumeres = (exercice: Exercice, mois: readonly Mois[]): string =>
  mois.length > MOIS_NOMMES
    ? `${mois.length} mois de ${exerciceEnMots(exercice)}`
    : mois.map(moisEnLettres).join(", ");
