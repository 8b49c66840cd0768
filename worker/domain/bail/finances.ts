import { doute, manque, retenus } from "../avertissement.ts";
import { jourDePaiement } from "../biens/etat-dossier.ts";
import { ajouterMois, type Jour } from "../dates.ts";
import { arrondir, formatEuros, formatNombre } from "../montants.ts";
import {
  type AvertissementDossier,
  admetDepot,
  type BailConnu,
  locatairesDe,
  sousLoi89,
} from "./bail.ts";

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
  if (!sousLoi89({ regime }) || regime === "mobilite") return null;
  if (loyerHC === null || loyerHC === undefined) return null;
  const mois = regime === "nu" ? 1 : 2;
  return { mois, montant: arrondir(loyerHC * mois) };
}

/** A rent paid at the start of its month falls due in its first half (domain/README §2.3). */
const DERNIER_JOUR_A_ECHOIR = 15;

const TRIMESTRE =
  /^\s*(?:T\s*)?([1-4])\s*(?:er|e|ème|eme|nd)?\s*(?:trim(?:estre|\.)?)?\s*(\d{4})\s*$/i;

const JOUR_DE_PUBLICATION = "15";

/** The index of the quarter, « 2ème trimestre 2022 » or « T2 2022 », published in the middle of the month after it, was not the day the lease was signed. */
function paruApres(
  indiceTrim: string | null | undefined,
  signature: Jour | null | undefined,
): boolean {
  const [, trimestre, annee] = TRIMESTRE.exec(indiceTrim ?? "") ?? [];
  if (!annee || !signature) return false;
  const mois = ajouterMois(`${annee}-01`, Number(trimestre) * 3);
  return signature < `${mois}-${JOUR_DE_PUBLICATION}`;
}

/** « en Corse », « outre-mer »: where the INSEE publishes a series of its own (domain/README §3.4); null elsewhere. */
function serieAPart(codePostal: string | null | undefined): string | null {
  if (/^2[0AB]/i.test(codePostal ?? "")) return "en Corse";
  return /^97/.test(codePostal ?? "") ? "outre-mer" : null;
}

/** The lease takes the value that the agency uses in metropolitan France for a dwelling that has its own series. */
function indiceDAilleurs({ agence, appartement, dossier }: BailConnu): string | null {
  const ou = serieAPart(appartement?.codePostal);
  return ou !== null && dossier.indice && dossier.indice === agence?.irlValeur ? ou : null;
}

/** The facts missing or doubtful in the rent, the charges and the deposit. */
export function avertissementsFinances(bail: BailConnu): AvertissementDossier[] {
  const { regime, dossier } = bail;
  const { chargesMode, dateCreationBail, indice, indiceTrim, jourQuitance, loyerHC } = dossier;
  const depot = dossier.depotGarantie ?? 0;
  const plafond = plafondDepot(bail);
  const locataires = locatairesDe(bail);
  const ailleurs = indiceDAilleurs(bail);
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
    estRevisable(bail) &&
      !(indice && indiceTrim) &&
      manque(
        indice ? "indiceTrim" : "indice",
        "L'indice de référence des loyers (valeur et trimestre) n'est pas renseigné\u00A0: sans lui, le loyer ne peut pas être révisé.",
      ),
    estRevisable(bail) &&
      paruApres(indiceTrim, dateCreationBail) &&
      doute(
        "indiceTrim",
        `L'indice du ${indiceTrim} n'était pas encore publié à la signature du bail\u00A0: la référence est le dernier indice publié (article 17-1).`,
      ),
    estRevisable(bail) &&
      ailleurs !== null &&
      doute(
        "indice",
        `Le logement est ${ailleurs}, où l'INSEE publie une série de l'IRL à part\u00A0: ${formatNombre(dossier.indice ?? 0, 2)} est la valeur de la métropole.`,
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
