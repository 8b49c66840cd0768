import { doute, manque, retenus } from "../avertissement.ts";
import type { Jour } from "../dates.ts";
import { arrondir, formatEuros, formatNombre } from "../montants.ts";
import { jourDePaiement } from "../quittances/echeance.ts";
import {
  type AvertissementDossier,
  admetDepot,
  type BailConnu,
  jamaisRevise,
  locatairesDe,
  sousLoi89,
} from "./bail.ts";
import { irlDeMetropole, parution, serieDuLogement, trimestreLu } from "./irl.ts";

/**
 * The index that revises a rent: IRL (dwellings), ILC or ICC (other premises) (Code monétaire et financier, art. L.
 * 112-1, L. 112-2).
 */
export type Indice = "IRL" | "ILC" | "ICC";

const INDICE_NOMME = /^\s*(ILC|ICC)\b[\s,:–-]*(.*?)\s*$/i;

type BailIndexe = Pick<BailConnu, "regime" | "dossier">;

/**
 * The index that revises the rent each year, and its quarter: IRL for a dwelling; for a parking space, the index
 * named at the start of the text of the quarter, « ILC, 2e trimestre 2026 » (bail/README §3.4).
 *
 * @returns null when the rent is never revised: mobility lease, student lease, parking space without a named index
 */
export function indexation({
  regime,
  dossier: { indiceTrim },
}: BailIndexe): { indice: Indice; trimestre: string | null } | null {
  if (jamaisRevise({ regime })) return null;
  if (regime !== "stationnement") return { indice: "IRL", trimestre: indiceTrim?.trim() || null };
  const [, nom, trimestre] = INDICE_NOMME.exec(indiceTrim ?? "") ?? [];
  if (!nom) return null;
  return { indice: nom.toUpperCase() as Indice, trimestre: trimestre || null };
}

/** Whether the rent may be revised each year. */
export const estRevisable = (bail: BailIndexe): boolean => indexation(bail) !== null;

/** Whether the lease of a parking space has an index but names neither ILC nor ICC: the IRL revises dwellings only. */
const indexeSansDroit = (bail: BailIndexe): boolean =>
  bail.regime === "stationnement" &&
  !estRevisable(bail) &&
  Boolean(bail.dossier.indice || bail.dossier.indiceTrim?.trim());

/**
 * The French reason why the product does not revise the rent by the index of the lease (bail/README §3.4): an ILC or
 * ICC, which the product does not follow, or an index that may not revise a parking space. Null for the IRL of a
 * dwelling, without an index, and for a rent that is never revised.
 */
export function indiceSansEffet(bail: BailIndexe): string | null {
  if (indexeSansDroit(bail))
    return "L’IRL ne révise que le loyer d’un logement : nommez l’indice convenu, « ILC, 2e trimestre 2026 ».";
  const nomme = indexation(bail);
  return nomme === null || nomme.indice === "IRL" || !bail.dossier.indice
    ? null
    : `L’${nomme.indice} n’est pas suivi ici : calculez le loyer qu’il donne, et changez-le sur le dossier.`;
}

/**
 * The French sentence about an unknown quarter that keeps the IRL (index of rents) from revising the rent: the
 * quarter of the last index applied or, when none was applied, of the index in the lease. The quarter of the last
 * index may be missing when the day of the last revision and the index of the lease, with its quarter, are known.
 * Null when no quarter is missing.
 */
export function indiceIncomplet(bail: BailIndexe): string | null {
  const { derniereRevision, dernierIndice, dernierTrimestre, indice } = bail.dossier;
  const nomme = indexation(bail);
  if (nomme?.indice !== "IRL") return null;
  const clauseLue = trimestreLu(nomme.trimestre) !== null;
  if (dernierIndice) {
    const complet = trimestreLu(dernierTrimestre) !== null;
    return complet || (derniereRevision && indice && clauseLue)
      ? null
      : "Le trimestre du dernier indice appliqué manque ou ne se lit pas : écrivez « 2e trimestre 2026 » sur le dossier.";
  }
  return indice && !clauseLue
    ? "Le trimestre de l’indice de ce dossier ne se lit pas : écrivez « 2e trimestre 2026 »."
    : null;
}

/** Whether the lease has a deposit although the law forbids it. */
export const depotInterdit = (bail: Pick<BailConnu, "regime" | "dossier">): boolean =>
  !admetDepot(bail) && (bail.dossier.depotGarantie ?? 0) > 0;

export const DEPOT_INTERDIT =
  "Un bail mobilité interdit tout dépôt de garantie\u00A0: ramenez-le à 0 €.";

/**
 * The legal cap of a deposit: one month of rent without charges, two when furnished (bail/README §3.6).
 *
 * @returns the months, and the amount in euros; null when the law sets no cap, or the rent is unknown
 */
export function plafondDepot({
  regime,
  dossier: { loyerHC },
}: Pick<BailConnu, "regime" | "dossier">): { mois: 1 | 2; montant: number } | null {
  if (!sousLoi89({ regime }) || regime === "mobilite") return null;
  if (loyerHC === null || loyerHC === undefined) return null;
  const mois = regime === "nu" ? 1 : 2;
  return { mois, montant: arrondir(loyerHC * mois) };
}

