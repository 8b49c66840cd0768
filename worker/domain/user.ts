import * as z from "zod/mini";
import type { Role } from "./droits.ts";
import { booleen, choix, courriel, facultatif, texte } from "./fields.ts";

/** Roles an admin may give (domain/README §9.6). */
export const ROLES_ATTRIBUABLES = ["user", "user_delete"] as const;

const COURANTS = new Set([
  "123456",
  "1234567",
  "12345678",
  "123456789",
  "1234567890",
  "000000",
  "111111",
  "123123",
  "654321",
  "azerty",
  "azertyuiop",
  "qwerty",
  "qwertyuiop",
  "password",
  "motdepasse",
  "soleil",
  "bonjour",
  "doudou",
  "loulou",
  "marseille",
  "iloveyou",
  "admin123",
  "abc123",
  "abcdef",
]);

export const MOT_DE_PASSE_COURT = "Votre mot de passe doit contenir au moins 6 charactères.";
export const MOTS_DE_PASSE_DIFFERENTS = "Les deux champs ne contiennent pas le meme mot de passe.";

/** A password someone chooses: 6 to 256 characters, none of the commonest (domain/README §9.7). */
export const motDePasse = z.string({ error: MOT_DE_PASSE_COURT }).check(
  z.minLength(6, MOT_DE_PASSE_COURT),
  z.maxLength(256, "256 caractères au plus."),
  z.refine((valeur) => valeur.isWellFormed() && !valeur.includes("\0"), "Caractère interdit."),
  z.refine(
    (valeur) => !COURANTS.has(valeur.toLowerCase()),
    "Ce mot de passe est trop courant, choisissez-en un autre.",
  ),
);

export const creation = z.strictObject({ email: courriel(), role: choix(ROLES_ATTRIBUABLES) });
export const modification = z.partial(creation);

/** What a browser was given to be known again. */
export const cleAppareil = facultatif(z.string().check(z.maxLength(256)));

export const connexion = z.strictObject({
  credentials: z.strictObject({ email: texte(254), password: z.string().check(z.maxLength(256)) }),
  remember: z.optional(booleen()),
  appareil: cleAppareil,
});

export const confirmation = z.strictObject({ password: z.string().check(z.maxLength(256)) });

export const changementMotDePasse = z.strictObject({ password: motDePasse });

export interface User {
  id: number;
  email: string;
  role: Role;
  mustSetPassword: boolean;
  /** A second factor must be added before anything else; absent where none must. */
  mustSetFactor?: boolean;
}

export interface UserRow extends User {
  /** An application, or a passkey. */
  secondFacteur: boolean;
  updatedAt: string;
  version: number;
}

export interface UserDetail extends UserRow {
  createdAt: string;
  history: { etat: string; user: string | null; createdAt: string }[];
  canDelete: boolean;
}
