import type { Jour } from "../dates.ts";
import { mineurLe } from "../personnes/majorite.ts";
import {
  estMorale,
  type GenreDePersonne,
  nomComplet,
  type Represente,
} from "../personnes/personne.ts";
import { rechercheNormalisee } from "../recherche.ts";
import type { Role } from "./demande.ts";
import type { SignatairePropose } from "./wire.ts";

/** A party of a paper, as its record has it. */
export interface Partie extends Represente {
  role: Exclude<Role, "agence">;
  personne: GenreDePersonne;
  personneId: number;
  mail: string | null;
}

/** A party as a signer: himself, or who represents him. */
export interface SignataireConnu extends SignatairePropose {
  personne: GenreDePersonne | null;
  personneId: number | null;
}

const mailUtile = (mail: string | null): string | null =>
  mail?.includes("@") ? mail.trim() : null;

/** A company, and a minor, sign by their representative. @param today decides who is a minor */
function signataireDe(partie: Partie, today: Jour): SignataireConnu {
  const { role, personne, personneId, mail, naissance } = partie;
  const commun = { role, rang: 1, personne, personneId, mail: mailUtile(mail) };
  const nom = nomComplet(partie);
  const represente = partie.representantNom?.trim();
  if (!represente) return { ...commun, nom, qualite: null };
  if (estMorale(partie)) {
    const titre = partie.representantQualite?.trim() || "représentant";
    return { ...commun, nom: represente, qualite: `${titre} de ${nom}` };
  }
  if (naissance && mineurLe(naissance, today))
    return { ...commun, nom: represente, qualite: `représentant légal de ${nom}` };
  return { ...commun, nom, qualite: null };
}

/** The signers of a paper: its parties in any order, then the agency, the last. */
export const signatairesProposes = (
  parties: readonly Partie[],
  agence: { signataireNom: string; signataireQualite: string; agenceNom: string },
  today: Jour,
): SignataireConnu[] => [
  ...parties.map((partie) => signataireDe(partie, today)),
  {
    role: "agence",
    rang: 2,
    nom: agence.signataireNom || agence.agenceNom,
    qualite: agence.signataireQualite || null,
    mail: null,
    personne: null,
    personneId: null,
  },
];

const memeBoite = (une: string | null, autre: string | null) =>
  une !== null && autre !== null && une.trim().toLowerCase() === autre.trim().toLowerCase();

/**
 * Why these mailboxes cannot be: a guarantor who receives his code where the tenant does did not sign by himself (Code
 * civil, art. 1174).
 * @param locataires the mailboxes of the tenants
 */
export const refusDesBoites = (
  signataires: readonly { role: Role; mail: string | null }[],
  locataires: readonly (string | null)[],
): string | null =>
  signataires.some(
    ({ role, mail }) =>
      role === "caution" && locataires.some((locataire) => memeBoite(mail, locataire)),
  )
    ? "La caution a l’adresse e-mail d’un locataire\u00A0: donnez-lui la sienne."
    : null;

/** Signers who share a mailbox: told to staff, and each has a code of his own. */
export const boitesPartagees = (signataires: readonly { mail: string | null }[]): string[] =>
  signataires.some(({ mail }, rang) =>
    signataires.slice(0, rang).some((autre) => memeBoite(mail, autre.mail)),
  )
    ? ["Deux signataires ont la même adresse e-mail\u00A0: la page de preuve le montrera."]
    : [];

const PIECES = /\b(?:cni|carte d identite|carte nationale|identite|passeports?|titre de sejour)\b/;

/**
 * Whether a file kept on a tenant or an owner shows who signs, by its name. That of a guarantor is kept on the tenant, and
 * names him.
 */
export function montreLIdentite(
  fichier: string,
  { role, nom }: { role: Role; nom: string },
): boolean {
  const mots = rechercheNormalisee(fichier).replace(/[^a-z]+/g, " ");
  if (!PIECES.test(mots)) return false;
  const nomme = rechercheNormalisee(nom)
    .split(" ")
    .some((mot) => mot.length > 3 && new RegExp(`\\b${mot.replace(/[^a-z]/g, "")}\\b`).test(mots));
  const deLaCaution = /\b(?:caution|garant)\b/.test(mots);
  return role === "caution" ? nomme || deLaCaution : nomme || !deLaCaution;
}
