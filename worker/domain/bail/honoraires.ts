import type { Agence } from "../agence/agence.ts";
import { doute, manque, retenus } from "../avertissement.ts";
import type { Appartement } from "../biens/appartement-fiche.ts";
import type { Jour } from "../dates.ts";
import { arrondir, formatEuros, formatNombre } from "../montants.ts";
import type { AvertissementDossier, BailConnu } from "./bail.ts";

export const ZONES_HONORAIRES = ["tresTendue", "tendue", "autre"] as const;
export type ZoneHonoraires = (typeof ZONES_HONORAIRES)[number];

/** The legal caps of letting fees for a tenant, in euros with VAT a m²; null: the agency left the setting empty. */
export type PlafondsHonoraires = Record<ZoneHonoraires | "etatDesLieux", number | null>;

const PLAFONDS_2025: PlafondsHonoraires = { tresTendue: 12, tendue: 10, autre: 8, etatDesLieux: 3 };
const PLAFONDS_REVISES_LE: Jour = "2026-01-01";

/** The legal caps of letting fees on the day of signature (bail/README §3.8). */
export function plafondsHonoraires(agence: Agence, signature: Jour): PlafondsHonoraires {
  if (signature < PLAFONDS_REVISES_LE) return PLAFONDS_2025;
  return {
    tresTendue: agence.plafondHonorairesTresTendue,
    tendue: agence.plafondHonorairesTendue,
    autre: agence.plafondHonorairesAutre,
    etatDesLieux: agence.plafondEdl,
  };
}

/**
 * The zone of a dwelling for the caps of letting fees: the zone in its record, else « autre » when staff said that
 * the zone is not tense, else the agency's usual zone.
 */
export function zoneHonoraires(
  { zoneDefaut }: Agence,
  appartement: Pick<Appartement, "zone" | "zoneTendue">,
): ZoneHonoraires {
  if (appartement.zone) return appartement.zone;
  if (appartement.zoneTendue === false) return "autre";
  return zoneDefaut;
}

/** Each fee of a lease, the fee of the mandate that it must equal (bail/README §3.8), and its name in a warning. */
const DU_MANDAT = [
  ["honorairesBailleurTTC", "honorairesLocationMandant", "Les honoraires du bailleur"],
  ["fraisDossierTTC", "honorairesLocationLocataire", "Les honoraires du locataire"],
  ["fraisEdlBailleurTTC", "honorairesEdlMandant", "Les honoraires d'état des lieux du bailleur"],
  ["fraisEdlTTC", "honorairesEdlLocataire", "Les honoraires d'état des lieux du locataire"],
] as const;

/** The facts missing or doubtful in the fees of the owner and of the tenant. */
export function avertissementsHonoraires(bail: BailConnu): AvertissementDossier[] {
  const { agence, appartement, dossier, mandat } = bail;
  const { fraisDossierTTC, fraisEdlBailleurTTC, fraisEdlTTC, honorairesBailleurTTC } = dossier;
  const signature = dossier.dateCreationBail;
  if (!agence || !appartement || !signature) return [];
  const plafonds = plafondsHonoraires(agence, signature);
  const parMetre = plafonds[zoneHonoraires(agence, appartement)];
  const frais = plafond(fraisDossierTTC, parMetre, appartement.surface);
  const edl = plafond(fraisEdlTTC, plafonds.etatDesLieux, appartement.surface);
  return retenus([
    (parMetre === null || plafonds.etatDesLieux === null) &&
      manque(
        "fraisDossierTTC",
        "Les plafonds d'honoraires des paramètres ne sont pas tous des nombres.",
      ),
    typeof fraisDossierTTC !== "number" &&
      manque(
        "fraisDossierTTC",
        "Les honoraires de visite, de dossier et de rédaction à la charge du locataire ne sont pas renseignés.",
      ),
    typeof fraisEdlTTC !== "number" &&
      manque(
        "fraisEdlTTC",
        "Les honoraires d'état des lieux à la charge du locataire ne sont pas renseignés.",
      ),
    typeof honorairesBailleurTTC !== "number" &&
      manque(
        "honorairesBailleurTTC",
        "Les honoraires de visite, de dossier et de rédaction à la charge du bailleur ne sont pas renseignés.",
      ),
    typeof fraisEdlBailleurTTC !== "number" &&
      manque(
        "fraisEdlBailleurTTC",
        "Les honoraires d'état des lieux à la charge du bailleur ne sont pas renseignés.",
      ),
    ...DU_MANDAT.map(
      ([champ, duMandat, nom]) =>
        typeof dossier[champ] === "number" &&
        typeof mandat?.[duMandat] === "number" &&
        dossier[champ] !== mandat[duMandat] &&
        doute(
          champ,
          `${nom} (${formatEuros(dossier[champ])}) ne sont pas ceux du mandat (${formatEuros(mandat[duMandat])}).`,
        ),
    ),
    frais !== null &&
      doute(
        "fraisDossierTTC",
        `Les honoraires du locataire (${frais.montant}) dépassent ${frais.plafond}.`,
      ),
    edl !== null &&
      doute(
        "fraisEdlTTC",
        `Les honoraires d'état des lieux du locataire (${edl.montant}) dépassent ${edl.plafond}.`,
      ),
    typeof fraisDossierTTC === "number" &&
      typeof honorairesBailleurTTC === "number" &&
      fraisDossierTTC > honorairesBailleurTTC &&
      doute(
        "fraisDossierTTC",
        `Les honoraires du locataire (${formatEuros(fraisDossierTTC)}) dépassent ceux du bailleur (${formatEuros(honorairesBailleurTTC)}).`,
      ),
    typeof fraisEdlTTC === "number" &&
      typeof fraisEdlBailleurTTC === "number" &&
      fraisEdlTTC > fraisEdlBailleurTTC &&
      doute(
        "fraisEdlTTC",
        `Les honoraires d'état des lieux du locataire (${formatEuros(fraisEdlTTC)}) dépassent ceux du bailleur (${formatEuros(fraisEdlBailleurTTC)}).`,
      ),
  ]);
}

/**
 * An amount above its legal cap, and this cap, both as French text; null when the amount is within the cap, or a fact
 * is unknown.
 */
function plafond(
  montant: number | null | undefined,
  parMetre: number | null,
  surface: number | null | undefined,
): { montant: string; plafond: string } | null {
  if (typeof montant !== "number" || parMetre === null || typeof surface !== "number") return null;
  const maximum = arrondir(parMetre * surface);
  if (montant <= maximum) return null;
  return {
    montant: formatEuros(montant),
    plafond: `leur plafond de ${formatEuros(maximum)} (${formatNombre(parMetre, 2)}\u00A0€/m²)`,
  };
}
