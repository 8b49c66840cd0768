const KEY = "jwt_access_token";

/** The session's token: the browser stores it when the user chose to be remembered, else the tab does. */
export function readToken(): string | null {
  return localStorage.getItem(KEY) ?? sessionStorage.getItem(KEY);
}

/** The identifier of the session (`jti`) in the stored token; null without a token. */
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

/** Stores the new token where the old one was. */
export function renewToken(token: string): void {
  storeToken(token, localStorage.getItem(KEY) !== null);
}

export function forgetToken(): void {
  localStorage.removeItem(KEY);
  sessionStorage.removeItem(KEY);
}

const DEVICE = "appareil";

/** The key that identifies this browser, whoever signs in. It gives no access, and outlives the session. */
export const readDevice = (): string | null => localStorage.getItem(DEVICE);

export const storeDevice = (key: string): void => localStorage.setItem(DEVICE, key);
