import type { Agence } from "../agence/agence.ts";
import { type Avertissement, doute, manque, retenus } from "../avertissement.ts";
import type { Dossier } from "../biens/dossier-fiche.ts";
import { ajouterJours, type Jour, terme } from "../dates.ts";
import { arrondir, somme } from "../montants.ts";
import type { Caution } from "../personnes/caution.ts";
import { mineurLe } from "../personnes/majorite.ts";
import { CAUTION_ET_GARANTIE } from "./avertissements.ts";
import { admetSolidarite, type BailConnu, bailleurMoral, locatairesDe, sousLoi89 } from "./bail.ts";
import { duree, moisCommences, moisLegauxNu } from "./duree.ts";
import { estRevisable } from "./finances.ts";

/** A lease with its whole dossier, as a guarantee needs it. */
export interface BailCautionne extends BailConnu {
  dossier: Dossier;
  agence: Agence;
}

/** A guarantor while its form is typed: any field may be missing. */
export type CautionConnue = { [Champ in keyof Caution]?: Caution[Champ] | null | undefined };

const MOIS_GARANTIS_PAR_DEFAUT = 36;

/**
 * The most that the guarantor owes, in euros: the amount given, else the rent and charges of each month of the lease,
 * for at most the number of months in the agency's settings, or 36 when that setting is empty (bail/README §5).
 */
export function montantMaximal(
  bail: Pick<BailCautionne, "regime" | "dossier" | "bailleurs" | "agence">,
  { montantMax }: CautionConnue,
): number {
  const { dossier, agence } = bail;
  const plafond = agence.cautionNbMois ?? MOIS_GARANTIS_PAR_DEFAUT;
  const mois = Math.min(plafond, moisCommences(bail) ?? plafond);
  return montantMax ?? arrondir(somme(dossier.loyerHC, dossier.loyerCharge) * mois);
}

/** Whether each tenant owes only his own part: the deed must then name the tenants guaranteed (bail/README §5). */
export const sansSolidarite = (bail: Pick<BailConnu, "regime" | "locataire">): boolean =>
  !admetSolidarite(bail) && (locatairesDe(bail)?.length ?? 0) > 1;

/**
 * Whether a guarantee may name the tenant whose departure ends the guarantee: a lease under the law of 1989, with two
 * tenants bound jointly. Without that name the deed is void, except for spouses or partners (art. 8-1, I and VI of
 * loi n° 89-462).
 */
export const admetColocataires = (
  bail: Pick<BailConnu, "regime">,
  locataires: readonly unknown[] | null,
): boolean => sousLoi89(bail) && admetSolidarite(bail) && locataires?.length === 2;

/**
 * The last day of a guarantee of fixed length: the day given, else the end of the first renewal of the lease, or the
 * end of the lease when no law renews it; null when unknown.
 */
export function finEngagement(bail: BailCautionne, { dateFinCaution }: CautionConnue): Jour | null {
  if (dateFinCaution) return dateFinCaution;
  const fin = duree(bail).terme;
  if (fin === null) return null;
  if (bail.regime === "meuble") return terme(bail.dossier.dateDebutBail, 24);
  return bail.regime === "nu" ? terme(ajouterJours(fin, 1), moisLegauxNu(bail)) : fin;
}

/** The facts missing or doubtful in a guarantee (bail/README §5), for the guarantor's form and for the deed. */
export function avertissementsCautionnement(
  bail: BailCautionne,
  caution: CautionConnue,
): Avertissement<keyof Caution>[] {
  const { dossier, regime } = bail;
  const { adresse, colocataire, cp, dateFinCaution, dureeType, lieuNaissance, naissance } = caution;
  const { preavis, ville } = caution;
  const loi89 = sousLoi89(bail);
  return retenus([
    !(adresse && cp && ville) &&
      manque(
        adresse ? (cp ? "ville" : "cp") : "adresse",
        "L'adresse de la caution est incomplète.",
      ),
    !(naissance && lieuNaissance) &&
      manque(
        naissance ? "lieuNaissance" : "naissance",
        "La date ou le lieu de naissance de la caution n'est pas renseigné.",
      ),
    naissance !== null &&
      naissance !== undefined &&
      mineurLe(naissance, dossier.dateCreationBail) &&
      doute(
        "naissance",
        "La caution n'était pas majeure à la signature du bail\u00A0: son engagement serait nul (article 1146 du Code civil).",
      ),
    loi89 &&
      Boolean(dossier.garantieLoyersImpayes) &&
      regime !== "etudiant" &&
      doute(null, CAUTION_ET_GARANTIE),
    loi89 &&
      bailleurMoral(bail) &&
      doute(
        null,
        "Un bailleur personne morale autre qu'une SCI familiale ne peut demander une caution qu'à certains organismes ou pour un étudiant non boursier (article 22-1).",
      ),
    sansSolidarite(bail) &&
      doute(
        null,
        "Deux titulaires sans solidarité\u00A0: cochez sur l'acte celui, ou ceux, que la caution garantit.",
      ),
    admetColocataires(bail, locatairesDe(bail)) &&
      !colocataire &&
      manque(
        "colocataire",
        "Deux titulaires\u00A0: s'ils ne sont ni mariés ni pacsés, désignez celui dont le départ met fin à l'engagement, à peine de nullité (article 8-1, VI).",
      ),
    loi89 &&
      estRevisable(bail) &&
      !(dossier.indice && dossier.indiceTrim) &&
      manque(
        null,
        "L'indice de référence des loyers n'est pas renseigné\u00A0: les conditions de révision du loyer figurent à l'acte à peine de nullité (article 22-1).",
      ),
    dureeType !== "indeterminee" &&
      finEngagement(bail, caution) === null &&
      manque("dateFinCaution", "La date de fin de l'engagement de la caution n'est pas connue."),
    !loi89 &&
      dureeType === "indeterminee" &&
      !preavis &&
      manque(
        "preavis",
        "Le préavis par lequel la caution met fin à son engagement sans terme n'est pas renseigné (article 2315 du Code civil).",
      ),
    montantMaximal(bail, caution) === 0 &&
      doute("montantMax", "Le montant maximal de l'engagement est nul."),
    Boolean(dateFinCaution) &&
      (dateFinCaution ?? "") < dossier.dateDebutBail &&
      doute("dateFinCaution", "L'engagement de la caution finit avant le début du bail."),
  ]);
}
