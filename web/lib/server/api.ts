import { noteServerTime } from "#web/lib/clock.ts";
import { readToken } from "./token.ts";

/** A refusal of the API; `status` is 0 when the server did not answer. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** The messages of the refused fields, by path. */
  readonly fields: Readonly<Record<string, string>>;
  details: unknown = undefined;
  /** How many seconds to wait before another try; 0 when the server gives no delay. */
  retryAfter = 0;

  constructor(status: number, code: string, message: string, fields: Record<string, string> = {}) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.fields = fields;
  }

  /**
   * Whether `onApiFailure` handles this failure for every screen: the session is over, the user lacks the right, or
   * the server does not answer.
   */
  get metEverywhere(): boolean {
    return this.status === 0 || this.status === 401 || this.status === 403;
  }
}

/** Whether settings of the agency are missing: the server then gives `reglages` (`exigerMentionsAgence()`). */
export const mendedBySettings = ({ details }: ApiError): boolean =>
  typeof details === "object" && details !== null && "reglages" in details;

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;
export type List<Row> = { data: Row[]; total: number };

export type Transport = (address: string, request: RequestInit) => Promise<Response>;

interface RequestOptions {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  query?: Query;
  /** A FormData is sent as multipart, a Blob as its bytes, anything else as JSON. */
  body?: unknown;
  signal?: AbortSignal;
  /** When true, the caller handles every failure itself. */
  quiet?: boolean;
  /** `fetch` when absent. */
  transport?: Transport;
  /** Called just before the password dialog opens. */
  onConfirmation?(): void;
}

type FailureListener = (error: ApiError) => void;
let failureListener: FailureListener = () => {};

/** Sets the listener for the failures that concern every screen (web/README §10.1). */
export function onApiFailure(listener: FailureListener): void {
  failureListener = listener;
}

/** Reports the failure of a call made ahead, once a screen waits for its answer. */
export const tellFailure = (error: ApiError): void => failureListener(error);

let ahead = false;

/** Runs `begin`. The calls that `begin` makes at once are made ahead of need: their failures are not reported. */
export function aheadOfNeed<Result>(begin: () => Result): Result {
  ahead = true;
  try {
    return begin();
  } finally {
    ahead = false;
  }
}

type Confirmation = () => Promise<boolean>;
let askConfirmation: Confirmation = async () => false;

/**
 * Sets the dialog that asks for the password again. The dialog returns whether the password was confirmed; when it
 * was, the refused call is made again.
 */
export function onConfirmation(ask: Confirmation): void {
  askConfirmation = ask;
}

export const api = {
  get: <T>(path: string, options?: RequestOptions) => readData<T>(path, options),
  list: <Row>(path: string, query?: Query, signal?: AbortSignal) =>
    readJson<List<Row>>(path, { query, signal }),
  post: <T>(path: string, body?: unknown, options?: RequestOptions) =>
    readData<T>(path, { ...options, method: "POST", body }),
  put: <T>(path: string, body?: unknown, options?: RequestOptions) =>
    readData<T>(path, { ...options, method: "PUT", body }),
  delete: <T = void>(path: string, body?: unknown, options?: RequestOptions) =>
    readData<T>(path, { ...options, method: "DELETE", body }),
  download,
  open,
  /** The bytes and the name of a document, to be shown in the page. */
  document: (path: string) => readBlob(path),
};

interface DownloadOptions extends Pick<RequestOptions, "method" | "body" | "quiet" | "transport"> {
  /** Called with each piece of the file as it arrives. */
  onChunk?(bytes: Uint8Array): void;
  signal?: AbortSignal;
  onConfirmation?(): void;
  /** The name to save the file under; absent: the one that the server gives it. */
  named?(name: string): string;
}

/**
 * Saves a document under the name that the server gives it, or the name that `named` makes of it. The paths of
 * generated documents are relative to the site (http/README §9.1).
 */
