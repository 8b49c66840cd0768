import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";

const COMPRESSED = /^(?:text\/|application\/(?:json|javascript)|image\/svg)/;

export interface Edge {
  address: string;
  close(): void;
}

/** A proxy in place of the network's edge: it serves the product's answers, with texts compressed. */
export async function openEdge(product: string): Promise<Edge> {
  const compressed = new Map<string, Buffer>();
  const zip = (path: string, body: Buffer) => {
    const known = compressed.get(path) ?? gzipSync(body);
    // The edge keeps immutable files compressed.
    if (path.startsWith("/assets/")) compressed.set(path, known);
    return known;
  };
  async function handOut(answer: IncomingMessage, path: string, to: ServerResponse) {
    const body = await buffer(answer);
    const { "transfer-encoding": _, "content-length": __, ...headers } = answer.headers;
    const zipped = COMPRESSED.test(headers["content-type"] ?? "") && body.length > 0;
    to.writeHead(answer.statusCode ?? 502, {
      ...headers,
      ...(zipped && { "content-encoding": "gzip" }),
    });
    to.end(zipped ? zip(path, body) : body);
  }
  const server = createServer((from, to) => {
    const { url: path = "/", method, headers } = from;
    const asked = { method, headers: { ...headers, "accept-encoding": "identity" } };
    const passed = request(`${product}${path}`, asked, (answer) => handOut(answer, path, to));
    passed.on("error", () => to.destroy());
    from.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
