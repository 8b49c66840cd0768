import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";

export interface Answer<T> {
  status: number;
  headers: Headers;
  data: T;
  /** The number of rows of the whole list, when the answer is one page of it. */
  total: number;
  error: { code: string; message: string; fields?: Record<string, string>; requestId?: string };
}

export interface Api {
  get<T = unknown>(path: string): Promise<Answer<T>>;
  post<T = unknown>(path: string, body?: unknown): Promise<Answer<T>>;
  put<T = unknown>(path: string, body?: unknown): Promise<Answer<T>>;
  delete<T = unknown>(path: string, body?: unknown): Promise<Answer<T>>;
  /** The raw response, for an answer that is not JSON. The path is absolute: `/api/…` or `/files/…`. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** The work that goes on after an answer (`waitUntil`), with that answer. */
const behind = new Map<Promise<unknown>, Response>();
/** The longest wait for the work in `behind`, in milliseconds: enough for a busy machine. */
const PATIENCE_MS = 30_000;

/** Waits for the work that goes on after the answers so far, which would otherwise run during the next test. */
export async function settled(): Promise<void> {
  // Work that feeds a stream never ends while nobody reads the stream: such streams are cancelled.
  const unread = [...behind.values()].filter(({ bodyUsed }) => !bodyUsed);
  await Promise.allSettled(unread.map((response) => response.body?.cancel()));
  await Promise.race([Promise.allSettled(behind.keys()), scheduler.wait(PATIENCE_MS)]);
}

type Handler = (
  request: Request<unknown, IncomingRequestCfProperties>,
  context: ExecutionContext,
) => Response | Promise<Response>;

const ORIGIN = "http://localhost:8787";
const IncomingRequest = Request as unknown as new (
  url: string,
  init?: RequestInit,
) => Request<unknown, IncomingRequestCfProperties>;

/** Calls a worker as the browser does; the paths of {@link Api} calls are under `/api`. */
export function apiOf(handler: Handler, token?: string): Api {
  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (token) headers.set("Authorization", `Token ${token}`);
    const context = createExecutionContext();
    const response = await handler(
      new IncomingRequest(new URL(path, ORIGIN).href, { ...init, headers }),
      context,
    );
    // Nobody waits for this work before the body is read, because it may feed the body.
    const work = waitOnExecutionContext(context);
    behind.set(work, response);
    work.finally(() => behind.delete(work)).catch(() => {});
    return response;
  }

  async function call<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const init: RequestInit = { method };
    if (body !== undefined) {
      init.headers = { "Content-Type": "application/json" };
      init.body = JSON.stringify(body);
    }
    const response = await send(`/api${path}`, init);
    const text = await response.text();
    const json: Pick<Answer<T>, "data" | "total" | "error"> = JSON.parse(text || "{}");
    return { ...json, status: response.status, headers: response.headers };
  }

  return {
    get: (path) => call("GET", path),
    post: (path, body) => call("POST", path, body),
    put: (path, body) => call("PUT", path, body),
    delete: (path, body) => call("DELETE", path, body),
    fetch: send,
  };
}
