import type { Jour } from "../dates.ts";
import { mineurLe } from "../personnes/majorite.ts";
import {
  estMorale,
  type GenreDePersonne,
  nomComplet,
  type Represente,
} from "../personnes/personne.ts";
import { rechercheNormalisee } from "../recherche.ts";
import { ROLES, type Role } from "./demande.ts";
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

/** The mailbox of an address: « lea+bail@… » comes to « lea@… ». */
const boiteDe = (mail: string): string =>
  mail
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*(?=@)/, "");

const memeBoite = (une: string | null, autre: string | null) =>
  une !== null && autre !== null && boiteDe(une) === boiteDe(autre);

/** Mailboxes to which a guarantor's code may not go: those of the tenants, and of the accounts of the agency. */
export interface BoitesDesAutres {
  locataires: readonly (string | null)[];
  comptes: readonly string[];
}

/**
 * Why these mailboxes cannot be: a guarantor who receives his code where the tenant or the agency does did not sign by
 * himself (Code civil, art. 1174).
 */
export function refusDesBoites(
  signataires: readonly { role: Role; mail: string | null }[],
  { locataires, comptes }: BoitesDesAutres,
): string | null {
  const cautions = signataires.filter(({ role }) => role === "caution");
  const dans = (boites: BoitesDesAutres[keyof BoitesDesAutres]) =>
    cautions.some(({ mail }) => boites.some((boite) => memeBoite(mail, boite)));
  if (dans(locataires))
    return "La caution a l’adresse e-mail d’un locataire\u00A0: donnez-lui la sienne.";
  return dans(comptes)
    ? "La caution a l’adresse e-mail d’un compte de l’agence\u00A0: donnez-lui la sienne."
    : null;
}

/**
 * Why these are not the signers of this paper: who signs in another capacity than the parties would escape what the law
 * wants of theirs, as the words of a guarantor.
 * @param connus the parties of the paper
 */
export function refusDesRoles(
  signataires: readonly { role: Role }[],
  connus: readonly { role: Role }[],
): string | null {
  const rolesDe = (tous: readonly { role: Role }[]) =>
    Object.keys(ROLES).filter((cle) => tous.some(({ role }) => role === cle)) as Role[];
  const attendus = rolesDe(connus);
  return rolesDe(signataires).join() === attendus.join()
    ? null
    : `Ce document est signé par\u00A0: ${attendus.map((role) => ROLES[role]).join(", ")}.`;
}

/** Signers who share a mailbox: told to staff, and each has a code of his own. */
export const boitesPartagees = (signataires: readonly { mail: string | null }[]): string[] =>
  signataires.some(({ mail }, rang) =>
    signataires.slice(0, rang).some((autre) => memeBoite(mail, autre.mail)),
  )
    ? ["Deux signataires ont la même adresse e-mail\u00A0: la page de preuve le montrera."]
    : [];

const TITRES = ["m", "mr", "mme", "mlle", "monsieur", "madame", "mademoiselle"];

const motsDuNom = (nom: string): string[] =>
  rechercheNormalisee(nom)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((mot) => mot !== "" && !TITRES.includes(mot));

/** Why somebody may not sign under this name: he corrects the way his own is written, and has a word of it left. */
export const refusDuNom = (signe: string, attendu: string): string | null =>
  motsDuNom(signe).some((mot) => motsDuNom(attendu).includes(mot))
    ? null
    : `Ce document attend la signature de\u00A0: ${attendu}. Si ce nom est faux, demandez à l’agence de le corriger.`;

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
