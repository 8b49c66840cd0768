import { doute, manque, retenus } from "../avertissement.ts";
import type { Appartement } from "../biens/appartement-fiche.ts";
import { formatJour, type Jour } from "../dates.ts";
import { formatEuros } from "../montants.ts";
import { type AvertissementDossier, type BailConnu, estMeuble, type Regime } from "./bail.ts";

/**
 * The days from which an energy class (DPE) makes a dwelling indecent: art. 6 of loi n° 89-462 (bail/README §3.10).
 */
const INDECENCE: readonly { classe: string; depuis: Jour; outreMer: Jour | null }[] = [
  { classe: "G", depuis: "2025-01-01", outreMer: "2028-01-01" },
  { classe: "F", depuis: "2028-01-01", outreMer: "2031-01-01" },
  { classe: "E", depuis: "2034-01-01", outreMer: null },
];

/**
 * The day from which the energy class makes the dwelling indecent; null when the law sets none, or the class is
 * unknown.
 */
export function indecentDepuis({
  codePostal,
  dpeClasse,
}: Pick<Appartement, "codePostal" | "dpeClasse">): Jour | null {
  const seuil = INDECENCE.find(({ classe }) => classe === dpeClasse);
  return (codePostal.startsWith("97") ? seuil?.outreMer : seuil?.depuis) ?? null;
}

/** Whether the energy class is F or G, which forbids any revision or rise of the rent (bail/README §3.4). */
export const estPassoire = ({
  appartement,
}: {
  appartement: Pick<Appartement, "dpeClasse"> | null;
}): boolean => appartement?.dpeClasse === "F" || appartement?.dpeClasse === "G";

/**
 * Whether a lead diagnosis is due. The law requires one for buildings from before 1949; the record only has « avant
 * 1946 ».
 */
export const plombRecherche = ({
  periodeConstruction,
}: Pick<Appartement, "periodeConstruction">): boolean => periodeConstruction === "avant 1946";

const estForme = (fiscal: string, codePostal: string): boolean =>
  /^\d{12}$/.test(fiscal) &&
  (codePostal.startsWith("20") || fiscal.startsWith(codePostal.slice(0, 2)));

const SURFACE_RECLAMEE = "le locataire peut la réclamer et demander une diminution de loyer";
/** Art. 3 of loi n° 89-462 applies to furnished homes through art. 25-3; art. 3-1 does not. */
const SURFACE_EN_MEUBLE = `${SURFACE_RECLAMEE} (articles 3 et 25-3).`;

/** For each regime, the consequence of a lease that states no living surface, as a French phrase. */
const SURFACE_DUE: Record<Regime, string> = {
  nu: `${SURFACE_RECLAMEE} (article 3-1).`,
  meuble: SURFACE_EN_MEUBLE,
  etudiant: SURFACE_EN_MEUBLE,
  mobilite: "le contrat doit la dire (article 25-13).",
  code_civil: "le contrat ne la dira pas.",
  stationnement: "le contrat ne la dira pas.",
};

/** The facts missing or doubtful in the description of the dwelling, its last rent and its entry inventory. */
export function avertissementsLogement(bail: BailConnu): AvertissementDossier[] {
  const { appartement, dossier, emission, pieces, regime } = bail;
  if (!appartement) return [];
  const fiscal = appartement.identifiantFiscal?.replace(/\s/g, "") ?? "";
  return retenus([
    regime !== "mobilite" &&
      fiscal === "" &&
      manque(
        "AppartementId",
        "L'identifiant fiscal du logement n'est pas renseigné (mention obligatoire depuis le 1er janvier 2024).",
      ),
    regime !== "mobilite" &&
      fiscal !== "" &&
      !estForme(fiscal, appartement.codePostal) &&
      doute(
        "AppartementId",
        "L'identifiant fiscal du logement n'a pas la forme attendue\u00A0: douze chiffres, dont les deux premiers sont ceux du département.",
      ),
    !appartement.surface &&
      manque(
        "AppartementId",
        `La surface habitable n'est pas renseignée\u00A0: ${SURFACE_DUE[regime ?? "nu"]}`,
      ),
    !appartement.nbPiece &&
      manque("AppartementId", "Le nombre de pièces principales n'est pas renseigné."),
    !dossier.dernierLoyer?.montant &&
      manque(
        "dernierLoyer",
        "Le loyer du dernier locataire n'est pas renseigné\u00A0: complétez-le s'il est parti depuis moins de dix-huit mois, sinon cochez « sans objet » sur le contrat.",
      ),
    estMeuble(bail) &&
      regime !== "mobilite" &&
      pieces?.length === 0 &&
      Boolean(emission && dossier.dateEntree && dossier.dateEntree < emission) &&
      manque(
        "dateEntree",
        "Aucun état des lieux d'entrée n'est enregistré\u00A0: il est joint au bail avec l'inventaire du mobilier.",
      ),
  ]);
}

/** The facts missing or doubtful in the DPE (energy diagnosis), and in a rent that its class limits. */
export function avertissementsPerformance(bail: BailConnu): AvertissementDossier[] {
  const { appartement, dossier } = bail;
  if (!appartement) return [];
  const { dpeClasse, dpeDepenseMin, dpeDepenseMax, dpeAnnee } = appartement;
  const { dateDebutBail: debut, loyerHC } = dossier;
  const depuis = indecentDepuis(appartement);
  const dernier = dossier.dernierLoyer?.montant;
  const connu = depuis !== null && Boolean(debut);
  const indecent = connu && (debut ?? "") >= depuis;
  return retenus([
    !dpeClasse && manque("AppartementId", "La classe du DPE n'est pas renseignée."),
    indecent &&
      doute(
        "AppartementId",
        `Le logement est classé ${dpeClasse}\u00A0: il n'est plus décent depuis le ${formatJour(depuis)} et ne peut pas être loué en l'état.`,
      ),
    estPassoire(bail) &&
      connu &&
      !indecent &&
      doute(
        "AppartementId",
        `Le logement est classé ${dpeClasse}\u00A0: son loyer ne peut être ni révisé ni augmenté.`,
      ),
    estPassoire(bail) &&
      typeof dernier === "number" &&
      typeof loyerHC === "number" &&
      loyerHC > dernier &&
      doute(
        "loyerHC",
        `Le logement est classé ${dpeClasse}\u00A0: le loyer (${formatEuros(loyerHC)}) ne peut pas dépasser celui du dernier locataire (${formatEuros(dernier)}).`,
      ),
    [dpeDepenseMin, dpeDepenseMax, dpeAnnee].some((valeur) => typeof valeur !== "number") &&
      manque(
        "AppartementId",
        "Les dépenses annuelles d'énergie estimées par le DPE (fourchette et année de référence des prix) ne sont pas toutes renseignées.",
      ),
    (dpeDepenseMin ?? 0) > (dpeDepenseMax ?? Number.POSITIVE_INFINITY) &&
      doute(
        "AppartementId",
        "La dépense d'énergie minimale estimée par le DPE dépasse la maximale.",
      ),
  ]);
}