async function download(path: string, query?: Query, options?: DownloadOptions): Promise<void> {
  const { blob, name } = await readBlob(path, query, options);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = options?.named?.(name) ?? name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * Shows a document in a new tab. The tab opens at once, because a browser blocks a tab that opens long after the
 * click.
 */
async function open(
  path: string | Promise<string>,
  request: Pick<RequestOptions, "method" | "body"> = {},
): Promise<void> {
  let tab = window.open("", "_blank");
  // The dialog for the password opens in this page: the tab closes. The click on the dialog's button lets this code
  // open another tab.
  const onConfirmation = () => {
    tab?.close();
    tab = null;
  };
  try {
    const { blob } = await readBlob(await path, {}, { ...request, onConfirmation });
    const url = URL.createObjectURL(blob);
    tab ??= window.open("", "_blank");
    if (tab) tab.location.href = url;
    setTimeout(() => URL.revokeObjectURL(url), 600_000);
  } catch (error) {
    tab?.close();
    throw error;
  }
}

async function readBlob(path: string, query?: Query, options: DownloadOptions = {}) {
  const { onChunk, ...request } = options;
  const response = await send(documentAddress(path) + queryString(query), request);
  const watched = onChunk && response.body?.pipeThrough(watching(onChunk));
  const blob = await (watched ? new Response(watched) : response).blob();
  return { blob, name: fileName(response, path) };
}

function watching(onChunk: (bytes: Uint8Array) => void) {
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(bytes, controller) {
      onChunk(bytes);
      controller.enqueue(bytes);
    },
  });
}

/**
 * The API serves the receipts; `/files/` serves the other documents (http/README §9.1). A path that begins with « / »
 * is already an address.
 */
function documentAddress(path: string): string {
  if (path.startsWith("/")) return path;
  return /^quitance\/(download|generate)\//i.test(path) ? `/api/${path}` : `/files/${path}`;
}

function fileName(response: Response, path: string): string {
  const header = response.headers.get("Content-Disposition") ?? "";
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(header)?.[1] ?? path.split("/").pop() ?? "document";
}

async function readData<T>(path: string, options?: RequestOptions): Promise<T> {
  return (await readJson<{ data: T }>(path, options)).data;
}

async function readJson<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const response = await send(`/api${path}${queryString(options.query)}`, options);
  return response.status === 204 ? ({} as T) : response.json();
}

async function send(address: string, options: RequestOptions): Promise<Response> {
  const token = readToken();
  const headers = new Headers({ Accept: "application/json" });
  if (token) headers.set("Authorization", `Token ${token}`);
  const { body, transport = fetch } = options;
  const quiet = options.quiet || ahead;
  const asItIs = body instanceof FormData || body instanceof Blob;
  if (body !== undefined && !asItIs) headers.set("Content-Type", "application/json");
  let error: ApiError;
  try {
    const response = await transport(address, {
      method: options.method ?? "GET",
      headers,
      body: asItIs ? body : JSON.stringify(body),
      signal: options.signal ?? null,
    });
    noteServerTime(response.headers.get("Date"));
    if (response.ok) return response;
    error = await readFailure(response);
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === "AbortError") throw failure;
    error = new ApiError(0, "network", "Le serveur ne répond pas.");
  }
  if (error.code === "confirmation") {
    options.onConfirmation?.();
    if (await askConfirmation()) return send(address, options);
    throw error;
  }
  // A refusal of an old token must not end the session that has replaced it.
  const current = token === readToken() && !(error.status === 401 && token === null);
  if (error.metEverywhere && !quiet && current) failureListener(error);
  throw error;
}

async function readFailure(response: Response): Promise<ApiError> {
  const body: {
    error?: { code?: string; message?: string; fields?: Record<string, string>; details?: unknown };
  } = await response.json().catch(() => ({}));
  const { code = "", message = "", fields, details } = body.error ?? {};
  const status = /invalid[ _]token/i.test(`${code} ${message}`) ? 401 : response.status;
  // The platform itself refuses a body that is far too large, without a message of ours.
  const silent =
    status === 413 ? "Cet envoi est trop volumineux." : "Le serveur n’a pas pu répondre.";
  const error = new ApiError(status, code, message || silent, fields);
  error.details = details;
  error.retryAfter = Number(response.headers.get("Retry-After"));
  return error;
}

function queryString(query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text ? `?${text}` : "";
}
