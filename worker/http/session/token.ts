import { jwtVerify, SignJWT } from "jose";
import { finDeSession } from "#worker/operations/profils/sessions.ts";

export interface Claims {
  /** The identifier of the session: `Session.id`. */
  id: string;
  userId: number;
  /** `User.passwordChangedAt` when the token was issued: a later change of password ends the token. */
  passwordChangedAt: string;
}

const key = (secret: string) => new TextEncoder().encode(secret);

/** The token of a session (JWT, HS256); it ends with the session. */
export function issueToken(
  claims: Claims,
  secret: string,
  { remember, now = new Date() }: { remember: boolean; now?: Date },
): Promise<string> {
  return new SignJWT({ pwd: claims.passwordChangedAt, remember })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(String(claims.userId))
    .setJti(claims.id)
    .setIssuedAt(now)
    .setExpirationTime(finDeSession(now, remember))
    .sign(key(secret));
}

export interface Token extends Claims {
  remember: boolean;
}

/** Reads `Authorization: Token …`; null when the token is absent, altered or expired. */
export async function readToken(header: string | undefined, secret: string): Promise<Token | null> {
  const token = header?.match(/^Token (\S+)$/)?.[1];
  if (!token) return null;
  try {
    const { payload } = await jwtVerify(token, key(secret), { algorithms: ["HS256"] });
    const { sub, pwd, jti, exp, remember } = payload;
    const userId = Number(sub);
    if (!Number.isSafeInteger(userId) || typeof pwd !== "string" || !jti || !exp) return null;
    return { userId, passwordChangedAt: pwd, id: jti, remember: remember === true };
  } catch {
    return null;
  }
}
