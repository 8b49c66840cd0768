import { jwtVerify, SignJWT } from "jose";

const HOURS = "12h";
const DAYS = "30d";

export interface Claims {
  userId: number;
  /** `User.passwordChangedAt` when the token was issued. */
  passwordChangedAt: string;
}

const key = (secret: string) => new TextEncoder().encode(secret);

/** A session token: HS256, 12 hours, 30 days with `remember`. */
export function issueToken(claims: Claims, secret: string, remember: boolean): Promise<string> {
  return new SignJWT({ pwd: claims.passwordChangedAt, remember })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(String(claims.userId))
    .setJti(crypto.randomUUID())
    .setIssuedAt()
    .setExpirationTime(remember ? DAYS : HOURS)
    .sign(key(secret));
}

/** A token that was read. */
export interface Token extends Claims {
  /** Its own. */
  id: string;
  expiresAt: string;
  remember: boolean;
}

/** What `Authorization: Token …` holds, or null when it is absent, altered or expired. */
export async function readToken(header: string | undefined, secret: string): Promise<Token | null> {
  const token = header?.match(/^Token (\S+)$/)?.[1];
  if (!token) return null;
  try {
    const { payload } = await jwtVerify(token, key(secret), { algorithms: ["HS256"] });
    const { sub, pwd, jti, exp, remember } = payload;
    const userId = Number(sub);
    if (!Number.isSafeInteger(userId) || typeof pwd !== "string" || !jti || !exp) return null;
    const expiresAt = new Date(exp * 1000).toISOString();
    return { userId, passwordChangedAt: pwd, id: jti, expiresAt, remember: remember === true };
  } catch {
    return null;
  }
}
