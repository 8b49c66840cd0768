import { queryOptions } from "@tanstack/react-query";
import type { CodeEnvoye, VisiteProprietaire } from "#domain/gerance/mandats/acces-proprietaire.ts";
import { api, type Transport } from "./api.ts";

/**
 * The options of a call made with the token of a visit, or without a token when null. The call never carries the
 * token of an agency's user in the same browser.
 */
export function asVisitor(visite: string | null) {
  const transport: Transport = (address, request) => {
    const headers = new Headers(request.headers);
    headers.delete("Authorization");
    if (visite) headers.set("Authorization", `Visite ${visite}`);
    return fetch(address, { ...request, headers, credentials: "omit" });
  };
  return { transport, quiet: true };
}

/** The calls for a link received by mail, up to the visit that the code opens. */
export const privateLink = <Link>(page: "Proprietaire" | "Comptable" | "Signature") => ({
  /** The data shown before the visitor types the code. */
  linkQuery: (jeton: string) =>
    queryOptions({
      queryKey: [page, "lien", jeton] as const,
      queryFn: ({ signal }) =>
        api.post<Link>(`/${page}/lien`, { jeton }, { signal, ...asVisitor(null) }),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      retry: false,
    }),
  askCode: (jeton: string) => api.post<CodeEnvoye>(`/${page}/code`, { jeton }, asVisitor(null)),
  openVisit: (jeton: string, code: string) =>
    api.post<VisiteProprietaire>(`/${page}/visite`, { jeton, code }, asVisitor(null)),
});
