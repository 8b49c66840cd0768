import type { Context } from "hono";
import type { Appelant } from "#worker/operations/signature/signer.ts";

const GROUPS = 8;
const NETWORK = 4;

/**
 * The caller as limits count callers: an IPv4 address, or the 64-bit network that an IPv6 subscriber gets. The platform
 * writes this header itself, over any value of the caller.
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

/** The full origin of a call: evidence of a signature. */
export const appelantDe = (c: Context): Appelant => ({
  ip: c.req.header("CF-Connecting-IP") ?? null,
  agent: c.req.header("User-Agent") ?? null,
});
