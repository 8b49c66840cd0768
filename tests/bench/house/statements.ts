import { createServer } from "node:http";
import type { InStatement } from "@libsql/client/web";
import { freePort } from "../../../worker/local/settings.ts";

/** A statement as the client sends it to the database. */
interface Sent {
  sql?: string;
  sql_id?: number;
  args?: { type: string; value?: string | number }[];
}

interface Request {
  type: string;
  sql?: string;
  sql_id?: number;
  stmt?: Sent;
  batch?: { steps: { stmt: Sent }[] };
}

/** A proxy in front of the database that records the statements sent through it. */
export interface Door {
  url: string;
  /**
   * The statements of each round trip since the last call of `passed`; the call also resets the two counters below.
   */
  passed(): InStatement[][];
  /** The number of round trips that began while no other was under way: the number of waits one after the other. */
  inSequence(): number;
  /** The time that the database took for the round trips, in milliseconds. */
  spent(): number;
  close(): void;
}

export async function openDoor(database: string): Promise<Door> {
  let passed: InStatement[][] = [];
  let underWay = 0;
  let inSequence = 0;
  let spent = 0;
  const server = createServer(async (request, response) => {
    if (underWay++ === 0) inSequence++;
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts).toString();
    passed.push(body === "" ? [] : statementsOf(JSON.parse(body).requests));
    const start = performance.now();
    const { authorization } = request.headers;
    try {
      const answer = await fetch(new URL(request.url ?? "/", database), {
        method: request.method ?? "GET",
        ...(authorization ? { headers: { authorization } } : {}),
        ...(body === "" ? {} : { body }),
      });
      const text = await answer.text();
      response.writeHead(answer.status, { "content-type": "application/json" });
      response.end(text);
    } catch {
      // The database stopped before it answered: the product's call gets a 502, and the measure fails.
      response.writeHead(502).end();
    }
    spent += performance.now() - start;
    underWay--;
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    passed: () => {
      const since = passed;
      passed = [];
      inSequence = 0;
      spent = 0;
      return since;
    },
    inSequence: () => inSequence,
    spent: () => spent,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const TRANSACTION = /^(BEGIN|COMMIT|ROLLBACK)\b/i;

function statementsOf(requests: readonly Request[]): InStatement[] {
  const stored = new Map(
    requests.flatMap(({ type, sql_id, sql }) => (type === "store_sql" ? [[sql_id, sql]] : [])),
  );
  return requests
    .flatMap(({ stmt, batch }) => [
      ...(stmt ? [stmt] : []),
      ...(batch?.steps ?? []).map((step) => step.stmt),
    ])
    .map(({ sql, sql_id, args = [] }) => ({
      sql: sql ?? stored.get(sql_id) ?? "",
      args: args.map(bound),
    }))
    .filter(({ sql }) => !TRANSACTION.test(sql));
}

const bound = ({ type, value }: { type: string; value?: string | number }) =>
  type === "integer" ? BigInt(value ?? 0) : (value ?? null);
