import { doute, manque, retenus } from "../avertissement.ts";
import { arrondir, formatEuros } from "../montants.ts";
import { type AvertissementDossier, admetDepot, type BailConnu, locatairesDe } from "./bail.ts";

/** The rent may be revised each year: neither that of a mobility lease nor that of a student's (domain/README §3.4). */
export const estRevisable = ({ regime }: Pick<BailConnu, "regime">): boolean =>
  regime !== "mobilite" && regime !== "etudiant";

/** A deposit is asked where none may be. */
export const depotInterdit = (bail: Pick<BailConnu, "regime" | "dossier">): boolean =>
  !admetDepot(bail) && (bail.dossier.depotGarantie ?? 0) > 0;

export const DEPOT_INTERDIT =
  "Un bail mobilité interdit tout dépôt de garantie\u00A0: ramenez-le à 0 €.";

/**
 * The most that a deposit may be: one month of rent without charges, two when furnished (domain/README §3.6).
 * @returns the months, and the amount in euros; null where the law sets none or the rent is unknown.
 */
export function plafondDepot({
  regime,
  dossier: { loyerHC },
}: Pick<BailConnu, "regime" | "dossier">): { mois: 1 | 2; montant: number } | null {
  if (regime === null || regime === "mobilite" || regime === "code_civil") return null;
  if (loyerHC === null || loyerHC === undefined) return null;
  const mois = regime === "nu" ? 1 : 2;
  return { mois, montant: arrondir(loyerHC * mois) };
}

/** What is missing or doubtful in the rent, the charges and the deposit. */
export function avertissementsFinances(bail: BailConnu): AvertissementDossier[] {
  const { regime, dossier } = bail;
  const { chargesMode, indice, indiceTrim, loyerHC } = dossier;
  const depot = dossier.depotGarantie ?? 0;
  const plafond = plafondDepot(bail);
  const locataires = locatairesDe(bail);
  return retenus([
    loyerHC === 0 && doute("loyerHC", "Le loyer hors charges est nul."),
    depotInterdit(bail) && doute("depotGarantie", DEPOT_INTERDIT),
    plafond !== null &&
      depot > plafond.montant &&
      doute(
        "depotGarantie",
        `Le dépôt de garantie (${formatEuros(depot)}) dépasse le plafond légal ${plafond.mois === 1 ? "d'un mois" : "de deux mois"} de loyer hors charges (${formatEuros(plafond.montant)}).`,
      ),
    estRevisable(bail) &&
      !(indice && indiceTrim) &&
      manque(
        indice ? "indiceTrim" : "indice",
        "L'indice de référence des loyers (valeur et trimestre) n'est pas renseigné\u00A0: sans lui, le loyer ne peut pas être révisé.",
      ),
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
