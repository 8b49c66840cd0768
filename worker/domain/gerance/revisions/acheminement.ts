import type { Jour } from "../../dates.ts";
import { type Acheminement, acheminementDe, type Envoi } from "../relances/acheminement.ts";

/** The facts that tell how the request of a revision goes to the tenant. */
export interface EnvoiDeDemande extends Omit<Envoi, "posteLe"> {
  /** The day on which the letter was posted; null while nobody noted that day. */
  posteeLe: Jour | null;
}

const acheminement = ({ posteeLe, ...envoi }: EnvoiDeDemande): Acheminement =>
  acheminementDe({ ...envoi, posteLe: posteeLe });

/** Whether a request left, surely or perhaps (revisions/README §15.5). */
export const demandePartie = (envoi: EnvoiDeDemande): boolean =>
  ["parti", "incertain"].includes(acheminement(envoi));

const ARRETS: Partial<Record<Acheminement, string>> = {
  a_poster: "Lettre à poster",
  retenu: "Courriel retenu",
  refuse: "Courriel non remis",
  abandonne: "Courriel abandonné",
};

/**
 * The French words for the obstacle that stops a request on its way to the tenant; null when it left or is about to
 * leave.
 */
export const motsDeLArret = (envoi: EnvoiDeDemande): string | null =>
  ARRETS[acheminement(envoi)] ?? null;

/**
 * Whether a request counts as never sent on a day. A stopped mail counts at once; a letter counts once the day of
 * effect has come and nobody noted its posting.
 */
export function jamaisPartie(envoi: EnvoiDeDemande & { effetLe: Jour }, today: Jour): boolean {
  const arret = motsDeLArret(envoi);
  return arret !== null && (envoi.canal === "courriel" || envoi.effetLe <= today);
}

/**
 * The warning to staff about a receipt that bills a revision whose request has not left: a revised rent is owed only
 * from the request on (loi n° 89-462, art. 17-1, I). Empty when nothing stops the request.
 */
export function avertissementsDArret(envoi: EnvoiDeDemande | null): string[] {
  const arret = envoi && motsDeLArret(envoi);
  return arret
    ? [
        `Ce loyer est révisé par une demande qui n’est pas partie (${arret.toLowerCase()})\u00A0: il n’est dû qu’à compter d’elle.`,
      ]
    : [];
}
