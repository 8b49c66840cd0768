import type { Agence } from "../../agence/agence.ts";
import type { Adresse } from "../../biens/adresse.ts";
import { formatJour, type Jour } from "../../dates.ts";
import type { Accompte } from "../../missions/accompte-fiche.ts";
import { dureeDuMandat } from "../../missions/mandat.ts";
import type { Mission } from "../../missions/mission-fiche.ts";
import { formatEuros, formatNombre } from "../../montants.ts";
import type { Client } from "../../personnes/client-fiche.ts";
import type { Titulaire } from "../../personnes/propriete.ts";
import type { ConditionsEcrites, TermeEnMots } from "./mots-de-conditions.ts";

/** A dwelling that a mandate is about. */
export interface BienDuMandat {
  adresse: string;
  codePostal: string;
  ville: string;
  etage: string | null;
  typeImmeuble: "collectif" | "individuel";
  nbPiece: number | null;
  /** In m². */
  surface: number | null;
}

/** A principal, with his right over the dwellings of the mandate, and over those he does not own whole. */
export type MandantDuMandat = Client &
  Pick<Titulaire, "droit"> & {
    demembrements?: readonly (Pick<Titulaire, "droit"> & { logement: Adresse })[];
  };

/** The terms of a management mandate, as its paper prints them; euros and percents. */
export interface ConditionsImprimees extends ConditionsEcrites {
  depuis: Jour;
  /** In the order of the mandate; the IBAN as anyone may see it. */
  parts: readonly {
    nom: string;
    num: number;
    den: number;
    titulaire: string | null;
    iban: string | null;
  }[];
}

/** All that the paper of a mandate prints, on the day of its registration; amounts in euros TTC. */
export interface MandatSigne {
  mission: Mission;
  mandants: readonly MandantDuMandat[];
  biens: readonly BienDuMandat[];
  accomptes: readonly Accompte[];
  /** Null: nobody had said any. */
  conditions: ConditionsImprimees | null;
  agence: Agence;
}

/** An avenant: its changes to a mandate, from its day on, and its parties as they were then. */
export interface AvenantSigne {
  changements: readonly TermeChange[];
  mandants: readonly MandantDuMandat[];
  /** Absent from those that were kept before it was. */
  agence?: Agence;
}

/** A term of a mandate: what it said, and what it says. */
export interface TermeChange {
  nom: string;
  avant: string;
  apres: string;
}

/** An act signed by the parties of a registered mandate: the mandate itself, or an avenant. */
export type ContenuActe = { mandat: MandatSigne } | { avenant: AvenantSigne };

/** An avenant, as `GET /Mission/{id}/avenants` lists them, the latest first. */
export interface AvenantRow {
  id: number;
  /** From 1, in the order in which they were noted in the register. */
  rang: number;
  /** The day from which it holds. */
  depuis: Jour;
  changements: readonly TermeChange[];
  user: string | null;
  createdAt: string;
}

/**
 * The parts that a signed mandate still lacks to enter the register: without a principal, a dwelling or its fees it is
 * no written mandate, nor is one that is signed on a day to come (loi n° 70-9, art. 6; décret n° 72-678, art. 64 to 66).
 *
 * @returns « un mandant », « un logement », « ses conditions »…; empty when it may enter
 */
export const manqueAuMandat = ({
  mandants,
  biens,
  conditions,
  aVenir,
}: Record<"mandants" | "biens" | "conditions", number> & { aVenir: boolean }): string[] =>
  [
    aVenir ? "sa signature, datée d’un jour à venir" : "",
    mandants === 0 ? "un mandant" : "",
    biens === 0 ? "un logement" : "",
    conditions === 0 ? "ses conditions" : "",
  ].filter((manque) => manque !== "");

/**
 * Whether a letting mandate is signed for good: it has its day, the number of the register of transactions, a principal
 * and a dwelling (loi n° 70-9, art. 6; décret n° 72-678, art. 72). What changes then is an avenant.
 */
export const locationSignee = (
  {
    dateSignature,
    numRegistre,
    mandants,
    biens,
  }: Pick<Mission, "dateSignature" | "numRegistre"> & Record<"mandants" | "biens", number>,
  today: Jour,
): boolean =>
  Boolean(dateSignature && dateSignature <= today && numRegistre?.trim()) &&
  mandants > 0 &&
  biens > 0;

const euros = (montant: number | null | undefined) =>
  typeof montant === "number" ? formatEuros(montant) : "aucun";

