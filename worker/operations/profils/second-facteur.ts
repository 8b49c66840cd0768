import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import { and, eq, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { Invalid, Unauthenticated } from "#domain/erreurs.ts";
import type { DemandeDeFacteur, MethodeFacteur } from "#domain/profils/facteur.ts";
import type { secondFacteur } from "#domain/profils/facteur-fiche.ts";
import { facteurExige, selected } from "#worker/db/conditions.ts";
import { rowExists } from "#worker/db/rows.ts";
import { challenges, passkeys, recoveryCodes, users } from "#worker/db/schema/agence.ts";
import { dechiffrer } from "#worker/operations/chiffrement.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { noter } from "#worker/operations/historique/securite.ts";
import { defiOuvert, essayerDefi, idDuDefi, poserDefi, prendreDefi } from "./defis.ts";
import { essayerCode } from "./essais-de-connexion.ts";
import {
  type Assertion,
  compteurDeLaSignature,
  jetonSigne,
  marquerPasskey,
  optionsDeSignature,
  PASSKEY_REFUSEE,
  type Site,
} from "./passkeys.ts";
import { codeEncoreBon } from "./secours.ts";
import { pasDuCode } from "./totp.ts";

const MOT_DE_PASSE_D_ABORD =
  "Votre mot de passe a été réinitialisé : connectez-vous avec lui d’abord.";

type Profil = typeof users.$inferSelect;

/** The tries allowed after one password; then the password is asked again. */
const ESSAIS = 5;

export const JETON_PERIME = "Recommencez : redonnez votre mot de passe.";
const CODE_FAUX = "Ce code n’est pas le bon.";
const CODE_SERVI = "Ce code a déjà servi : attendez le suivant.";
const SECOURS_FAUX = "Ce code de secours n’est pas le bon, ou il a déjà servi.";

/** The result of the first step of a sign-in, kept for the second. */
interface PremierPas {
  remember: boolean;
  /** `User.passwordChangedAt`: if the password changed meanwhile, the first step proves nothing. */
  passwordChangedAt: string;
}

/** The next step after a right password: give a second factor, or add one first if the agency requires it. */
export async function demanderFacteur(
  { db, now }: Pick<Contexte, "db" | "now">,
  { profil, remember, site }: { profil: Profil; remember: boolean; site: Site },
): Promise<{ demande: DemandeDeFacteur | null; mustSetFactor: boolean }> {
  const {
    cles,
    secours,
    agence: [agence],
  } = await db.read({
    cles: db.select().from(passkeys).where(eq(passkeys.UserId, profil.id)),
    secours: db
      .select({ id: recoveryCodes.id })
      .from(recoveryCodes)
      .where(and(eq(recoveryCodes.UserId, profil.id), isNull(recoveryCodes.usedAt)))
      .limit(1),
    agence: db
      .select({ exige: selected<boolean>(facteurExige).mapWith(Boolean) })
      .from(users)
      .where(eq(users.id, profil.id)),
  });
  if (profil.totpSecret === null && cles.length === 0) {
    return { demande: null, mustSetFactor: agence?.exige ?? false };
  }
  const premierPas: PremierPas = { remember, passwordChangedAt: profil.passwordChangedAt };
  const valeur = JSON.stringify(premierPas);
  const jeton = await poserDefi(db, { objet: "connexion", UserId: profil.id, valeur, now });
  const methodes: MethodeFacteur[] = [
    ...(cles.length > 0 ? (["passkey"] as const) : []),
    ...(profil.totpSecret === null ? [] : (["totp"] as const)),
    ...(secours.length > 0 ? (["secours"] as const) : []),
  ];
  const demande = { jeton, methodes };
  if (cles.length === 0) return { demande, mustSetFactor: false };
  const options = await optionsDeSignature(jeton, site, cles);
  return { demande: { ...demande, options }, mustSetFactor: false };
}

/**
 * Checks the second step of a sign-in. The statement itself uses the proof up: of twenty simultaneous callers with
 * the same proof, one enters.
 * @throws Unauthenticated when the first step is over or was tried five times; Invalid when the proof is wrong.
 */
export async function verifierFacteur(
  ctx: Pick<Contexte, "env" | "db" | "now">,
  {
    jeton,
    appareil,
    code,
    secours,
    assertion,
    device,
    site,
  }: z.output<typeof secondFacteur> & { device: string; site: Site },
): Promise<{ profil: Profil; remember: boolean }> {
  const { db, now } = ctx;
  const defi = await essayerDefi(db, jeton, { objet: "connexion", essais: ESSAIS, now });
  if (!defi) throw new Unauthenticated(JETON_PERIME);
  const { remember, passwordChangedAt }: PremierPas = JSON.parse(defi.valeur);
  const [profil] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, defi.UserId ?? 0), eq(users.passwordChangedAt, passwordChangedAt)));
  if (!profil) throw new Unauthenticated(JETON_PERIME);
  const quand = rowExists(challenges, defiOuvert(jeton, "connexion", now));
  const suite = { ...ctx, profil, jeton, appareil, device, site, quand };
  const prouve =
    (code && (await parCode(suite, code))) ||
    (secours && (await parSecours(suite, secours))) ||
    (assertion && (await parPasskey(suite, assertion)));
  if (!prouve) throw new Unauthenticated(JETON_PERIME);
  return { profil, remember };
}

