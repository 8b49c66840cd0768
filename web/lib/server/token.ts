const KEY = "jwt_access_token";

/** The session's token: stored in the browser when "remember" was chosen, else in the tab. */
export function readToken(): string | null {
  return localStorage.getItem(KEY) ?? sessionStorage.getItem(KEY);
}

/** The session of the stored token; null without a token. */
export function readSession(): string | null {
  const claims = readToken()?.split(".")[1] ?? "";
  try {
    return JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/"))).jti ?? null;
  } catch {
    return null;
  }
}

export function storeToken(token: string, remember: boolean): void {
  forgetToken();
  (remember ? localStorage : sessionStorage).setItem(KEY, token);
}

/** Replaces the old token after a change of password. */
export function renewToken(token: string): void {
  storeToken(token, localStorage.getItem(KEY) !== null);
}

export function forgetToken(): void {
  localStorage.removeItem(KEY);
  sessionStorage.removeItem(KEY);
}

const DEVICE = "appareil";

/** The key that identifies this browser, whoever signs in; it opens nothing, and outlives the session. */
export const readDevice = (): string | null => localStorage.getItem(DEVICE);

export const storeDevice = (key: string): void => localStorage.setItem(DEVICE, key);