/** The terms of a mandate that its own record holds, typeset: what a change of them says in an avenant. */
export function missionEnMots(mission: Mission): TermeEnMots[] {
  const terme = (nom: string, texte: string): TermeEnMots => ({ nom, textes: [texte] });
  return [
    terme("Durée", `${dureeDuMandat({ ...mission, dateSignature: null }).mois}\u00A0mois`),
    terme("Nombre d’appartements", String(mission.nbAppart)),
    terme("Forfait par appartement", `${formatEuros(mission.valeurMissionAppt)} TTC`),
    terme("TVA du forfait", `${formatNombre(mission.tauxTva, 2)}\u00A0%`),
    terme("Premier acompte", euros(mission.accompte1)),
    terme("Second acompte", euros(mission.accompte2)),
    terme("Reliquat", euros(mission.reliquat)),
    terme(
      "Honoraires de location à la charge du mandant",
      euros(mission.honorairesLocationMandant),
    ),
    terme(
      "Honoraires de location à la charge du locataire",
      euros(mission.honorairesLocationLocataire),
    ),
    terme("État des lieux à la charge du mandant", euros(mission.honorairesEdlMandant)),
    terme("État des lieux à la charge du locataire", euros(mission.honorairesEdlLocataire)),
    terme("Diffusion des annonces", mission.diffusionAnnonces?.trim() || "aucune"),
    terme("Domicile unique", mission.domicileUnique ? "oui" : "non"),
  ];
}

/** « Avenant n° 1 : durée, premier acompte, à compter du 01/12/2026. » */
export const texteAvenant = (rang: number, quoi: readonly string[], depuis: Jour): string =>
  `Avenant n°\u00A0${rang}\u00A0: ${quoi.length === 0 ? "conditions" : quoi.join(", ")}, à compter du ${formatJour(depuis)}.`;

/** « Conditions du mandat : honoraires de gestion, à compter du 01/12/2026. »: the first that a mandate has. */
export const textePremieresConditions = (quoi: readonly string[], depuis: Jour): string =>
  `Conditions du mandat\u00A0: ${quoi.length === 0 ? "reprises" : quoi.join(", ")}, à compter du ${formatJour(depuis)}.`;

/** Why the day of a mandate that is in the register is not corrected there. */
export const DATE_INSCRITE =
  "Ce mandat est au registre, à sa date\u00A0: elle ne s’y corrige pas. Si elle est fausse, retirez-la (le registre note le mandat annulé), puis créez la mission à nouveau\u00A0: elle prendra un autre numéro.";

/** Why a mandate whose registration was cancelled is not signed again. */
export const MANDAT_ANNULE =
  "Ce mandat est annulé au registre, où son numéro reste\u00A0: créez une nouvelle mission, qui prendra un autre numéro.";

/** Why the day, the number, the type of a signed letting mandate are not corrected, nor is a cancelled one signed again. */
export const DATE_SIGNEE =
  "Ce mandat est signé à cette date\u00A0: elle ne se corrige pas. Si elle est fausse, retirez-la, notez le mandat annulé au registre des transactions, puis créez la mission à nouveau, sous un autre numéro.";
export const NUMERO_SIGNE =
  "Ce mandat est signé sous ce numéro du registre des transactions\u00A0: il ne change plus.";
export const LOCATION_SIGNEE =
  "Ce mandat de location est signé\u00A0: il le reste. Pour une autre mission, créez-en une.";
export const SIGNATURE_RETIREE =
  "La signature de ce mandat a été retirée\u00A0: créez une nouvelle mission, sous un autre numéro.";

/** Why terms don't begin before the mandate that they change. */
export const AVANT_LE_MANDAT =
  "Le mandat n’était pas encore signé\u00A0: un avenant prend effet au plus tôt le mois de sa signature.";

/** Why a number is not typed on a signed mandate, once the register is kept here. */
export const NUMERO_TAPE =
  "Le registre tenu ici donne son numéro à un mandat signé\u00A0: effacez celui-ci, il en aura un.";

/** The warning to staff about a signed mandate outside the register. */
export const pasInscrit = (manque: readonly string[]): string =>
  manque.length === 0
    ? "Ce mandat signé n’est pas au registre\u00A0: enregistrez sa fiche sans numéro, il en aura un."
    : `Ce mandat signé n’est pas encore au registre\u00A0: il y entre dès qu’il a ${manque.join(", ")}.`;

/** The warning to staff about a change of a signed mandate. */
export const avenantASigner = (rang: number, type: Mission["type"]): string =>
  type === "gestion"
    ? `Ce changement est l’avenant n°\u00A0${rang} au mandat, noté au registre\u00A0: faites-le signer (onglet Documents).`
    : `Ce changement est l’avenant n°\u00A0${rang} au mandat\u00A0: faites-le signer (onglet Documents), et notez-le au registre des transactions.`;
