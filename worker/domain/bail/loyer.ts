import { doute, manque, retenus } from "../avertissement.ts";
import { encadrementComplet, territoireEncadre } from "../biens/encadrement.ts";
import { formatJour, type Jour } from "../dates.ts";
import { arrondir, formatEuros, formatNombre } from "../montants.ts";
import type { AvertissementDossier, BailConnu } from "./bail.ts";
import { estPassoire } from "./logement.ts";

/** The last day of the rent cap experiment, for a lease signed after that day; else null (bail/README §3.7). */
export function finDEncadrement({ dossier, agence }: Pick<BailConnu, "dossier" | "agence">) {
  const fin = agence?.finEncadrement;
  return fin && (dossier.dateCreationBail ?? "") > fin ? fin : null;
}

/**
 * Whether the rent may be capped: the agency's setting is on, and either the lease is not signed after the end of the
 * experiment or staff say that the cap applies.
 */
const encadrable = (bail: Pick<BailConnu, "dossier" | "agence">): boolean =>
  Boolean(bail.agence?.encadrementActif) &&
  (finDEncadrement(bail) === null || bail.dossier.encadrement?.soumis === true);

/**
 * The rent cap of a lease with its computed amounts in euros (bail/README §3.7). Null when no cap applies, when the
 * dossier describes none, or while the rent is unknown.
 */
export function encadre(bail: Pick<BailConnu, "dossier" | "agence">) {
  const { encadrement, loyerHC } = bail.dossier;
  if (!encadrement || encadrement.soumis === false || typeof loyerHC !== "number") return null;
  return encadrable(bail) ? encadrementComplet(encadrement, loyerHC) : null;
}

/**
 * Whether the increased reference rent (loyer de référence majoré) limits the rent. False when staff said that no
 * rent cap applies, or did not answer about a dwelling outside the capped territories; null when unknown.
 */
export function soumisAuLoyerDeReference(
  bail: Pick<BailConnu, "dossier" | "appartement" | "agence">,
): boolean | null {
  if (ditNonSoumis(bail)) return false;
  if (encadre(bail) !== null) return true;
  const { appartement, dossier } = bail;
  const tu = !dossier.encadrement && typeof appartement?.zoneEncadree !== "boolean";
  const ailleurs =
    appartement && !territoireEncadre(appartement.codePostal, dossier.dateCreationBail ?? JAMAIS);
  return tu && ailleurs ? false : null;
}

/** The day that replaces an unknown day of signature: later than the start of the cap in every territory. */
const JAMAIS = "9999-12-31";

/**
 * Whether a dwelling is in a territory of capped rents: the answer of staff, else the postal code on the day of
 * signature.
 */
const dansUnTerritoire = (
  { codePostal, zoneEncadree }: NonNullable<BailConnu["appartement"]>,
  signature: Jour | null | undefined,
): boolean => zoneEncadree ?? territoireEncadre(codePostal, signature ?? JAMAIS);

/** Whether staff said that no rent cap applies, in the lease or, when the lease describes no cap, in the apartment. */
const ditNonSoumis = ({ appartement, dossier }: Pick<BailConnu, "dossier" | "appartement">) =>
  dossier.encadrement ? dossier.encadrement.soumis === false : appartement?.zoneEncadree === false;

/**
 * The largest accepted difference between the increased reference rent and 120 % of the reference rent, in euros a
 * m²: the orders of the préfets round both.
 */
const ECART_DU_MAJORE = 0.1;

/** The facts missing or doubtful in a rent that the law limits at the start of a lease. */
export function avertissementsLoyer(bail: BailConnu): AvertissementDossier[] {
  return [...surLaRelocation(bail), ...surLEncadrement(bail)];
}

/**
 * The warnings about a dwelling let again: nobody said whether its zone is tense, or its rent exceeds the last
 * tenant's in a tense zone (décret n° 2017-1198).
 */
function surLaRelocation(bail: BailConnu): AvertissementDossier[] {
  const { appartement, dossier } = bail;
  const { loyerHC } = dossier;
  const dernier = dossier.dernierLoyer?.montant;
  if (!appartement) return [];
  return retenus([
    typeof appartement.zoneTendue !== "boolean" &&
      manque(
        "AppartementId",
        "Il n'est pas précisé si le logement est en zone tendue (décret sur l'évolution des loyers à la relocation).",
      ),
    appartement.zoneTendue === true &&
      !estPassoire(bail) &&
      typeof dernier === "number" &&
      typeof loyerHC === "number" &&
      loyerHC > dernier &&
      doute(
        "loyerHC",
        `Le logement est en zone tendue\u00A0: le loyer (${formatEuros(loyerHC)}) ne peut dépasser celui du dernier locataire (${formatEuros(dernier)}) que de la révision de l'IRL non appliquée, sauf exception du décret.`,
      ),
  ]);
}

