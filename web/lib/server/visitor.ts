import type { Transport } from "./api.ts";

/** Under the token of a visitor's visit, or under none: never under that of staff who use the same browser. */
export function asVisitor(visite: string | null) {
  const transport: Transport = (address, request) => {
    const headers = new Headers(request.headers);
    headers.delete("Authorization");
    if (visite) headers.set("Authorization", `Visite ${visite}`);
    return fetch(address, { ...request, headers, credentials: "omit" });
  };
  return { transport, quiet: true };
}
