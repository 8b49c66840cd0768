import { readToken, storeToken } from "./token.ts";

/**
 * The lock that each tab with a session holds. A tab without a session counts the holders to know how many answers to
 * wait for.
 */
const HELD = "session";
/** How long to wait for the other tabs to answer: one of them may be busy drawing a long list. */
const ANSWER_MS = 10_000;

/**
 * The question of one tab, without `token`, or the answer of a tab that holds the lock: its token, or null once it
 * has signed out.
 */
type Message = { asker: string; token?: string | null };

let given = false;

const handover = new BroadcastChannel("session-demandee");
// A tab without the lock stays silent: the asking tab does not count it, and its null would end the wait too soon.
handover.onmessage = ({ data: { asker, token } }: MessageEvent<Message>) => {
  if (token === undefined && given) tell({ asker, token: readToken() });
};

const tell = (message: Message) => handover.postMessage(message);

export function give(): void {
  if (given) return;
  given = true;
  void navigator.locks?.request(HELD, { mode: "shared" }, () => new Promise(() => {}));
}

/**
 * Asks the other tabs for their token: a tab opened by a link has none when the browser stored none. The sign-in page
 * does not ask.
 * @returns whether a tab gave its token
 */
export async function ask(): Promise<boolean> {
  const locks = await navigator.locks?.query();
  let waited = locks?.held?.filter(({ name }) => name === HELD).length ?? 0;
  if (location.pathname === "/login" || waited === 0) return false;
  const asker = crypto.randomUUID();
  const done = new AbortController();
  return new Promise<boolean>((resolve) => {
    setTimeout(resolve, ANSWER_MS, false);
    const hear = ({ data }: MessageEvent<Message>) => {
      if (data.asker !== asker || data.token === undefined) return;
      if (data.token !== null) {
        if (!readToken()) storeToken(data.token, false);
        resolve(true);
      } else if (--waited === 0) resolve(false);
    };
    handover.addEventListener("message", hear, done);
    tell({ asker });
  }).finally(() => done.abort());
}