/** The last payment day of the month that still counts as paid in advance (« à échoir ») (quittances/README §2.3). */
const DERNIER_JOUR_A_ECHOIR = 15;

function paruApres(
  indiceTrim: string | null | undefined,
  signature: Jour | null | undefined,
): boolean {
  const trimestre = trimestreLu(indiceTrim);
  return trimestre !== null && Boolean(signature) && (signature ?? "") < parution(trimestre);
}

/**
 * The place of each series of the IRL (index of rents), as a warning names it; null for metropolitan France
 * (bail/README §3.4).
 */
const AILLEURS = { IRL: null, IRL_CORSE: "en Corse", IRL_OM: "outre-mer" } as const;

/**
 * The place, « en Corse » or « outre-mer », when the lease has the IRL (index of rents) of metropolitan France instead
 * of the IRL of that place; null when the value may be right.
 */
function indiceDAilleurs({ agence, appartement, dossier }: BailConnu): string | null {
  const { indice, indiceTrim } = dossier;
  const ou = AILLEURS[dossier.serieIrl ?? (appartement ? serieDuLogement(appartement) : "IRL")];
  if (ou === null || !indice) return null;
  const trimestre = trimestreLu(indiceTrim);
  const metropole = [
    agence?.irlValeur,
    trimestre && irlDeMetropole(trimestre.annee, trimestre.trimestre),
  ];
  return metropole.includes(indice) ? ou : null;
}

/** The facts missing or doubtful in the index of revision. */
function avertissementsIndice(bail: BailConnu): AvertissementDossier[] {
  const { regime, dossier } = bail;
  const { dateCreationBail, indice, indiceTrim } = dossier;
  const ailleurs = indiceDAilleurs(bail);
  const place = regime === "stationnement";
  return retenus([
    indexeSansDroit(bail) &&
      doute(
        "indiceTrim",
        "L'IRL ne révise que le loyer d'un logement\u00A0: celui-ci n'est pas révisé, sauf à nommer l'indice convenu, «\u00A0ILC, 2e trimestre 2026\u00A0» ou «\u00A0ICC…\u00A0» (code monétaire et financier, article L. 112-2).",
      ),
    estRevisable(bail) &&
      !(indice && indexation(bail)?.trimestre) &&
      manque(
        indice ? "indiceTrim" : "indice",
        `L'indice ${place ? "convenu" : "de référence des loyers"} (valeur et trimestre) n'est pas renseigné\u00A0: sans lui, le loyer ne peut pas être révisé.`,
      ),
    estRevisable(bail) &&
      paruApres(indiceTrim, dateCreationBail) &&
      doute(
        "indiceTrim",
        `L'indice du ${indiceTrim} n'était pas encore publié à la signature du bail\u00A0: la référence est le dernier indice publié (article 17-1).`,
      ),
    !place &&
      estRevisable(bail) &&
      ailleurs !== null &&
      doute(
        "indice",
        `Le logement est ${ailleurs}, où l'INSEE publie une série de l'IRL à part\u00A0: ${formatNombre(dossier.indice ?? 0, 2)} est la valeur de la métropole.`,
      ),
  ]);
}

/** The facts missing or doubtful in the rent, the charges and the deposit. */
export function avertissementsFinances(bail: BailConnu): AvertissementDossier[] {
  const { regime, dossier } = bail;
  const { chargesMode, jourQuitance, loyerHC } = dossier;
  const depot = dossier.depotGarantie ?? 0;
  const plafond = plafondDepot(bail);
  const locataires = locatairesDe(bail);
  return retenus([
    loyerHC === 0 && doute("loyerHC", "Le loyer hors charges est nul."),
    typeof jourQuitance === "number" &&
      jourQuitance > DERNIER_JOUR_A_ECHOIR &&
      doute(
        "jourQuitance",
        `Le loyer se paie à échoir, au début du mois\u00A0: ${jourDePaiement(jourQuitance)} de chaque mois, il serait presque échu.`,
      ),
    depotInterdit(bail) && doute("depotGarantie", DEPOT_INTERDIT),
    plafond !== null &&
      depot > plafond.montant &&
      doute(
        "depotGarantie",
        `Le dépôt de garantie (${formatEuros(depot)}) dépasse le plafond légal ${plafond.mois === 1 ? "d'un mois" : "de deux mois"} de loyer hors charges (${formatEuros(plafond.montant)}).`,
      ),
    ...avertissementsIndice(bail),
    regime === "nu" &&
      chargesMode === "forfait" &&
      locataires?.length === 1 &&
      doute(
        "chargesMode",
        "Le forfait de charges n'est pas permis dans un bail nu, sauf colocation.",
      ),
    regime === "mobilite" &&
      Boolean(chargesMode) &&
      chargesMode !== "forfait" &&
      doute(
        "chargesMode",
        "Les charges d'un bail mobilité sont nécessairement forfaitaires\u00A0: le contrat les présente ainsi.",
      ),
  ]);
}
