import { ajouterJours, aujourdhui, type Jour } from "../dates.ts";
import type { EntiteSignee } from "../fichiers/fichier.ts";
import { peutSeRetracter, type Retractable } from "./retractation.ts";

// A request asks some people to sign a paper (signature/README §18.5); this file gives its states and its allowed
// acts.

export const ROLES = {
  locataire: "Locataire",
  caution: "Caution",
  mandant: "Mandant",
  agence: "Pour l'agence",
} as const;
export type Role = keyof typeof ROLES;

/** How many days a request stays open, unless {@link expiration} receives another number. */
export const JOURS_POUR_SIGNER = 14;
const JOURS_DES_RAPPELS = [2, 5];

const MILLISECONDES_PAR_JOUR = 86_400_000;

/** The record and the field that will hold the signed file; a field has at most one open request. */
export interface Place {
  entite: EntiteSignee;
  entiteId: number;
  champ: string;
}

/** A signer of a request; instants in ISO 8601. */
export interface Signataire {
  id: number;
  role: Role;
  /** Signers of one rank sign in any order, once all the earlier ranks have signed. */
  rang: number;
  signeLe: string | null;
  refuseLe: string | null;
}

/** The dates of a request and its signers, from which its state follows; instants in ISO 8601. */
export interface Demande {
  ouverteLe: string;
  expireLe: string;
  annuleeLe: string | null;
  /** The instant at which another request, or a signed file added by hand, replaced this one. */
  remplaceeLe: string | null;
  scelleLe: string | null;
  signataires: readonly Signataire[];
}

export const ETATS_DEMANDE = {
  a_signer: "À signer",
  a_signer_agence: "À signer par l’agence",
  a_sceller: "Signé, à sceller",
  scellee: "Signé et scellé",
  refusee: "Refusé",
  expiree: "Expiré",
  annulee: "Annulé",
  remplacee: "Remplacé",
} as const;
export type EtatDemande = keyof typeof ETATS_DEMANDE;

const aSigne = ({ signeLe }: Signataire) => signeLe !== null;
const delAgence = ({ role }: Signataire) => role === "agence";

/** The state of a request at an instant. Once everyone has signed, the request no longer expires. */
export function etatDemande(demande: Demande, now: Date): EtatDemande {
  const { scelleLe, annuleeLe, remplaceeLe, expireLe, signataires } = demande;
  if (scelleLe !== null) return "scellee";
  if (signataires.some(({ refuseLe }) => refuseLe !== null)) return "refusee";
  if (annuleeLe !== null) return "annulee";
  if (remplaceeLe !== null) return "remplacee";
  if (signataires.every(aSigne)) return "a_sceller";
  if (expireLe <= now.toISOString()) return "expiree";
  return signataires.every((signataire) => delAgence(signataire) || aSigne(signataire))
    ? "a_signer_agence"
    : "a_signer";
}

const OUVERTES: readonly EtatDemande[] = ["a_signer", "a_signer_agence", "a_sceller"];

/** Whether a request may still lead to a signed file. */
export const estOuverte = (demande: Demande, now: Date): boolean =>
  OUVERTES.includes(etatDemande(demande, now));

/** The signers who may sign now: the signers of the lowest rank still unsigned; the agency after all the others. */
export function aLeurTour(demande: Demande, now: Date): Signataire[] {
  const etat = etatDemande(demande, now);
  const restent = demande.signataires.filter((signataire) => !aSigne(signataire));
  if (etat === "a_signer_agence") return restent;
  if (etat !== "a_signer") return [];
  const autres = restent.filter((signataire) => !delAgence(signataire));
  const rang = Math.min(...autres.map((signataire) => signataire.rang));
  return autres.filter((signataire) => signataire.rang === rang);
}

/** The open requests about a field, which a new request or a signed file replaces. */
export const aRemplacer = <Placee extends Demande & Place>(
  demandes: readonly Placee[],
  { entite, entiteId, champ }: Place,
  now: Date,
): Placee[] =>
  demandes.filter(
    (demande) =>
      demande.entite === entite &&
      demande.entiteId === entiteId &&
      demande.champ === champ &&
      estOuverte(demande, now),
  );

/** An act on a request; `id`: the signer who acts. */
export type Geste =
  | { genre: "signer" | "refuser"; id: number }
  | { genre: "annuler" | "remplacer" | "sceller" };

