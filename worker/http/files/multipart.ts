import { Unreadable } from "#domain/erreurs.ts";
import { OCTETS_PAR_FICHIER } from "#domain/fichiers/fichier.ts";

/** One part of a `multipart/form-data` body (RFC 7578). */
export interface Part {
  /** The field of the form. */
  name: string;
  /** The name of the file, as the sender gives it; null for a text. */
  file: string | null;
  /** The bytes of the part. They must be read to the end; each piece reuses the buffer of the previous one. */
  pieces: AsyncGenerator<Uint8Array>;
}

const WINDOW = 64 * 1024;
const MAX_HEADERS = 16 * 1024;
const MAX_DRAINED = 2 * OCTETS_PAR_FICHIER;
const INTERRUPTED = "Cet envoi a été interrompu.";

/**
 * The parts of a body in order, read through a buffer of 64 KB whatever their size. When the reader stops half-way,
 * the rest of the body is read too: most senders read no response before they have sent everything.
 * @throws Unreadable when the body is no readable `multipart/form-data`, or breaks off
 */
export async function* readParts(
  body: ReadableStream<Uint8Array> | null,
  contentType: string,
): AsyncGenerator<Part> {
  const boundary = contentType.match(/;\s*boundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))/i);
  if (!body || !boundary) throw new Unreadable("Ce formulaire est illisible.");
  const delimiter = Buffer.from(`\r\n--${boundary[1] ?? boundary[2]}`);
  const window = new StreamWindow(body);
  try {
    await skip(window.until(delimiter));
    while (!(await window.startsWith("--"))) {
      const headers = await window.textUntil("\r\n\r\n", MAX_HEADERS);
      const pieces = window.until(delimiter);
      yield { ...readHeaders(headers), pieces };
      await skip(pieces);
    }
    if (!(await window.drain())) throw new Unreadable(INTERRUPTED);
  } finally {
    await window.drain();
  }
}

/** Reads a refused body to its end, or up to a limit, and drops it. */
export async function drain(body: ReadableStream<Uint8Array> | null): Promise<void> {
  if (body) await new StreamWindow(body).drain();
}

async function skip(pieces: AsyncGenerator<Uint8Array>): Promise<void> {
  while (!(await pieces.next()).done);
}

/** A window on a stream: the bytes that were read and not consumed yet. */
class StreamWindow {
  readonly #source: ReadableStreamBYOBReader;
  /** The window starts with a line end, so that the first delimiter looks like the others. */
  #bytes: Buffer<ArrayBuffer> = Buffer.alloc(WINDOW, "\r\n");
  #start = 0;
  #end = 2;
  /** True once the body has ended or broken off: the last read has then detached the buffer of the window. */
  #over = false;

  constructor(body: ReadableStream<Uint8Array>) {
    this.#source = body.getReader({ mode: "byob" });
  }

  /** The bytes before the delimiter; the delimiter is consumed too. */
  async *until(delimiter: Buffer): AsyncGenerator<Uint8Array> {
    for (;;) {
      const place = this.#rest().indexOf(delimiter);
      const safe = place >= 0 ? place : this.#rest().length - delimiter.length + 1;
      if (safe > 0) {
        const start = this.#start;
        this.#start += safe;
        yield this.#bytes.subarray(start, start + safe);
      }
      if (place >= 0) {
        this.#start += delimiter.length;
        return;
      }
      await this.#more();
    }
  }

  async textUntil(end: string, atMost: number): Promise<string> {
    for (;;) {
      const place = this.#rest().indexOf(end);
      if (place >= 0) {
        const text = this.#rest().toString("utf8", 0, place);
        this.#start += place + end.length;
        return text;
      }
      if (this.#rest().length > atMost) throw new Unreadable("Ce formulaire est illisible.");
      await this.#more();
    }
  }

  async startsWith(text: string): Promise<boolean> {
    while (this.#rest().length < text.length) await this.#more();
    return this.#rest().toString("latin1", 0, text.length) === text;
  }

  /** Reads the body to its end. False when the body broke off, or was given up as too long. */
  async drain(): Promise<boolean> {
    try {
      for (let read = 0; read < MAX_DRAINED; read += this.#end) {
        this.#start = this.#end;
        if (!(await this.#read())) return true;
      }
    } catch {
      return false;
    }
    await this.#source.cancel().catch(() => {});
    return false;
  }

  #rest(): Buffer {
    return this.#bytes.subarray(this.#start, this.#end);
  }

  async #more(): Promise<void> {
    if (!(await this.#read().catch(() => false))) throw new Unreadable(INTERRUPTED);
  }

  /** Reads more bytes behind those not consumed yet; false at the end of the body. */
  async #read(): Promise<boolean> {
    if (this.#over) return false;
    this.#bytes.copyWithin(0, this.#start, this.#end);
    this.#end -= this.#start;
    this.#start = 0;
    this.#over = true;
    const { value } = await this.#source.read(new Uint8Array(this.#bytes.buffer, this.#end));
    if (!value || value.byteLength === 0) return false;
    this.#over = false;
    this.#bytes = Buffer.from(value.buffer as ArrayBuffer);
    this.#end += value.byteLength;
    return true;
  }
}

function readHeaders(headers: string): { name: string; file: string | null } {
  const disposition = headers.match(/^content-disposition:\s*form-data\s*(;.*)$/im)?.[1] ?? "";
  const parameters = new Map<string, string>();
  for (const [, key = "", quoted, bare] of disposition.matchAll(
    /;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g,
  )) {
    parameters.set(key.toLowerCase(), quoted === undefined ? (bare ?? "") : unquote(quoted));
  }
  const name = parameters.get("name");
  if (name === undefined) throw new Unreadable("Ce formulaire est illisible.");
  const extended = parameters.get("filename*")?.match(/^UTF-8'[^']*'(.*)$/i)?.[1];
  return { name, file: extended ? decode(extended) : (parameters.get("filename") ?? null) };
}

/** Removes the quoting of RFC 9110 (`\"`) or of browsers (`%22`, `%0D`, `%0A`). */
function unquote(text: string): string {
  return text
    .replace(/\\(["\\])/g, "$1")
    .replace(/%22/g, '"')
    .replace(/%0D/gi, "\r")
    .replace(/%0A/gi, "\n");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
