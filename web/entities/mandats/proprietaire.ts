import { queryOptions } from "@tanstack/react-query";
import type { CompteDuProprietaire } from "#domain/gerance/cloture/compte-proprietaire.ts";
import type {
  AccesRow,
  CodeEnvoye,
  LienProprietaire,
  VisiteProprietaire,
} from "#domain/gerance/mandats/acces-proprietaire.ts";
import { api, type Transport } from "#web/lib/server/api.ts";

/** Under the token of an owner's visit, or under none: never under that of staff who use the same browser. */
function as(visite: string | null) {
  const transport: Transport = (address, request) => {
    const headers = new Headers(request.headers);
    headers.delete("Authorization");
    if (visite) headers.set("Authorization", `Visite ${visite}`);
    return fetch(address, { ...request, headers, credentials: "omit" });
  };
  return { transport, quiet: true };
}

/** The page of a link before a code is given. */
export const linkQuery = (jeton: string) =>
  queryOptions({
    queryKey: ["proprietaire", "lien", jeton] as const,
    queryFn: ({ signal }) =>
      api.post<LienProprietaire>("/Proprietaire/lien", { jeton }, { signal, ...as(null) }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

export const askCode = (jeton: string) =>
  api.post<CodeEnvoye>("/Proprietaire/code", { jeton }, as(null));

export const openVisit = (jeton: string, code: string) =>
  api.post<VisiteProprietaire>("/Proprietaire/visite", { jeton, code }, as(null));

/** The account of the visiting owner, forgotten with the page. */
export const accountQuery = (visite: string) =>
  queryOptions({
    queryKey: ["proprietaire", "compte", visite] as const,
    queryFn: ({ signal }) =>
      api.get<CompteDuProprietaire>("/Proprietaire/compte", { signal, ...as(visite) }),
    gcTime: 0,
    retry: false,
  });

/** Saves one of the owner's papers. */
export const downloadPaper = (visite: string, papier: string) =>
  api.download(`/api/Proprietaire/papiers/${papier}`, {}, as(visite));

/** The links that staff sent to an owner. */
export const linksOf = (ClientId: number) =>
  queryOptions({
    queryKey: ["Acces", ClientId] as const,
    queryFn: ({ signal }) => api.get<AccesRow[]>(`/Client/${ClientId}/acces`, { signal }),
  });

/** Read again once a link was sent or withdrawn. */
export const TOUCHED_BY_LINKS = ["Acces", "History"];

export const sendLink = (ClientId: number) => api.post<AccesRow[]>(`/Client/${ClientId}/acces`);

export const withdrawLink = (ClientId: number, id: number) =>
  api.post<AccesRow[]>(`/Client/${ClientId}/acces/${id}/retirer`);
