import type { Jour } from "../../dates.ts";
import { type Euros, enCentimes, enEuros, formatEuros } from "../../montants.ts";
import { sansIndefinis } from "../../sans-indefinis.ts";
import type { NouvellesConditions } from "./conditions-fiche.ts";
import type {
  Conditions,
  ConditionsEcrites,
  ModeFonds,
  TermeEnMots,
} from "./mots-de-conditions.ts";
import type { Part } from "./parts.ts";

/**
 * The terms that apply to a mandate until somebody enters terms (mandats/README §12.15); cents and hundredths of a
 * percent.
 */
export const PREMIERES_CONDITIONS: Conditions = {
  modeFonds: "proprietaire",
  tauxHonoraires: null,
  tauxEn: "ht",
  assiette: "encaisse_cc",
  forfait: null,
  tauxTva: 2000,
  autresHonoraires: [],
  provision: 0,
  periodicite: "mensuelle",
  jourReversement: 10,
  seuilAccord: 15_000,
  accordRevision: false,
  accordDe: "contact",
};

/** An owner's share of a mandate, with the masked IBAN that receives his money today. */
export interface PartRow extends Part {
  nom: string;
  iban: string | null;
  titulaire: string | null;
  /** A change of the owner's bank account waits for a second administrator, or for the end of its delay. */
  change: boolean;
}

/**
 * A row of `GET /Mission/{id}/conditions`: the terms of a mandate from a day on, in euros and percents. The latest
 * come first.
 */
export interface ConditionsRow extends ConditionsEcrites {
  id: number;
  depuis: Jour;
  /** The shares of the owners, in the order of the mandate; empty: nobody entered them. */
  parts: PartRow[];
  /** The same terms in French words. */
  enMots: TermeEnMots[];
  enVigueur: boolean;
  /** These terms change the signed terms: the parties must sign an avenant (amendment). */
  avenant: boolean;
  user: string | null;
  createdAt: string;
}

const parCent = (centiemes: number | null): number | null =>
  centiemes === null ? null : enEuros(centiemes);

/** Converts terms from cents and hundredths of a percent into euros and percents. */
export const conditionsEcrites = (conditions: Conditions): ConditionsEcrites => ({
  ...conditions,
  tauxHonoraires: parCent(conditions.tauxHonoraires),
  forfait: parCent(conditions.forfait),
  tauxTva: enEuros(conditions.tauxTva),
  autresHonoraires: conditions.autresHonoraires.map((honoraire) => ({
    ...honoraire,
    montant: enEuros(honoraire.montant),
  })),
  provision: enEuros(conditions.provision),
  seuilAccord: enEuros(conditions.seuilAccord),
});

/**
 * The terms after a change, in cents: an absent field keeps its former value. Terms whose `assiette` is « forfait »
 * lose the rate of the fee; other terms lose the fixed fee.
 *
 * @param avant the terms in force on the first day of the new ones; undefined: {@link PREMIERES_CONDITIONS}
 * @param nouvellesConditions euros and percents
 */
export function conditionsApres(
  avant: Conditions | undefined,
  nouvellesConditions: NouvellesConditions,
): Conditions {
  const { depuis: _jour, parts: _parts, ...nouvelles } = nouvellesConditions;
  const { autresHonoraires, provision, seuilAccord, tauxHonoraires, forfait, tauxTva, ...mots } =
    nouvelles;
  const base = avant ?? PREMIERES_CONDITIONS;
  const centiemes = (valeur: number | null) => (valeur === null ? null : enCentimes(valeur));
  const dit = {
    ...sansIndefinis(mots),
    ...(tauxHonoraires === undefined ? {} : { tauxHonoraires: centiemes(tauxHonoraires) }),
    ...(forfait === undefined ? {} : { forfait: centiemes(forfait) }),
    ...(tauxTva === undefined ? {} : { tauxTva: enCentimes(tauxTva) }),
    ...(provision === undefined ? {} : { provision: enCentimes(provision) }),
    ...(seuilAccord === undefined ? {} : { seuilAccord: enCentimes(seuilAccord) }),
    ...(autresHonoraires === undefined
      ? {}
      : {
          autresHonoraires: autresHonoraires.map((honoraire) => ({
            ...honoraire,
            montant: enCentimes(honoraire.montant),
          })),
        }),
  };
  const apres: Conditions = { ...base, ...dit };
  return apres.assiette === "forfait"
    ? { ...apres, tauxHonoraires: null }
    : { ...apres, forfait: null };
}

/** The row in force on a day; among rows of one day, the last written. @param rows the latest first */
export const enVigueurLe = <Row extends { depuis: Jour }>(
  rows: readonly Row[],
  jour: Jour,
): Row | undefined => rows.find(({ depuis }) => depuis <= jour);

/**
 * The terms under which a mandate was signed: the terms of the day of signature or, when all terms begin later, the
 * first ones. For an unsigned mandate, the terms of today.
 *
 * @param rows the latest first
 */
