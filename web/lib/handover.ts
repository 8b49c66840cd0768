import { readToken, storeToken } from "./token.ts";

/** Held by each tab that has a session: a tab without one knows by it that there is somebody to ask. */
const HELD = "session";
const ANSWER_MS = 500;
const handover = new BroadcastChannel("session-demandee");
handover.onmessage = ({ data: asked }) => {
  const token = readToken();
  if (asked === null && token) handover.postMessage(token);
};

/** This tab has a session, and gives it to who asks, as long as it is open. */
export function give(): void {
  void navigator.locks?.request(HELD, { mode: "shared" }, () => new Promise(() => {}));
}

/**
 * A tab that a link opened has no token of its own where none was kept in the browser: another tab gives it its own.
 * @returns whether one did; nobody is asked by the page where one signs in.
 */
export async function ask(): Promise<boolean> {
  const { held } = (await navigator.locks?.query()) ?? {};
  if (location.pathname === "/login" || !held?.some(({ name }) => name === HELD)) return false;
  return new Promise((resolve) => {
    setTimeout(resolve, ANSWER_MS, false);
    handover.addEventListener("message", ({ data: token }) => {
      if (typeof token !== "string") return;
      if (!readToken()) storeToken(token, false);
      resolve(true);
    });
    handover.postMessage(null);
  });
}
