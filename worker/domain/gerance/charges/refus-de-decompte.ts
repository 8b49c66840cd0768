import { formatJour, type Jour, type Mois } from "../../dates.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { EnvoiDuDecompte } from "./decompte-lu.ts";
import type { DonneesDeCharges } from "./donnees-du-decompte.ts";
import {
  anneeDeLExercice,
  type Exercice,
  estCivil,
  exerciceEnMots,
  nomDExercice,
} from "./exercice.ts";

interface Suite
  extends Pick<DonneesDeCharges, "appelee" | "envoye" | "exercice" | "reglees" | "soldees"> {
  annee: number;
  attente: string | null;
}

/** The French reason why a statement worked out may not be sent; null when it may. */
export function refusDEnvoi({
  ecart,
  ...suite
}: Suite & { ecart: Centimes | null }): string | null {
  const { annee, appelee, attente, envoye } = suite;
  const reglees = refusDejaReglees(suite);
  if (reglees) return reglees;
  if (attente) return attente;
  if (envoye) return ecart === null ? dejaEnvoye(envoye) : null;
  return appelee ? dejaAppele(annee) : null;
}

/**
 * The French refusal when some charges of the exercice were already settled with the tenant's departure
 * (departs/README §14.3); null when none were.
 */
function soldeesAuDepart({
  exercice,
  soldees,
}: Pick<Suite, "exercice" | "soldees">): string | null {
  if (!soldees || soldees.du > exercice.au || soldees.au < exercice.du) return null;
  return `Les charges du ${formatJour(soldees.du)} au ${formatJour(soldees.au)} sont soldées avec le départ, le ${formatJour(soldees.le)} : annulez d’abord ce solde pour envoyer un décompte.`;
}

/**
 * The French refusal when some charges of the exercice were already settled, with the tenant's departure or by a
 * statement of another exercice (charges/README §12.21); null when none were.
 */
export const refusDejaReglees = ({
  exercice,
  reglees,
  soldees,
}: Pick<DonneesDeCharges, "exercice" | "reglees" | "soldees">): string | null =>
  soldeesAuDepart({ exercice, soldees: soldees ?? null }) ??
  (reglees
    ? `Le décompte du ${formatJour(reglees.le)} règle déjà les charges du ${formatJour(reglees.du)} au ${formatJour(reglees.au)} : aucun jour ne se règle deux fois. Annulez-le d’abord, ou rendez son exercice à l’immeuble.`
    : null);

const dejaEnvoye = ({ envoyeLe }: EnvoiDuDecompte): string =>
  `Ce décompte est envoyé depuis le ${formatJour(envoyeLe)} : seule une différence s’y ajoute, par un décompte rectificatif.`;

/** Whether an exercice is over. */
export const fini = ({ au }: Exercice, today: Jour): boolean => today > au;

/** The beginning of a refusal: « L’année 2025 n’est pas finie », « L’exercice 2026 n’est pas fini ». */
export const pasFini = (exercice: Exercice): string =>
  estCivil(exercice)
    ? `L’année ${anneeDeLExercice(exercice)} n’est pas finie`
    : `${exerciceEnMots(exercice).replace("l’", "L’")} n’est pas fini`;

/**
 * The French reason why the balance of the year is not known yet, or why there is nothing to settle; null when it is
 * known.
 */
export function attenteDe(
  { exercice, depenses, ailleurs }: DonneesDeCharges,
  manquants: readonly Mois[],
  today: Jour,
): string | null {
  if (!fini(exercice, today)) return `${pasFini(exercice)} : son solde n’est pas connu.`;
  if (depenses.length === 0) return "Aucune dépense récupérable : il n’y a rien à régulariser.";
  return manquants.length > 0 && ailleurs === null
    ? `Des provisions de ${exerciceEnMots(exercice)} ne sont pas appelées ici : dites les provisions appelées ailleurs, ou 0.`
    : null;
}

/** The French refusal when a former version of the product called the balance without sending a statement. */
const dejaAppele = (annee: number): string =>
  `Le solde des charges de ${nomDExercice(annee)} est déjà appelé à ce locataire.`;
