import type { Context } from "hono";
import type { Appelant } from "#worker/operations/signature/signer.ts";

const GROUPS = 8;
const NETWORK = 4;

/**
 * One caller, as limits count them: an IPv4 address, or the network of 64 bits that an IPv6 subscriber is given
 * whole. The platform writes the header itself, over anything the caller says.
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

/** Where a call comes from, whole: evidence of who signs. */
export const appelantDe = (c: Context): Appelant => ({
  ip: c.req.header("CF-Connecting-IP") ?? null,
  agent: c.req.header("User-Agent") ?? null,
});
