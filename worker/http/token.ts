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
    .setIssuedAt()
    .setExpirationTime(remember ? DAYS : HOURS)
    .sign(key(secret));
}

/** The claims of `Authorization: Token …`, or null when it is absent, altered or expired. */
export async function readToken(
  header: string | undefined,
  secret: string,
): Promise<(Claims & { remember: boolean }) | null> {
  const token = header?.match(/^Token (\S+)$/)?.[1];
  if (!token) return null;
  try {
    const { payload } = await jwtVerify(token, key(secret), { algorithms: ["HS256"] });
    const userId = Number(payload.sub);
    if (!Number.isSafeInteger(userId) || typeof payload.pwd !== "string") return null;
    return { userId, passwordChangedAt: payload.pwd, remember: payload.remember === true };
  } catch {
    return null;
  }
}
