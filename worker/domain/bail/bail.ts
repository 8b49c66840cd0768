import type { Agence } from "../agence/agence.ts";
import type { Avertissement } from "../avertissement.ts";
import type { Appartement } from "../biens/appartement-fiche.ts";
import type { Annexe, ModeCharges, TYPES_BAIL } from "../biens/dossier.ts";
import type { Dossier } from "../biens/dossier-fiche.ts";
import type { Jour } from "../dates.ts";
import type { HonorairesDeLocation } from "../missions/mission.ts";
import type { Client } from "../personnes/client-fiche.ts";
import type { Locataire } from "../personnes/locataire-fiche.ts";
import type { Personne } from "../personnes/personne.ts";
import { titulaires } from "../personnes/titulaires.ts";

export type Regime = (typeof TYPES_BAIL)[number];

/**
 * The legal regime of a lease: as given, or derived from the use as a main home (bail/README §3.1).
 *
 * @param rp the dwelling is the tenant's main home
 */
export function regime(dossier: { typeBail?: Regime | null }, rp: boolean): Regime {
  return dossier.typeBail ?? (rp ? "nu" : "code_civil");
}

/** A dossier while it is typed: any field may be missing. */
export type DossierConnu = { [Champ in keyof Dossier]?: Dossier[Champ] | null | undefined };

/**
 * A lease as far as it is known: complete on paper, partial while its dossier is typed. A rule gives no warning while
 * a fact that it needs is unknown.
 */
export interface BailConnu {
  regime: Regime | null;
  dossier: DossierConnu;
  appartement: Appartement | null;
  bailleurs: readonly Pick<Client, "qualite">[] | null;
  locataire: Locataire | null;
  cautions: readonly unknown[] | null;
  /** The annexes found in the product, as `annexesPresentes` gives them; null: unknown. */
  presentes: readonly Annexe[] | null;
  /** The rooms of the entry inventory. */
  pieces: readonly unknown[] | null;
  agence: Agence | null;
  /** The letting fees set by the dwelling's mandate; null without a mandate. */
  mandat: HonorairesDeLocation | null;
  /** The day on which the document is made. */
  emission: Jour | null;
}

/** The fields of a dossier form that a warning may name. */
export type ChampDossier =
  | keyof Dossier
  | "clauses.clausesText"
  | `encadrement.${keyof NonNullable<Dossier["encadrement"]>}`;

export type AvertissementDossier = Avertissement<ChampDossier>;

/** Whether the lease is under loi n° 89-462, and not under the Code civil alone. */
export const sousLoi89 = ({ regime }: Pick<BailConnu, "regime">): boolean =>
  regime !== null && regime !== "code_civil" && regime !== "stationnement";

/**
 * Whether the rent is never revised: in a mobility lease (art. 25-16 of loi n° 89-462) or a student lease, both
 * shorter than a year.
 */
export const jamaisRevise = ({ regime }: Pick<BailConnu, "regime">): boolean =>
  regime === "mobilite" || regime === "etudiant";

/** Whether the lease lets a parking space, where nobody lives (bail/README §3.11). */
export const deStationnement = ({ regime }: Pick<BailConnu, "regime">): boolean =>
  regime === "stationnement";

/** Whether the dwelling is let furnished under titles I bis and I ter of loi n° 89-462. */
export const estMeuble = ({ regime }: Pick<BailConnu, "regime">): boolean =>
  regime === "meuble" || regime === "etudiant" || regime === "mobilite";

/** Whether the dwelling is let furnished under any law, a second home included. */
export const loueMeuble = (bail: Pick<BailConnu, "regime" | "dossier">): boolean =>
  estMeuble(bail) || (bail.regime === "code_civil" && bail.dossier.meuble === true);

/** How charges are paid: by provisions without a choice; a mobility lease always has a lump sum (bail/README §3.5). */
export function modeCharges(
  regimeDuBail: Regime | null,
  chargesMode: ModeCharges | null | undefined,
): ModeCharges {
  return regimeDuBail === "mobilite" ? "forfait" : (chargesMode ?? "provisions");
}

/** Whether a deposit may be required: never in a mobility lease (art. 25-17 of loi n° 89-462). */
export const admetDepot = ({ regime }: Pick<BailConnu, "regime">): boolean => regime !== "mobilite";

/** Whether the tenants may be bound jointly: never in a mobility lease (bail/README §3.9). */
export const admetSolidarite = ({ regime }: Pick<BailConnu, "regime">): boolean =>
  regime !== "mobilite";

/**
 * Whether the notice of the arrêté du 29 mai 2015 is joined to the lease; a mobility lease has none (bail/README
 * §3.11).
 */
export const joindreNotice = (bail: Pick<BailConnu, "regime">): boolean =>
  sousLoi89(bail) && bail.regime !== "mobilite";

/** The tenants named in the lease (bail/README §3.2); null while they are unknown. */
export function locatairesDe(bail: { locataire: Locataire }): Personne[];
export function locatairesDe(bail: Pick<BailConnu, "locataire">): Personne[] | null;
export function locatairesDe({ locataire }: Pick<BailConnu, "locataire">): Personne[] | null {
  return locataire && titulaires(locataire);
}

/** Whether an owner counts as a legal person; a family SCI counts as a natural person (art. 13 of loi n° 89-462). */
export const bailleurMoral = ({ bailleurs }: Pick<BailConnu, "bailleurs">): boolean =>
  bailleurs?.some(({ qualite }) => qualite === "personne_morale") ?? false;
