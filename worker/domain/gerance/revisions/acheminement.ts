import { formatJour, type Jour } from "../../dates.ts";
import { type Acheminement, acheminementDe, type Envoi } from "../relances/acheminement.ts";
import { renoncementDe } from "./anniversaires.ts";

/** The facts that decide the progress of the request of a revision on its way to the tenant. */
export interface EnvoiDeDemande extends Omit<Envoi, "posteLe"> {
  /** The day on which the letter was posted; null while nobody noted that day. */
  posteeLe: Jour | null;
}

const acheminement = ({ posteeLe, ...envoi }: EnvoiDeDemande): Acheminement =>
  acheminementDe({ ...envoi, posteLe: posteeLe });

/** Whether a request was sent, surely or perhaps (revisions/README §15.5). */
export const demandePartie = (envoi: EnvoiDeDemande): boolean =>
  ["parti", "incertain"].includes(acheminement(envoi));

const ARRETS: Partial<Record<Acheminement, string>> = {
  a_poster: "Lettre à poster",
  retenu: "Courriel retenu",
  refuse: "Courriel non remis",
  abandonne: "Courriel abandonné",
};

/**
 * The French words for the obstacle that stops a request on its way to the tenant; null when the request was sent,
 * surely or perhaps, or is about to be sent.
 */
export const motsDeLArret = (envoi: EnvoiDeDemande): string | null =>
  ARRETS[acheminement(envoi)] ?? null;

/**
 * Whether a request counts as never sent on a day. A mail that is held, refused or cancelled counts at once; a letter
 * counts once the day of effect has come and nobody noted its posting.
 */
export function jamaisPartie(envoi: EnvoiDeDemande & { effetLe: Jour }, today: Jour): boolean {
  const arret = motsDeLArret(envoi);
  return arret !== null && (envoi.canal === "courriel" || envoi.effetLe <= today);
}

/**
 * A request whose mail is about to be sent again; `renoncable`: the revision is lost when a year passes without a
 * request.
 */
export interface DemandeARenvoyer {
  anniversaire: Jour;
  effetLe: Jour;
  renoncable: boolean;
}

/**
 * The refusal to send the mail of a request late (loi n° 89-462, art. 17-1, I; revisions/README §15.5): the day of
 * effect that its letter states is over, or a year has passed since the anniversary. Null when the mail may be sent.
 */
export function refusDeRenvoi(demande: DemandeARenvoyer, today: Jour): string | null {
  const { anniversaire, effetLe, renoncable } = demande;
  if (renoncable && today >= renoncementDe(anniversaire))
    return `Un an a passé depuis le ${formatJour(anniversaire)}\u00A0: cette révision est perdue. Annulez-la.`;
  return effetLe < today
    ? `Cette révision devait prendre effet le ${formatJour(effetLe)}, et un loyer révisé n’est dû qu’à compter de sa demande\u00A0: annulez-la, puis demandez-la de nouveau.`
    : null;
}

/**
 * The refusal to let a waiting mail be sent today, when {@link refusDeRenvoi} refuses it today (revisions/README
 * §15.5). Null when {@link refusDeRenvoi} already refused it on `misEnRouteLe`: a person then decided to send the
 * mail again, because it had perhaps been sent before.
 *
 * @param misEnRouteLe the day on which the mail was last changed, or the day planned for its sending when later
 */
export const refusDeDepart = (
  demande: DemandeARenvoyer,
  { misEnRouteLe, today }: { misEnRouteLe: Jour; today: Jour },
): string | null =>
  refusDeRenvoi(demande, misEnRouteLe) === null ? refusDeRenvoi(demande, today) : null;

/**
 * The warning to staff about a receipt that bills a revision whose request was not sent: a revised rent is owed only
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