export const conditionsSignees = <Row extends { depuis: Jour }>(
  rows: readonly Row[],
  dateSignature: Jour | null,
  today: Jour,
): Row | undefined => {
  const premier = rows.at(-1);
  return (
    enVigueurLe(rows, dateSignature ?? today) ?? (premier && enVigueurLe(rows, premier.depuis))
  );
};

/**
 * The terms that differ between two sets, each in its former and its new words (missions/README §6.1).
 *
 * @param avant, apres terms in words, from {@link conditionsEnMots} or from `missionEnMots`; a missing term reads
 * « aucun »
 */
export function termesChanges(
  avant: readonly TermeEnMots[],
  apres: readonly TermeEnMots[],
): { nom: string; avant: string; apres: string }[] {
  const texteDuTerme = (termes: readonly TermeEnMots[], nom: string) =>
    termes.find((terme) => terme.nom === nom)?.textes.join("\n") ?? "aucun";
  return [...new Set([...avant, ...apres].map(({ nom }) => nom))]
    .map((nom) => ({ nom, avant: texteDuTerme(avant, nom), apres: texteDuTerme(apres, nom) }))
    .filter((terme) => terme.avant !== terme.apres);
}

/**
 * The refusal of fees at 0 % VAT while the settings do not say that the agency is exempt (Code général des impôts,
 * art. 293 B).
 */
export const SANS_FRANCHISE =
  "Une TVA à 0 % veut la franchise en base de l’agence (CGI, art. 293 B) : elle n’est pas dite dans les paramètres.";

/** The refusal of a share of zero for an owner who is not a bare owner. */
export const SANS_PART = "Seul un nu-propriétaire peut n’avoir aucune part.";

/** The terms whose change affects nobody's money. */
const SANS_ARGENT: readonly string[] = [
  "periodicite",
  "jourReversement",
  "accordRevision",
  "accordDe",
];

/**
 * Keeps the changed terms that decide who gets money, or how much. Once a statement of the mandate is validated, a
 * change of these terms asks for a recent password and is logged (mandats/README §12.15).
 */
export const termesDArgent = (changes: readonly string[]): string[] =>
  changes.filter((terme) => !SANS_ARGENT.includes(terme));

/** The warnings to staff about new terms; they refuse nothing. @param conditions cents */
export function avertissementsConditions(
  conditions: Conditions,
  mandat: {
    dateSignature: Jour | null;
    mandants: number;
    parts: number;
    /** Whether a bare owner has a share. */
    nus: boolean;
    garant: string;
    /** The owners who lost their share, each with the euros that the mandate's account still holds for him. */
    partis?: readonly { nom: string; garde: Euros }[];
  },
): string[] {
  const { modeFonds, assiette, forfait, tauxHonoraires } = conditions;
  const agence = modeFonds === "agence";
  return [
    agence &&
      !mandat.dateSignature &&
      "Ce mandat n’a pas de date de signature : l’agence ne reçoit de fonds qu’avec un mandat écrit qui l’y autorise (décret n° 72-678, art. 64).",
    agence &&
      mandat.garant.trim() === "" &&
      "Le garant de l’agence n’est pas renseigné dans les paramètres : recevoir des fonds demande une garantie financière (loi n° 70-9, art. 3).",
    (assiette === "forfait" ? forfait : tauxHonoraires) === null &&
      "Ces conditions ne disent pas d’honoraires de gestion : l’agence n’en prélève aucun (décret n° 72-678, art. 66).",
    assiette === "quittance_cc" &&
      "Des honoraires sur ce qui est appelé, même impayé, demandent une clause expresse du mandat.",
    mandat.nus &&
      "Un nu-propriétaire a une quote-part : elle lui est versée, alors que les loyers reviennent à l’usufruitier (Code civil, art. 582). Sans convention contraire, mettez-la à 0 ; les parts payées font 1.",
    mandat.parts === 0 &&
      mandat.mandants > 1 &&
      "Les quotes-parts des mandants ne sont pas dites : leur compte rendu ne peut pas être validé.",
    ...(mandat.partis ?? []).map(
      ({ nom, garde }) =>
        `${nom} n’a plus de part : ${formatEuros(garde)} gardés sur le compte du mandat sont à lui, et lui sont reversés avec le prochain compte rendu, avant les autres.`,
    ),
  ].filter((phrase) => phrase !== false);
}

/**
 * The warning to staff that the rents of a dwelling now go to another receiver; empty while the receiver stays.
 *
 * @param avant, apres the receiver before and after the change of mandate; undefined without a mandate
 */
export function avertissementsFonds(
  avant: ModeFonds | undefined,
  apres: ModeFonds | undefined,
): string[] {
  if ((avant === "agence") === (apres === "agence")) return [];
  return apres === "agence"
    ? ["L’agence reçoit désormais les loyers de cet appartement."]
    : ["Le propriétaire reçoit désormais lui-même les loyers de cet appartement."];
}
