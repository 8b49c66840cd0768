import type { Context } from "hono";
import type { Appelant } from "#worker/operations/signature/signer.ts";

const GROUPS = 8;
const NETWORK = 4;

/**
 * The caller's key for rate limits: an IPv4 address, or the /64 network of an IPv6 subscriber. The caller cannot
 * forge the header: the platform overwrites it.
 */
export function callerOf(c: Context): string {
  const address = c.req.header("CF-Connecting-IP") ?? "local";
  if (!address.includes(":")) return address;
  const [before = [], after = []] = address
    .split("::")
    .map((part) => part.split(":").filter(Boolean));
  const zeros = Array(Math.max(0, GROUPS - before.length - after.length)).fill("0");
  return `${[...before, ...zeros, ...after].slice(0, NETWORK).join(":")}::/64`;
}

/**
 * The whole IP address and the User-Agent header of a caller, each null when absent. They are kept as evidence of a
 * signature.
 */
export const appelantDe = (c: Context): Appelant => ({
  ip: c.req.header("CF-Connecting-IP") ?? null,
  agent: c.req.header("User-Agent") ?? null,
});
