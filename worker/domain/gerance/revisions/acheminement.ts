import type { Jour } from "../../dates.ts";
import { COURRIELS_PARTIS, type EtatCourriel } from "../../quittances/courriel.ts";
import type { Canal } from "../relances/relances.ts";

/** How the request of a revision goes to the tenant, as its row and its mail tell. */
export interface EnvoiDeDemande {
  canal: Canal | null;
  /** The day its letter was posted; null while nobody noted it. */
  posteeLe: Jour | null;
  /** The state of its mail; null without one. */
  courriel: EtatCourriel | null;
}

/** The request waits for somebody: nothing sends it by itself. */
type Arret = "a_poster" | "retenue" | "refusee" | "abandonnee";

const ARRETS: Partial<Record<EtatCourriel, Arret>> = {
  retenu: "retenue",
  refuse: "refusee",
  annule: "abandonnee",
};

/** The way of a request: gone, in the outbox for a moment, or stopped until somebody acts (revisions/README §15.5). */
export function acheminement(envoi: EnvoiDeDemande): "partie" | "en_attente" | Arret {
  const { canal, courriel, posteeLe } = envoi;
  if (canal === "lettre") return posteeLe === null ? "a_poster" : "partie";
  if (courriel === null || COURRIELS_PARTIS.includes(courriel)) return "partie";
  return ARRETS[courriel] ?? "en_attente";
}

const MOTS: Record<Arret, string> = {
  a_poster: "Lettre à poster",
  retenue: "Courriel retenu",
  refusee: "Courriel non remis",
  abandonnee: "Courriel abandonné",
};

/** What stops a request from reaching the tenant, in words; null when it left, or is about to. */
export function motsDeLArret(envoi: EnvoiDeDemande): string | null {
  const ou = acheminement(envoi);
  return ou === "partie" || ou === "en_attente" ? null : MOTS[ou];
}

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