const FINIES = {
  scellee: "Ce document est déjà signé.",
  refusee: "Un signataire a refusé : ce document ne se signe plus.",
  expiree: "Le délai pour signer est passé. Demandez un autre lien à l’agence.",
  annulee: "L’agence a annulé cette signature.",
  remplacee: "Ce document a été remplacé : l’agence en enverra un autre.",
} as const satisfies Partial<Record<EtatDemande, string>>;

const estFinie = (etat: EtatDemande): etat is keyof typeof FINIES => etat in FINIES;

/**
 * The French reason to refuse an act at an instant; null when it is allowed. A signer may refuse before his turn; the
 * agency cancels instead of refusing.
 */
export function refusDuGeste(demande: Demande, geste: Geste, now: Date): string | null {
  const etat = etatDemande(demande, now);
  if (estFinie(etat)) return FINIES[etat];
  if (!("id" in geste))
    return geste.genre === "sceller" && etat !== "a_sceller"
      ? "Tous les signataires n’ont pas signé."
      : null;
  const signataire = demande.signataires.find(({ id }) => id === geste.id);
  if (!signataire) return "Vous n’êtes pas signataire de ce document.";
  if (aSigne(signataire)) return "Vous avez déjà signé ce document.";
  if (geste.genre === "refuser")
    return delAgence(signataire) ? "L’agence annule, elle ne refuse pas." : null;
  if (aLeurTour(demande, now).includes(signataire)) return null;
  return delAgence(signataire)
    ? "Les autres signataires n’ont pas tous signé."
    : "Un autre signataire signe avant vous.";
}

export type EtatDeLien =
  | "ouvert"
  | "pas_encore"
  | "signe"
  | "refuse"
  | "expire"
  | "annule"
  | "remplace"
  | "scelle"
  | "retractable"
  | "retire";

/**
 * The state of the link of a signer, which decides the page that the link opens. After the seal the paper stays
 * readable until the request expires, or as long as the signer may withdraw.
 */
export function etatDuLien(
  demande: Demande & Retractable,
  { id, retireLe, retractable }: { id: number; retireLe: string | null; retractable: boolean },
  now: Date,
): EtatDeLien {
  const etat = etatDemande(demande, now);
  const signataire = demande.signataires.find((candidat) => candidat.id === id);
  if (retireLe !== null || !signataire) return "retire";
  if (etat === "annulee") return "annule";
  if (etat === "remplacee") return "remplace";
  if (etat === "refusee") return "refuse";
  if (etat === "expiree") return "expire";
  if (etat === "scellee") {
    if (retractable && peutSeRetracter(demande, aujourdhui(now))) return "retractable";
    return demande.expireLe <= now.toISOString() ? "expire" : "scelle";
  }
  if (aSigne(signataire)) return "signe";
  return aLeurTour(demande, now).includes(signataire) ? "ouvert" : "pas_encore";
}

/** The states in which a link, with its code, shows the paper. */
export const LIENS_OUVRANTS: readonly EtatDeLien[] = ["ouvert", "signe", "scelle", "retractable"];

/** For each state of a link, the French message of a link that opens nothing; empty for a link that opens a page. */
export const REFUS_DU_LIEN: Readonly<Record<EtatDeLien, string>> = {
  ouvert: "",
  signe: "",
  scelle: "",
  retractable: "",
  pas_encore: "Un autre signataire signe avant vous.",
  refuse: FINIES.refusee,
  expire: "Ce lien a expiré. Demandez-en un autre à l’agence.",
  annule: FINIES.annulee,
  remplace: FINIES.remplacee,
  retire: "Ce lien n’ouvre plus. Demandez-en un autre à votre agence.",
};

/** The instant at which a request expires, in ISO 8601. @param jours the days during which the request stays open */
export const expiration = (ouverture: Date, jours: number = JOURS_POUR_SIGNER): string =>
  new Date(ouverture.getTime() + jours * MILLISECONDES_PAR_JOUR).toISOString();

/**
 * The days of the reminders of a request: two and five days after the opening, if before the eve of the end, then
 * this eve.
 */
export function joursDeRappel({ ouverteLe, expireLe }: Demande): Jour[] {
  const ouverture = aujourdhui(new Date(ouverteLe));
  const veille = ajouterJours(aujourdhui(new Date(expireLe)), -1);
  const jours = JOURS_DES_RAPPELS.map((nombre) => ajouterJours(ouverture, nombre));
  return [...jours.filter((jour) => jour < veille), veille].filter((jour) => jour > ouverture);
}

/** The signers to remind today: only those whose turn it is. */
export const aRappeler = (demande: Demande, now: Date): Signataire[] =>
  joursDeRappel(demande).includes(aujourdhui(now)) ? aLeurTour(demande, now) : [];
