import { formatJour, type Jour, type Mois } from "../../dates.ts";
import { type Euros, enCentimes } from "../../montants.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { EnvoiDuDecompte } from "./decompte-envoye.ts";
import type { DecompteDeCharges, DonneesDeCharges } from "./decompte-etabli.ts";
import { anneeDeLExercice, type Exercice, estCivil, exerciceEnMots } from "./exercice.ts";

interface Suite
  extends Pick<
    DonneesDeCharges,
    "annule" | "appelee" | "envoye" | "exercice" | "reglees" | "soldees"
  > {
  annee: number;
  attente: string | null;
}

/** The French reason why the balance of a statement worked out may not be called; null when it may. */
export function refusDAppel({ solde, ...suite }: Suite & { solde: Centimes }): string | null {
  const { annee, annule, appelee, attente, envoye } = suite;
  if (envoye) return dejaEnvoye(envoye);
  if (appelee) return dejaAppele(annee);
  if (annule) return "Un décompte de cette année est annulé : envoyez celui qui le remplace.";
  return dejaReglees(suite) ?? attente ?? (solde > 0 ? null : RIEN_A_APPELER);
}

/** The French reason why a statement worked out may not be sent; null when it may. */
export function refusDEnvoi({
  ecart,
  ...suite
}: Suite & { ecart: Centimes | null }): string | null {
  const { annee, appelee, attente, envoye } = suite;
  const reglees = dejaReglees(suite);
  if (reglees) return reglees;
  if (attente) return attente;
  if (envoye) return ecart === null ? dejaEnvoye(envoye) : null;
  return appelee ? dejaAppele(annee) : null;
}

/**
 * The French refusal for a year whose charges were already settled with the tenant's departure; null when there is
 * none (departs/README §14.3).
 */
function soldeesAuDepart({
  exercice,
  soldees,
}: Pick<Suite, "exercice" | "soldees">): string | null {
  if (!soldees || soldees.du > exercice.au || soldees.au < exercice.du) return null;
  return `Les charges du ${formatJour(soldees.du)} au ${formatJour(soldees.au)} sont soldées avec le départ, le ${formatJour(soldees.le)} : annulez d’abord ce solde pour envoyer un décompte.`;
}

/**
 * The French refusal for days whose charges were settled already: with the tenant's departure, or by a statement of
 * another exercice (charges/README §12.21). Null when there is none.
 */
export const dejaReglees = ({
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
    : `L’exercice ${anneeDeLExercice(exercice)} n’est pas fini`;

const RIEN_A_APPELER = "Le locataire ne doit rien de plus que ses provisions.";

/** The French reason why the charges of the year are not known yet; null when they are. */
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

/**
 * The French reason why the balance of a statement may not be called from the tenant (charges/README §12.21); null
 * when the call is accepted.
 *
 * @param montant euros: the balance that the caller read
 */
export const refusDAppelDuSolde = (
  { refus, solde }: Pick<DecompteDeCharges, "refus" | "solde">,
  montant: Euros,
): string | null =>
  refus ??
  (enCentimes(montant) === enCentimes(solde)
    ? null
    : "Ce décompte a changé entre-temps : relisez-le avant d’appeler son solde.");

/** The French refusal to call the balance of a year twice. */
export const dejaAppele = (annee: number): string =>
  `Le solde des charges de ${annee} est déjà appelé à ce locataire.`;
