import * as z from "zod/mini";
import { booleen, choix, courriel, facultatif, requis, texte } from "../fields.ts";
import { type Role, roles } from "./droits.ts";
import { motDePasse } from "./mot-de-passe.ts";

/** The first name and name of the account's holder, as colleagues see them. */
const nom = facultatif(requis(100));

export const creation = z.strictObject({ email: courriel(), role: choix(roles), nom });
export const modification = z.partial(
  z.extend(creation, {
    /** Signs for the agency, as administrators do. */
    habiliteSigner: booleen(),
  }),
);

/** The fields that each person may change on their own account. */
export const monCompte = z.strictObject({ nom: z.nullable(requis(100)) });

/** The key that identifies a browser. */
export const cleAppareil = facultatif(z.string().check(z.maxLength(256)));

export const connexion = z.strictObject({
  credentials: z.strictObject({ email: texte(254), password: z.string().check(z.maxLength(256)) }),
  remember: z.optional(booleen()),
  appareil: cleAppareil,
});

/** A temporary password holds for this many hours (http/README §9.7). */
export const HEURES_PROVISOIRE = 72;

export const confirmation = z.strictObject({ password: z.string().check(z.maxLength(256)) });

export const changementMotDePasse = z.strictObject({
  password: motDePasse,
  /** The other devices are forgotten. */
  appareil: cleAppareil,
});

/** The rules of a password, shown before it is chosen. */
export interface ReglesMotDePasse {
  longueurMotDePasse: number;
}

/** `GET /user/noms`: the name behind an e-mail. */
export interface NomDeCompte {
  email: string;
  nom: string;
}

export interface User {
  id: number;
  email: string;
  /** First name and name; absent or null when unknown. */
  nom?: string | null;
  role: Role;
  mustSetPassword: boolean;
  /** Whether the account signs for the agency, as administrators do; absent means no. */
  habiliteSigner?: boolean;
  /** Whether any paper was ever put to signature; absent means no. */
  signatures?: boolean;
  /** Whether a second factor must be added before anything else; absent means no. */
  mustSetFactor?: boolean;
  /** Whether the agency has no dossier yet: screens about leases are hidden then; absent once it has one. */
  sansDossier?: boolean;
}

export interface UserRow extends User {
  nom: string | null;
  habiliteSigner: boolean;
  /** An application, or a passkey. */
  secondFacteur: boolean;
  /** The end of a temporary password; null once its holder has chosen his own. */
  temporaryUntil: string | null;
  updatedAt: string;
  version: number;
}

export interface UserDetail extends UserRow {
  createdAt: string;
  history: { etat: string; user: string | null; createdAt: string }[];
  canDelete: boolean;
}
