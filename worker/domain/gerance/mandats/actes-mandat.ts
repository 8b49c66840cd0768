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

export interface BienDuMandat {
  adresse: string;
  codePostal: string;
  ville: string;
  etage: string | null;
  typeImmeuble: "collectif" | "individuel";
  nbPiece: number | null;
  surface: number | null;
}

/**
 * An owner who gives a mandate, with his right on the dwellings (full ownership, usufruct, bare ownership).
 * `demembrements`: the dwellings on which usufruct and bare ownership are split.
 */
export type MandantDuMandat = Client &
  Pick<Titulaire, "droit"> & {
    demembrements?: readonly (Pick<Titulaire, "droit"> & { logement: Adresse })[];
  };

/** The terms of a management mandate as its paper prints them; euros and percents. */
export interface ConditionsImprimees extends ConditionsEcrites {
  depuis: Jour;
  /** The shares of the owners, in the order of the mandate, with masked IBANs. */
  parts: readonly {
    nom: string;
    num: number;
    den: number;
    titulaire: string | null;
    iban: string | null;
  }[];
}

/**
 * Everything that the paper of a mandate prints. For a signed mandate, the copy stored when the product recorded the
 * signature. Euros; the fees of `mission` include VAT.
 */
export interface MandatSigne {
  mission: Mission;
  mandants: readonly MandantDuMandat[];
  biens: readonly BienDuMandat[];
  accomptes: readonly Accompte[];
  /** The terms of the mandate; null: nobody had entered any terms. */
  conditions: ConditionsImprimees | null;
  agence: Agence;
}

/** An avenant (signed amendment) of a mandate: the terms that it changes, and the parties on its day. */
export interface AvenantSigne {
  changements: readonly TermeChange[];
  mandants: readonly MandantDuMandat[];
  /** The agency on the day of the avenant (amendment); absent from older avenants. */
  agence?: Agence;
}

export interface TermeChange {
  nom: string;
  avant: string;
  apres: string;
}

/** An act that the parties of a registered mandate sign: the mandate, or an avenant (amendment). */
export type ContenuActe = { mandat: MandatSigne } | { avenant: AvenantSigne };

/** A row of `GET /Mission/{id}/avenants`: an avenant (amendment); the latest come first. */
export interface AvenantRow {
  id: number;
  /** The rank among the avenants of the mandate, from 1. */
  rang: number;
  /** The first day on which the avenant applies. */
  depuis: Jour;
  changements: readonly TermeChange[];
  user: string | null;
  createdAt: string;
}

/**
 * The French names of what a signed mandate lacks to enter the register: an owner, a dwelling, terms, or a day of
 * signature that has come (loi n° 70-9, art. 6; décret n° 72-678, art. 64 to 66).
 *
 * @returns « un mandant », « un logement », « ses conditions »…; empty when the mandate may enter
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
 * Whether a letting mandate is signed: it has a day, its number in the register of transactions, an owner and a
 * dwelling (loi n° 70-9, art. 6; décret n° 72-678, art. 72). A later change then needs an avenant (amendment).
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

/**
 * The terms stored on a mission itself, in words. Compared before and after a change, they give the text of an
 * avenant (amendment).
 */
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

/** The note of an avenant in the register: « Avenant n° 1 : durée, premier acompte, à compter du 01/12/2026. » */
export const texteAvenant = (rang: number, quoi: readonly string[], depuis: Jour): string =>
  `Avenant n°\u00A0${rang}\u00A0: ${quoi.length === 0 ? "conditions" : quoi.join(", ")}, à compter du ${formatJour(depuis)}.`;

/**
 * The note of the first terms of a mandate in the register: « Conditions du mandat : honoraires de gestion, à compter
 * du 01/12/2026. »
 */
export const textePremieresConditions = (quoi: readonly string[], depuis: Jour): string =>
  `Conditions du mandat\u00A0: ${quoi.length === 0 ? "reprises" : quoi.join(", ")}, à compter du ${formatJour(depuis)}.`;

/** The refusal to correct the day of a mandate in the register. */
export const DATE_INSCRITE =
  "Ce mandat est au registre, à sa date\u00A0: elle ne s’y corrige pas. Si elle est fausse, retirez-la (le registre note le mandat annulé), puis créez la mission à nouveau\u00A0: elle prendra un autre numéro.";

/** The refusal to sign again a mandate cancelled in the register. */
export const MANDAT_ANNULE =
  "Ce mandat est annulé au registre, où son numéro reste\u00A0: créez une nouvelle mission, qui prendra un autre numéro.";

/**
 * The refusals to correct the day, the number or the type of a signed letting mandate, and to sign a cancelled one
 * again.
 */
export const DATE_SIGNEE =
  "Ce mandat est signé à cette date\u00A0: elle ne se corrige pas. Si elle est fausse, retirez-la, notez le mandat annulé au registre des transactions, puis créez la mission à nouveau, sous un autre numéro.";
export const NUMERO_SIGNE =
  "Ce mandat est signé sous ce numéro du registre des transactions\u00A0: il ne change plus.";
export const LOCATION_SIGNEE =
  "Ce mandat de location est signé\u00A0: il le reste. Pour une autre mission, créez-en une.";
export const SIGNATURE_RETIREE =
  "La signature de ce mandat a été retirée\u00A0: créez une nouvelle mission, sous un autre numéro.";

/** The refusal of terms that begin before their mandate is signed. */
export const AVANT_LE_MANDAT =
  "Le mandat n’était pas encore signé\u00A0: un avenant prend effet au plus tôt le mois de sa signature.";

/** The refusal of a typed number on a signed mandate, once this product keeps the register. */
export const NUMERO_TAPE =
  "Le registre tenu ici donne son numéro à un mandat signé\u00A0: effacez celui-ci, il en aura un.";

/**
 * The warning about a signed mandate that is not in the register.
 *
 * @param manque what the mandate lacks, from {@link manqueAuMandat}
 */
export const pasInscrit = (manque: readonly string[]): string =>
  manque.length === 0
    ? "Ce mandat signé n’est pas au registre\u00A0: enregistrez sa fiche sans numéro, il en aura un."
    : `Ce mandat signé n’est pas encore au registre\u00A0: il y entre dès qu’il a ${manque.join(", ")}.`;

/** The warning that a change of a signed mandate is an avenant (amendment) to sign. */
export const avenantASigner = (rang: number, type: Mission["type"]): string =>
  type === "gestion"
    ? `Ce changement est l’avenant n°\u00A0${rang} au mandat, noté au registre\u00A0: faites-le signer (onglet Documents).`
    : `Ce changement est l’avenant n°\u00A0${rang} au mandat\u00A0: faites-le signer (onglet Documents), et notez-le au registre des transactions.`;
