import type { Agence } from "../agence/agence.ts";
import type { Avertissement } from "../avertissement.ts";
import type { Appartement } from "../biens/appartement-fiche.ts";
import type { Annexe, regime } from "../biens/dossier.ts";
import type { Dossier } from "../biens/dossier-fiche.ts";
import type { Jour } from "../dates.ts";
import type { HonorairesDeLocation } from "../missions/mission.ts";
import type { Client } from "../personnes/client-fiche.ts";
import type { Locataire } from "../personnes/locataire-fiche.ts";
import type { Personne } from "../personnes/personne.ts";
import { titulaires } from "../personnes/titulaires.ts";

export type Regime = ReturnType<typeof regime>;

/** A dossier as far as it is known: the fields typed so far. */
export type DossierConnu = { [Champ in keyof Dossier]?: Dossier[Champ] | null | undefined };

/**
 * A lease as far as it is known: whole on paper, partial while its dossier is typed. A rule is silent about null
 * facts.
 */
export interface BailConnu {
  regime: Regime | null;
  dossier: DossierConnu;
  appartement: Appartement | null;
  bailleurs: readonly Pick<Client, "qualite">[] | null;
  locataire: Locataire | null;
  cautions: readonly unknown[] | null;
  /** The annexes whose file is there. */
  presentes: readonly Annexe[] | null;
  /** The rooms of the entry inventory. */
  pieces: readonly unknown[] | null;
  agence: Agence | null;
  /** The fees of the dwelling's mandate; null without one. */
  mandat: HonorairesDeLocation | null;
  /** The day of the document. */
  emission: Jour | null;
}

/** The fields of a dossier beside which its warnings are told. */
export type ChampDossier =
  | keyof Dossier
  | "clauses.clausesText"
  | `encadrement.${keyof NonNullable<Dossier["encadrement"]>}`;

export type AvertissementDossier = Avertissement<ChampDossier>;

/** Under loi n° 89-462, and not under the Code civil alone. */
export const sousLoi89 = ({ regime }: Pick<BailConnu, "regime">): boolean =>
  regime !== null && regime !== "code_civil" && regime !== "stationnement";

/** Its rent is never revised: a mobility lease (art. 25-16 of loi n° 89-462), or a student's, which lasts no year. */
export const jamaisRevise = ({ regime }: Pick<BailConnu, "regime">): boolean =>
  regime === "mobilite" || regime === "etudiant";

/** Of a parking space, where nobody lives (bail/README §3.11). */
export const deStationnement = ({ regime }: Pick<BailConnu, "regime">): boolean =>
  regime === "stationnement";

/** Let with its furniture: titles I bis and I ter of loi n° 89-462. */
export const estMeuble = ({ regime }: Pick<BailConnu, "regime">): boolean =>
  regime === "meuble" || regime === "etudiant" || regime === "mobilite";

/** Let with its furniture, whatever the law: a second home too, when its dossier says so. */
export const loueMeuble = (bail: Pick<BailConnu, "regime" | "dossier">): boolean =>
  estMeuble(bail) || (bail.regime === "code_civil" && bail.dossier.meuble === true);

/** A deposit may be asked: never in a mobility lease (art. 25-17 of loi n° 89-462). */
export const admetDepot = ({ regime }: Pick<BailConnu, "regime">): boolean => regime !== "mobilite";

/** Its tenants may be bound jointly: never in a mobility lease (bail/README §3.9). */
export const admetSolidarite = ({ regime }: Pick<BailConnu, "regime">): boolean =>
  regime !== "mobilite";

/** The notice of the arrêté du 29 mai 2015 is joined to it: not to a mobility lease (bail/README §3.11). */
export const joindreNotice = (bail: Pick<BailConnu, "regime">): boolean =>
  sousLoi89(bail) && bail.regime !== "mobilite";

/** The holders of the lease, all named in it (bail/README §3.2); null while the tenant is unknown. */
export function locatairesDe(bail: { locataire: Locataire }): Personne[];
export function locatairesDe(bail: Pick<BailConnu, "locataire">): Personne[] | null;
export function locatairesDe({ locataire }: Pick<BailConnu, "locataire">): Personne[] | null {
  return locataire && titulaires(locataire);
}

/** A legal person lets it; a family SCI is held to be a natural one (art. 13 of loi n° 89-462). */
export const bailleurMoral = ({ bailleurs }: Pick<BailConnu, "bailleurs">): boolean =>
  bailleurs?.some(({ qualite }) => qualite === "personne_morale") ?? false;
