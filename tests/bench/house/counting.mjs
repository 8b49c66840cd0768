/**
 * Wraps the built worker and counts the calls of each invocation to the outside, which the platform limits and the
 * local runtime does not. It is plain JavaScript, because the runtime is given its text.
 */
import product from "./index.js";

const COUNTS = "/api/bench/invocations";
const TASK = "/api/bench/queue";
/** Each invocation gets its own host name for the database, which holds the number of the invocation. */
const ASKED_BY = /^invocation-(\d+)\.(.+)$/;

const invocations = [];

const outside = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const request = new Request(input, init);
  const url = new URL(request.url);
  const [, rank, machine] = ASKED_BY.exec(url.hostname) ?? [];
  if (!machine) return outside(request);
  add(invocations[Number(rank)], "base");
  url.hostname = machine;
  return outside(new Request(url, request));
};

const add = (invocation, what) => {
  invocation.asked[what] = (invocation.asked[what] ?? 0) + 1;
};

/** The binding, whose calls are counted for the invocation; an upload in parts is counted as a binding is. */
const counted = (binding, what, invocation) =>
  new Proxy(binding, {
    get(target, name) {
      if (typeof target[name] !== "function") return target[name];
      return (...given) => {
        if (name === "resumeMultipartUpload")
          return counted(target[name](...given), what, invocation);
        add(invocation, what);
        const result = target[name](...given);
        return name === "createMultipartUpload"
          ? result.then((upload) => counted(upload, what, invocation))
          : result;
      };
    },
  });

const BINDINGS = { FILES: "R2", BACKUPS: "R2", QUEUE: "file", EMAIL: "courriel" };

function around(env, name) {
  const invocation = { name, asked: {} };
  const rank = invocations.push(invocation) - 1;
  const bindings = Object.entries(BINDINGS).map(([binding, what]) => [
    binding,
    counted(env[binding], what, invocation),
  ]);
  const database = new URL(env.DATABASE_URL);
  database.hostname = `invocation-${rank}.${database.hostname.replace("127.0.0.1", "localhost")}`;
  return { ...env, ...Object.fromEntries(bindings), DATABASE_URL: database.href };
}

/** Handles one message at once, as if the queue had delivered it alone. */
async function taken(body, env) {
  let done = false;
  const message = { body, attempts: 1, ack: () => (done = true), retry: () => {} };
  await product.queue({ queue: "travaux", messages: [message] }, around(env, `queue ${body.type}`));
  return Response.json({ done }, { status: done ? 200 : 500 });
}

export default {
  async fetch(request, env, ctx) {
    const { pathname } = new URL(request.url);
    if (pathname === COUNTS) return Response.json(invocations);
    if (pathname === TASK) return taken(await request.json(), env);
    return product.fetch(request, around(env, `${request.method} ${pathname}`), ctx);
  },
  queue: (batch, env) => product.queue(batch, around(env, "queue")),
  scheduled: (controller, env) => product.scheduled(controller, around(env, "scheduled")),
};
