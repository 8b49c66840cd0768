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
import { memePersonne, nomme } from "./noms.ts";
import type { SignatairePropose } from "./wire.ts";

export interface Partie extends Represente {
  role: Exclude<Role, "agence">;
  personne: GenreDePersonne;
  personneId: number;
  mail: string | null;
}

/** A signer, and the record of the party he signs for. */
export interface SignataireConnu extends SignatairePropose {
  personne: GenreDePersonne | null;
  personneId: number | null;
}

/** The signer expected for a party: the party, or the representative of the party. */
export interface SignataireAttendu extends SignataireConnu {
  /** The name of the party, even when a representative signs. */
  partie: string;
}

const mailUtile = (mail: string | null): string | null =>
  mail?.includes("@") ? mail.trim() : null;

/**
 * The signer of a party: the representative, once named, of a company or of a minor; else the party. @param today
 * decides who is a minor
 */
function signataireDe(partie: Partie, today: Jour): SignataireAttendu {
  const { role, personne, personneId, mail, naissance } = partie;
  const nom = nomComplet(partie);
  const commun = { role, rang: 1, personne, personneId, mail: mailUtile(mail), partie: nom };
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

/** The signers proposed for a paper: its parties in any order, then the agency. */
export const signatairesProposes = (
  parties: readonly Partie[],
  agence: { signataireNom: string; signataireQualite: string; agenceNom: string },
  today: Jour,
): SignataireAttendu[] => [
  ...parties.map((partie) => signataireDe(partie, today)),
  {
    role: "agence",
    rang: 2,
    partie: agence.agenceNom,
    nom: agence.signataireNom || agence.agenceNom,
    qualite: agence.signataireQualite || null,
    mail: null,
    personne: null,
    personneId: null,
  },
];

/**
 * The French reason to refuse signers whose capacities differ from those of the parties: a guarantor who signs in
 * another capacity, for instance, would type no mention. Null when they are accepted.
 *
 * @param connus the parties of the paper, the agency included
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

type SignataireNomme = Pick<SignatairePropose, "role" | "nom" | "qualite">;

/**
 * The names of the parties for whom nobody signs: neither the party, nor its representative, nor somebody whose
 * position (`qualite`) names the party.
 *
 * @param attendus the parties of the paper
 */
export function partiesSansSignataire(
  signataires: readonly SignataireNomme[],
  attendus: readonly SignataireAttendu[],
): string[] {
  const libres = [...signataires];
  const prendre = (signe: (signataire: SignataireNomme) => boolean): boolean => {
    const rang = libres.findIndex(signe);
    if (rang >= 0) libres.splice(rang, 1);
    return rang >= 0;
  };
  const autrement = attendus.filter(
    ({ role, nom }) =>
      role !== "agence" &&
      !prendre((signataire) => signataire.role === role && signataire.nom === nom),
  );
  return autrement
    .filter(
      ({ role, nom, partie }) =>
        !prendre((signataire) => signataire.role === role && memePersonne(signataire.nom, nom)) &&
        !signataires.some(
          (signataire) => signataire.role === role && nomme(signataire.qualite ?? "", partie),
        ),
    )
    .map(({ partie }) => partie);
}

const PLUSIEURS = new Intl.ListFormat("fr");

/** The French reason to refuse signers who leave a party without a signature; null when they are accepted. */
export function refusDesParties(
  signataires: readonly SignataireNomme[],
  attendus: readonly SignataireAttendu[],
): string | null {
  const absents = partiesSansSignataire(signataires, attendus);
  const [premier, ...autres] = absents;
  if (premier === undefined) return null;
  const noms = PLUSIEURS.format(absents);
  return autres.length === 0
    ? `Ce document nomme ${noms}, pour qui personne ne signe\u00A0: ajoutez ce signataire, ou dites en quelle qualité un autre signe à sa place («\u00A0pour ${premier}, par procuration\u00A0»).`
    : `Ce document nomme ${noms}, pour qui personne ne signe\u00A0: ajoutez ces signataires, ou dites en quelle qualité un autre signe à leur place («\u00A0pour ${premier}, par procuration\u00A0»).`;
}

const PIECES = /\b(?:cni|carte d identite|carte nationale|identite|passeports?|titre de sejour)\b/;

/**
 * Whether a file on a tenant or an owner shows, by its name, the identity of a signer. The name of a guarantor's
 * file, which is stored on the tenant, must contain the guarantor's name, « caution » or « garant ».
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