interface Suite extends Pick<Contexte, "env" | "db" | "now"> {
  profil: Profil;
  jeton: string;
  /** The key that the browser kept, if any. */
  appareil: string | null | undefined;
  device: string;
  site: Site;
  /** The condition that the first step was not used yet. */
  quand: SQL;
}

/** The statement that ends the first step, which then proves nothing more. */
const finir = ({ db, jeton }: Suite) =>
  db.delete(challenges).where(eq(challenges.id, idDuDefi(jeton)));

async function parCode(suite: Suite, code: string): Promise<boolean> {
  const { env, db, profil, appareil, now, quand } = suite;
  const { id, email, totpSecret, totpStep } = profil;
  if (totpSecret === null) throw new Invalid({ code: CODE_FAUX });
  const secret = dechiffrer(env, totpSecret, `totp ${id}`);
  const pas = await essayerCode(suite, { email, appareil }, () => pasDuCode(secret, code, now));
  if (pas === null) throw new Invalid({ code: CODE_FAUX });
  if (totpStep !== null && pas <= totpStep) throw new Invalid({ code: CODE_SERVI });
  const jamaisPris = or(isNull(users.totpStep), lt(users.totpStep, pas));
  const { preuve } = await db.write({
    preuve: db
      .update(users)
      .set({ totpStep: pas })
      .where(and(eq(users.id, id), eq(users.totpSecret, totpSecret), jamaisPris, quand)),
    fin: finir(suite),
  });
  return preuve.rowsAffected === 1;
}

async function parSecours(suite: Suite, code: string): Promise<boolean> {
  const { db, profil, device, now, quand } = suite;
  const bon = codeEncoreBon(profil.id, code);
  const [trouve] = await db.select({ id: recoveryCodes.id }).from(recoveryCodes).where(bon);
  if (!trouve) throw new Invalid({ secours: SECOURS_FAUX });
  const { preuve } = await db.write({
    evenement: noter(db, {
      evenement: "code_secours",
      user: profil.email,
      device,
      quand: sql`${rowExists(recoveryCodes, bon)} AND ${quand}`,
    }),
    preuve: db.update(recoveryCodes).set({ usedAt: now.toISOString() }).where(and(bon, quand)),
    fin: finir(suite),
  });
  return preuve.rowsAffected === 1;
}

async function parPasskey(suite: Suite, reponse: Assertion): Promise<boolean> {
  const { db, profil, jeton, site, now, quand } = suite;
  const [passkey] = await db
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.UserId, profil.id), eq(passkeys.credentialId, reponse.id)));
  const essai = { reponse, jeton, site, verifiee: false };
  const counter = passkey ? await compteurDeLaSignature(passkey, essai) : null;
  if (!passkey || counter === null) throw new Invalid({ assertion: PASSKEY_REFUSEE });
  const { preuve } = await db.write({
    preuve: marquerPasskey(db, { id: passkey.id, counter, now, quand }),
    fin: finir(suite),
  });
  return preuve.rowsAffected === 1;
}

/** The challenge to sign in with a passkey alone. */
export async function demanderPasskey(
  { db, now }: Pick<Contexte, "db" | "now">,
  site: Site,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return optionsDeSignature(await poserDefi(db, { objet: "passkey seule", now }), site);
}

/**
 * Checks a sign-in with a passkey alone, which counts as both factors because the device verified its holder.
 * @throws Unauthenticated when the passkey belongs to no account, its signature is wrong, its challenge is unknown or
 * used up, or the password of its account is temporary.
 */
export async function verifierPasskeySeule(
  { db, now }: Pick<Contexte, "db" | "now">,
  { reponse, site }: { reponse: Assertion; site: Site },
): Promise<Profil> {
  const jeton = jetonSigne(reponse);
  const defiPris = await prendreDefi(db, jeton, { objet: "passkey seule", UserId: null, now });
  const [trouve] = await db
    .select()
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.UserId))
    .where(eq(passkeys.credentialId, reponse.id));
  if (!defiPris || !trouve) throw new Unauthenticated(PASSKEY_REFUSEE);
  // While the password is temporary, no passkey counts: another person may have added it before.
  if (trouve.User.mustSetPassword) throw new Unauthenticated(MOT_DE_PASSE_D_ABORD);
  const essai = { reponse, jeton, site, verifiee: true };
  const counter = await compteurDeLaSignature(trouve.Passkey, essai);
  if (counter === null) throw new Unauthenticated(PASSKEY_REFUSEE);
  const marque = await marquerPasskey(db, { id: trouve.Passkey.id, counter, now });
  if (marque.rowsAffected === 0) throw new Unauthenticated(PASSKEY_REFUSEE);
  return trouve.User;
}
