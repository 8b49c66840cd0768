import * as z from "zod/mini";
import { booleen, choix, courriel, facultatif, requis, texte } from "../fields.ts";
import { type Role, roles } from "./droits.ts";
import { motDePasse } from "./mot-de-passe.ts";

/** The first name and family name of the user, as colleagues see them. */
const nom = facultatif(requis(100));

export const creation = z.strictObject({ email: courriel(), role: choix(roles), nom });
export const modification = z.partial(
  z.extend(creation, {
    /** The user may sign for the agency, as administrators do. */
    habiliteSigner: booleen(),
  }),
);

export const monProfil = z.strictObject({ nom: z.nullable(requis(100)) });

/** The key that identifies a browser. */
export const cleAppareil = facultatif(z.string().check(z.maxLength(256)));

export const connexion = z.strictObject({
  credentials: z.strictObject({ email: texte(254), password: z.string().check(z.maxLength(256)) }),
  remember: z.optional(booleen()),
  appareil: cleAppareil,
});

export const confirmation = z.strictObject({ password: z.string().check(z.maxLength(256)) });

export const changementMotDePasse = z.strictObject({
  password: motDePasse,
  /** The key of the browser that stays recognized; the user’s other browsers are forgotten. */
  appareil: cleAppareil,
});

export interface ReglesMotDePasse {
  longueurMotDePasse: number;
}

/** A row of `GET /user/noms`: the e-mail of a user account, and the name of its user. */
export interface NomDeProfil {
  email: string;
  nom: string;
}

export interface User {
  id: number;
  email: string;
  /** The first name and family name; absent or null: unknown. */
  nom?: string | null;
  role: Role;
  mustSetPassword: boolean;
  /** The user may sign for the agency, as administrators do; absent: no. */
  habiliteSigner?: boolean;
  /** At least one paper of the agency was opened for signature; absent: none. */
  signatures?: boolean;
  /**
   * The agency has dossiers but no yearly task: no rent to revise, no charges to settle and no building; absent: no.
   */
  sansAnnee?: boolean;
  /** A second factor must be set up before anything else; absent: no. */
  mustSetFactor?: boolean;
  /** The agency has no dossier yet, so its menu hides deadlines, yearly tasks and signatures; absent: it has one. */
  sansDossier?: boolean;
}

export interface UserRow extends User {
  nom: string | null;
  habiliteSigner: boolean;
  /** The user has an authenticator application or a passkey. */
  secondFacteur: boolean;
  /** The end of a temporary password; null once the user has chosen another. */
  temporaryUntil: string | null;
  updatedAt: string;
  version: number;
}

export interface UserDetail extends UserRow {
  createdAt: string;
  history: { etat: string; user: string | null; createdAt: string }[];
  canDelete: boolean;
}
