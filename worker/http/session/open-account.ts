import type { Context } from "hono";
import { peut, type Role } from "#domain/profils/droits.ts";
import type { App } from "#worker/http/types.ts";
import { inscrire } from "#worker/operations/profils/users.ts";
import { contextOf } from "./author.ts";
import { tellAdministrators } from "./tell-account.ts";

/**
 * Opens an account. For an administrator's account, the caller must have given the password again, and a mail tells
 * the other administrators.
 */
export async function openAccount(
  c: Context<App>,
  asked: { email: string; role: Role; nom?: string | null | undefined },
) {
  const administers = peut(asked.role, "administrer");
  if (administers) c.var.session.requireConfirmed(c.var.now);
  const opened = await inscrire(contextOf(c), asked);
  if (administers) tellAdministrators(c, "cree", opened.user.email);
  return opened;
}
