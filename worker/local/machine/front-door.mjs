/**
 * The front door of the product on one machine: in workerd for `npm start`, in Vite for `npm run dev`. It is plain
 * JavaScript that imports nothing, because the runtime is given its text.
 */

const TOOLS = "/cdn-cgi/";
const DAILY_RUN = `${TOOLS}local/scheduled`;

/** The names of this machine: somebody else made any other name lead here (DNS rebinding). */
const OWN_NAME = /^(?:(?:[^:@/]+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** Headers that only the request of a page has; Node's `fetch` also sends Sec-Fetch-Mode, which is left out. */
const SAID_BY_PAGES = ["origin", "referer", "sec-fetch-site", "sec-fetch-dest"];

/**
 * The refusal of a request that names another machine, or of a page that asks for a tool of this machine; null to let
 * the request through.
 * @param {string} path
 * @param {(name: string) => string | null | undefined} header the value of a header by its name in small letters
 * @returns {{ status: 403 | 404, message: string } | null}
 */
export function refusalOf(path, header) {
  if (!OWN_NAME.test(header("host") ?? "")) {
    return { status: 403, message: "Cette adresse n’est pas celle de cette machine." };
  }
  if (!path.startsWith(TOOLS)) return null;
  if (SAID_BY_PAGES.some((name) => header(name))) {
    return { status: 403, message: "Une page ne peut pas demander cela." };
  }
  return path === DAILY_RUN ? null : { status: 404, message: "Cette adresse n’existe pas." };
}

/**
 * @typedef {object} Product
 * @property {(request: Request) => Promise<Response>} fetch
 * @property {(event: { cron: string, scheduledTime: Date }) => Promise<{ outcome: string }>} scheduled
 */

export default {
  /**
   * @param {Request} request
   * @param {{ PRODUCT: Product }} bindings
   */
  async fetch(request, { PRODUCT }) {
    const { pathname, searchParams } = new URL(request.url);
    const refusal = refusalOf(pathname, (name) => request.headers.get(name));
    if (refusal) {
      const error = { code: "interdit", message: refusal.message };
      return Response.json({ error }, { status: refusal.status });
    }
    if (pathname === DAILY_RUN) {
      const { outcome } = await PRODUCT.scheduled({
        cron: searchParams.get("cron") ?? "",
        scheduledTime: new Date(Number(searchParams.get("time") ?? Date.now())),
      });
      return new Response(outcome, { status: outcome === "ok" ? 200 : 500 });
    }
    const headers = new Headers(request.headers);
    // Overwrites the header of the sender: only this machine reaches the socket.
    headers.set("CF-Connecting-IP", "127.0.0.1");
    return PRODUCT.fetch(new Request(request, { headers }));
  },
};