const ENCADREMENT_IMPRIME = [
  ["surface", "La surface"],
  ["loyerReference", "La valeur de référence"],
  ["loyerReferenceMajore", "La référence majorée"],
] as const;

function surLEncadrement(bail: BailConnu): AvertissementDossier[] {
  const { appartement, dossier } = bail;
  const cap = encadre(bail);
  if (!cap) return sansEncadrement(bail);
  const { loyerReference, loyerReferenceMajore } = cap;
  const depassement = cap.complementLoyer ?? 0;
  const complement = depassement > 0;
  const majore = arrondir((loyerReference ?? 0) * 1.2);
  const justifie = Boolean(cap.caracteristiqueLoyer?.trim());
  const surface = appartement?.surface;
  const fin = finDEncadrement(bail);
  return retenus([
    appartement !== null &&
      !dansUnTerritoire(appartement, dossier.dateCreationBail) &&
      doute(
        "encadrement",
        `Le bail dit le logement soumis au loyer de référence majoré, comme vous l'avez répondu, mais aucun territoire d'encadrement connu ne le comprend (${[appartement.codePostal, appartement.ville].filter(Boolean).join(" ")})\u00A0: vérifiez l'arrêté préfectoral.`,
      ),
    fin !== null &&
      doute(
        "encadrement",
        `Le bail est signé après la fin de l'encadrement des loyers (${formatJour(fin)})\u00A0: il le dit applicable sous réserve de sa prorogation.`,
      ),
    ...ENCADREMENT_IMPRIME.map(
      ([champ, nom]) =>
        typeof cap[champ] !== "number" &&
        manque(`encadrement.${champ}`, `${nom} de l'encadrement n'est pas renseignée.`),
    ),
    complement &&
      !justifie &&
      doute(
        "encadrement.caracteristiqueLoyer",
        `Le loyer dépasse le loyer de référence majoré de ${formatEuros(depassement)} sans qu'aucune caractéristique du logement ne justifie ce complément.`,
      ),
    complement &&
      justifie &&
      doute(
        "encadrement.caracteristiqueLoyer",
        `Le loyer (${formatEuros(dossier.loyerHC ?? 0)}) dépasse le loyer de référence majoré (${formatEuros(cap.montantBase ?? 0)})\u00A0: le locataire peut contester le complément pendant trois mois.`,
      ),
    complement &&
      estPassoire(bail) &&
      doute(
        "encadrement.caracteristiqueLoyer",
        `Un complément de loyer est interdit pour un logement classé ${appartement?.dpeClasse}.`,
      ),
    typeof loyerReference === "number" &&
      typeof loyerReferenceMajore === "number" &&
      Math.abs(loyerReferenceMajore - majore) > ECART_DU_MAJORE + 1e-9 &&
      doute(
        "encadrement.loyerReferenceMajore",
        `Le loyer de référence majoré (${formatNombre(loyerReferenceMajore, 2)}\u00A0€/m²) n'est pas le loyer de référence augmenté de 20\u00A0% (${formatNombre(majore, 2)}\u00A0€/m²).`,
      ),
    Boolean(surface) &&
      typeof cap.surface === "number" &&
      cap.surface !== surface &&
      doute(
        "encadrement.surface",
        `La surface de l'encadrement (${formatNombre(cap.surface, 2)}\u00A0m²) n'est pas celle du logement (${formatNombre(surface ?? 0, 2)}\u00A0m²).`,
      ),
  ]);
}

/**
 * The warnings about a lease without a rent cap, when its dwelling is in a territory of capped rents, or its dossier
 * describes a cap that has ended.
 */
function sansEncadrement(bail: BailConnu): AvertissementDossier[] {
  const { agence, appartement, dossier } = bail;
  const { dateCreationBail: signature, encadrement } = dossier;
  if (!agence?.encadrementActif || !signature || ditNonSoumis(bail)) return [];
  const fin = finDEncadrement(bail);
  const acheve = fin !== null;
  const tu = !encadrement && appartement !== null && dansUnTerritoire(appartement, signature);
  return retenus([
    tu &&
      !acheve &&
      manque(
        "encadrement",
        "Logement situé dans un territoire d'encadrement\u00A0: renseignez les loyers de référence.",
      ),
    tu &&
      acheve &&
      manque(
        "encadrement",
        `L'expérimentation de l'encadrement des loyers s'est achevée le ${formatJour(fin)}\u00A0: dites si le logement reste soumis au loyer de référence.`,
      ),
    Boolean(encadrement) &&
      acheve &&
      doute(
        "encadrement",
        `Le bail est signé après la fin de l'encadrement des loyers (${formatJour(fin)})\u00A0: ses loyers de référence ne sont pas imprimés. S'il est prolongé, changez cette date dans les paramètres.`,
      ),
  ]);
}
