import { readToken, storeToken } from "./token.ts";

/** Each tab with a session holds this lock: a tab without a session counts from it the tabs that will answer. */
const HELD = "session";
/** A tab busy with a long list answers when it is done. */
const ANSWER_MS = 10_000;

/** Asked by one tab and answered by each holder of the lock: its token, or null once it has signed out. */
type Message = { asker: string; token?: string | null };

let given = false;

const handover = new BroadcastChannel("session-demandee");
// The null of a tab without the lock, as on the sign-in page, would end the count too soon.
handover.onmessage = ({ data: { asker, token } }: MessageEvent<Message>) => {
  if (token === undefined && given) tell({ asker, token: readToken() });
};

const tell = (message: Message) => handover.postMessage(message);

/** Offers the session of this tab to any other tab that asks, while it is open. */
export function give(): void {
  if (given) return;
  given = true;
  void navigator.locks?.request(HELD, { mode: "shared" }, () => new Promise(() => {}));
}

/**
 * Asks another tab for its token: a tab opened by a link has none when the browser stored none.
 * @returns whether one gave it; the sign-in page asks nobody.
 */
export async function ask(): Promise<boolean> {
  const locks = await navigator.locks?.query();
  let waited = locks?.held?.filter(({ name }) => name === HELD).length ?? 0;
  if (location.pathname === "/login" || waited === 0) return false;
  const asker = crypto.randomUUID();
  return new Promise((resolve) => {
    setTimeout(resolve, ANSWER_MS, false);
    handover.addEventListener("message", ({ data }: MessageEvent<Message>) => {
      if (data.asker !== asker || data.token === undefined) return;
      if (data.token !== null) {
        if (!readToken()) storeToken(data.token, false);
        resolve(true);
      } else if (--waited === 0) resolve(false);
    });
    tell({ asker });
  });
}
