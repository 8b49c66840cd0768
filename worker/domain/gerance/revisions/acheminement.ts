import type { Jour } from "../../dates.ts";
import { type Acheminement, acheminementDe, type Envoi } from "../relances/acheminement.ts";

/** How the request of a revision goes to the tenant, as its row and its mail tell. */
export interface EnvoiDeDemande extends Omit<Envoi, "posteLe"> {
  /** The day its letter was posted; null while nobody noted it. */
  posteeLe: Jour | null;
}

const acheminement = ({ posteeLe, ...envoi }: EnvoiDeDemande): Acheminement =>
  acheminementDe({ ...envoi, posteLe: posteeLe });

/** Whether a request left, or may have (revisions/README §15.5). */
export const demandePartie = (envoi: EnvoiDeDemande): boolean =>
  ["parti", "incertain"].includes(acheminement(envoi));

const ARRETS: Partial<Record<Acheminement, string>> = {
  a_poster: "Lettre à poster",
  retenu: "Courriel retenu",
  refuse: "Courriel non remis",
  abandonne: "Courriel abandonné",
};

/** What stops a request from reaching the tenant, in words; null when it left, or is about to. */
export const motsDeLArret = (envoi: EnvoiDeDemande): string | null =>
  ARRETS[acheminement(envoi)] ?? null;

/**
 * Whether a request counts as never sent on a day: at once for a mail that stopped; for a letter, once its effect has
 * come without a day of posting.
 */
export function jamaisPartie(envoi: EnvoiDeDemande & { effetLe: Jour }, today: Jour): boolean {
  const arret = motsDeLArret(envoi);
  return arret !== null && (envoi.canal === "courriel" || envoi.effetLe <= today);
}

/**
 * The warning to staff about a receipt that bills a revision whose request has not left: a revised rent is owed from
 * the request alone (loi n° 89-462, art. 17-1, I). Empty when it left.
 */
export function avertissementsDArret(envoi: EnvoiDeDemande | null): string[] {
  const arret = envoi && motsDeLArret(envoi);
  return arret
    ? [
        `Ce loyer est révisé par une demande qui n’est pas partie (${arret.toLowerCase()})\u00A0: il n’est dû qu’à compter d’elle.`,
      ]
    : [];
}
