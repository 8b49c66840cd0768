import type { Context } from "hono";
import { peutSignerPourLAgence } from "#domain/profils/droits.ts";
import type { User } from "#domain/profils/user.ts";
import type { users } from "#worker/db/schema/agence.ts";
import type { App } from "#worker/http/types.ts";
import { type Connexion, ouvrirConnexion } from "#worker/operations/profils/connexion.ts";
import { menuDeLAgence } from "#worker/operations/profils/users.ts";
import { deviceOf } from "./device.ts";
import { tellAccount } from "./tell-account.ts";
import { issueToken } from "./token.ts";

type Account = Pick<typeof users.$inferSelect, "passwordChangedAt"> &
  Required<Omit<User, "sansAnnee" | "sansDossier" | "signatures">>;

/** The signed-in user as the wire spells it: most fields are absent rather than false or null. */
export const asUser = ({
  id,
  email,
  nom,
  role,
  mustSetPassword,
  mustSetFactor,
  sansDossier,
  habiliteSigner,
  signatures,
  sansAnnee,
}: User): User => ({
  id,
  email,
  ...(nom ? { nom } : {}),
  role,
  mustSetPassword,
  ...(peutSignerPourLAgence({ role, habiliteSigner }) ? { habiliteSigner: true } : {}),
  ...(signatures ? { signatures } : {}),
  ...(sansAnnee ? { sansAnnee } : {}),
  ...(mustSetFactor ? { mustSetFactor } : {}),
  ...(sansDossier ? { sansDossier } : {}),
});

/**
 * Opens the session after a complete sign-in: by a password and the second factor if there is one, or by a passkey
 * alone.
 */
export async function signIn(
  c: Context<App>,
  account: Account,
  { remember, appareil }: Pick<Connexion, "remember" | "appareil">,
) {
  const { id, email, passwordChangedAt } = account;
  const opened = await ouvrirConnexion(c.var, {
    account,
    device: deviceOf(c),
    appareil,
    remember,
  });
  if (opened.nouveau) tellAccount(c, "appareil", email);
  const claims = { id: opened.session, userId: id, passwordChangedAt };
  const token = await issueToken(claims, c.env.JWT_SECRET, { remember, now: c.var.now });
  const menu = await menuDeLAgence(c.var);
  return { user: { ...asUser({ ...account, ...menu }), token }, appareil: opened.appareil };
}
