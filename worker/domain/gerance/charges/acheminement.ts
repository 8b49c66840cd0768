import { ajouterJours, aujourdhui, dansMois, formatJour, type Jour } from "../../dates.ts";
import type { EtatCourriel } from "../../quittances/courriel.ts";
import { type Acheminement, acheminementDe } from "../relances/acheminement.ts";
import type { Canal } from "../relances/relances.ts";

type NonParti = "retenu" | "refuse" | "abandonne";

/**
 * The progress of a sent charges statement towards its tenant; `non_parti`: its mail was held back, refused or given
 * up.
 */
export type AcheminementDuDecompte = Exclude<Acheminement, NonParti> | "non_parti";

export interface FaitsDAcheminement {
  canal: Canal;
  /**
   * The mail of the statement, with the instant at which it left; null: a letter, or a mail that is no longer kept.
   */
  courriel: { etat: EtatCourriel; envoyeLe: string | null } | null;
  /** The day on which the letter was posted; null while nobody noted that day. */
  posteLe: Jour | null;
}

const NON_PARTIS: readonly Acheminement[] = ["retenu", "refuse", "abandonne"];

const estNonParti = (ou: Acheminement): ou is NonParti => NON_PARTIS.includes(ou);

/** The progress of a charges statement towards its tenant (charges/README §16.4). */
export function acheminementDuDecompte(faits: FaitsDAcheminement): AcheminementDuDecompte {
  const ou = acheminementDe({ ...faits, courriel: faits.courriel?.etat ?? null });
  return estNonParti(ou) ? "non_parti" : ou;
}

/**
 * The day on which the tenant gets a statement.
 * @param delaiPostal the days that a letter takes
 */
export const arriveeDuDecompte = (canal: Canal, partiLe: Jour, delaiPostal: number): Jour =>
  canal === "lettre" ? ajouterJours(partiLe, delaiPostal) : partiLe;

/** The day on which the mail of a statement left or its letter was posted; null while that day is unknown. */
export const departDuDecompte = ({
  courriel,
  posteLe,
}: Pick<FaitsDAcheminement, "courriel" | "posteLe">): Jour | null =>
  courriel?.envoyeLe ? aujourdhui(new Date(courriel.envoyeLe)) : posteLe;

const RESERVES: Record<Exclude<AcheminementDuDecompte, "parti">, string> = {
  en_attente: "Son courriel attend encore de partir.",
  incertain: "Rien ne prouve que son courriel est parti : vérifiez, ou renvoyez-le.",
  non_parti: "Son courriel n’est pas parti : le locataire n’a rien reçu.",
  a_poster: "Sa lettre n’est pas notée postée.",
};

/**
 * The French sentence on a statement that the tenant did not get, or got less than a month before its due day (art.
 * 23); null when all is well, or when the day on which it left is unknown.
 *
 * @param delaiPostal the days that a letter takes
 */
export function reserveDAcheminement(
  faits: FaitsDAcheminement & { exigibleLe: Jour },
  delaiPostal: number,
): string | null {
  const { canal, exigibleLe } = faits;
  const acheminement = acheminementDuDecompte(faits);
  if (acheminement !== "parti") return RESERVES[acheminement];
  const partiLe = departDuDecompte(faits);
  if (partiLe === null) return null;
  const arriveLe = arriveeDuDecompte(canal, partiLe, delaiPostal);
  return dansMois(arriveLe, 1) > exigibleLe
    ? `Parti le ${formatJour(partiLe)}, il arrive moins d’un mois avant le ${formatJour(exigibleLe)} (article 23) : n’exigez pas son solde avant le ${formatJour(dansMois(arriveLe, 1))}.`
    : null;
}

/** The French reason why the posting of a statement may not be noted; null when it may. */
export function refusDePostage(
  decompte: { canal: Canal; envoyeLe: Jour; posteLe: Jour | null; annuleLe: Jour | null },
  le: Jour,
): string | null {
  const { annuleLe, canal, envoyeLe, posteLe } = decompte;
  if (canal !== "lettre") return "Ce décompte est envoyé par courriel.";
  if (annuleLe) return "Ce décompte est annulé.";
  if (posteLe) return `Cette lettre est déjà notée postée le ${formatJour(posteLe)}.`;
  return le < envoyeLe
    ? `Faite le ${formatJour(envoyeLe)}, cette lettre n’a pas pu partir avant.`
    : null;
}
