import {
  HttpClient,
  type InStatement,
  type ResultSet,
  type TransactionMode,
} from "@libsql/client/http";
import {
  BatchCond,
  HttpServerError,
  type HttpStream,
  type InStmt,
  openHttp,
  ResponseError,
  type RowsResult,
} from "@libsql/hrana-client";

/**
 * An open HTTP stream to the libSQL server, which keeps a connection of SQLite for it; `since` is the time of its
 * last use, in milliseconds.
 */
interface Idle {
  stream: HttpStream;
  since: number;
}

/** The idle streams of this isolate, by server and token, the most recently used last. */
const idle = new Map<string, Idle[]>();
/** The milliseconds for which an idle stream is kept: the server ends an unused stream after ten seconds. */
const KEPT_MS = 5_000;
/**
 * The maximum number of idle streams for a server and token: a libSQL server accepts 128 at once from all its
 * callers.
 */
const KEPT = 32;

/**
 * The maximum number of concurrent calls, a parameter of the library’s constructor. It limits only the library’s own
 * calls, which the product never makes.
 */
const AT_ONCE = 1;

/**
 * A client of libSQL whose streams are kept between calls. The library itself opens and closes a stream for each
 * call, so that SQLite reads the whole schema each time: such a call takes 4.2 ms (2.8 of them on the server), a call
 * here 1.7 (0.4). Requests share only idle streams, because a promise of one request would make another request hang.
 */
export class Connection extends HttpClient {
  readonly #door: string;
  readonly #server: ReturnType<typeof openHttp>;

  constructor(address: string, token: string | undefined, ask: typeof fetch) {
    const url = new URL(address.replace(/^libsql:/, "https:"));
    super(url, token, "number", ask, AT_ONCE, undefined);
    this.#door = `${url} ${token}`;
    this.#server = openHttp(url, token, ask);
  }

  override execute(statement: InStatement): Promise<ResultSet> {
    return this.#over(async (stream) => resultOf(await stream.query(toServer(statement))));
  }

  override batch(statements: InStatement[], mode: TransactionMode = "deferred") {
    return this.#over((stream) => together(stream, statements.map(toServer), BEGIN[mode]));
  }

  /**
   * Works over an idle stream, or over a new one when none is idle. When the server no longer knows the idle stream,
   * nothing has run, and a new stream is used. A stream on which anything failed is not used again.
   */
  async #over<T>(work: (stream: HttpStream) => Promise<T>): Promise<T> {
    const kept = this.#take();
    const stream = kept ?? this.#server.openStream();
    try {
      const done = await work(stream);
      this.#keep(stream);
      return done;
    } catch (error) {
      stream.close();
      if (!kept || !isForgotten(error)) throw error;
      idle.delete(this.#door);
    }
    return this.#over(work);
  }

  #take(): HttpStream | undefined {
    const last = idle.get(this.#door)?.pop();
    if (last && performance.now() - last.since < KEPT_MS) return last.stream;
    // The list is in order of last use: the streams before this one have been idle for even longer, so all are
    // dropped.
    idle.delete(this.#door);
    return undefined;
  }

  #keep(stream: HttpStream): void {
    const resting = idle.get(this.#door) ?? [];
    if (resting.length < KEPT)
      idle.set(this.#door, [...resting, { stream, since: performance.now() }]);
    else stream.close();
  }
}

/** Whether the server no longer knows the stream, because it restarted or ended the stream; nothing has run then. */
const isForgotten = (error: unknown): boolean =>
  (error instanceof ResponseError && error.code === "STREAM_EXPIRED") ||
  (error instanceof HttpServerError && /invalid baton|stream not found/i.test(error.message));

const BEGIN: Record<TransactionMode, string> = {
  write: "BEGIN IMMEDIATE",
  read: "BEGIN TRANSACTION READONLY",
  deferred: "BEGIN DEFERRED",
};

/**
 * Runs the statements in one transaction and one round trip; each statement runs only if the previous one succeeded.
 */
async function together(
  stream: HttpStream,
  statements: readonly InStmt[],
  begin: string,
): Promise<ResultSet[]> {
  const batch = stream.batch();
  let last = batch.step();
  const begun = last.run(begin);
  const next = () => {
    last = batch.step().condition(BatchCond.ok(last));
    return last;
  };
  const steps = statements.map((statement) => next().query(statement));
  const committed = next().run("COMMIT");
  // The ROLLBACK fails when SQLite has already rolled back by itself: that error is ignored.
  const rollback = batch.step().condition(BatchCond.not(BatchCond.ok(last)));
  rollback.run("ROLLBACK").catch(() => {});
  await batch.execute();
  const [, rows] = await Promise.all([begun, Promise.all(steps), committed]);
  return rows.map(resultOf);
}

function toServer(statement: InStatement): InStmt {
  if (typeof statement === "string") return statement;
  return [statement.sql, statement.args ?? []];
}

/**
 * The rows of one statement. @throws when the server skipped the statement, although the statements before had no
 * error
 */
function resultOf(given: RowsResult | undefined): ResultSet {
  if (!given) throw new Error("The database has not run a statement.");
  return {
    columns: given.columnNames.map((name) => name ?? ""),
    columnTypes: given.columnDecltypes.map((type) => type ?? ""),
    rows: given.rows,
    rowsAffected: given.affectedRowCount,
    lastInsertRowid: given.lastInsertRowid,
    toJSON: () => given,
  };
}
