import { queryOptions } from "@tanstack/react-query";
import type { CompteDuProprietaire } from "#domain/gerance/cloture/compte-proprietaire.ts";
import type { AccesRow, LienProprietaire } from "#domain/gerance/mandats/acces-proprietaire.ts";
import { api } from "#web/lib/server/api.ts";
import { asVisitor, privateLink } from "#web/lib/server/visitor.ts";

export const { linkQuery, askCode, openVisit } = privateLink<LienProprietaire>("Proprietaire");

/** The account of the visiting owner; the cache forgets the account once the owner leaves the page. */
export const accountQuery = (visite: string) =>
  queryOptions({
    queryKey: ["proprietaire", "compte", visite] as const,
    queryFn: ({ signal }) =>
      api.get<CompteDuProprietaire>("/Proprietaire/compte", { signal, ...asVisitor(visite) }),
    gcTime: 0,
    retry: false,
  });

/** Sends the owner's answer to a request for his agreement; he can answer only once. */
export const answer = (visite: string, { id, accorde }: { id: number; accorde: boolean }) =>
  api.post<CompteDuProprietaire>(`/Proprietaire/accord/${id}`, { accorde }, asVisitor(visite));

export const downloadPaper = (visite: string, papier: string) =>
  api.download(`/api/Proprietaire/papiers/${papier}`, {}, asVisitor(visite));

export const linksOf = (ClientId: number) =>
  queryOptions({
    queryKey: ["Acces", ClientId] as const,
    queryFn: ({ signal }) => api.get<AccesRow[]>(`/Client/${ClientId}/acces`, { signal }),
  });

/** The resources to read again once a link was sent or withdrawn. */
export const TOUCHED_BY_LINKS = ["Acces", "History"];

export const sendLink = (ClientId: number) => api.post<AccesRow[]>(`/Client/${ClientId}/acces`);

export const withdrawLink = (ClientId: number, id: number) =>
  api.post<AccesRow[]>(`/Client/${ClientId}/acces/${id}/retirer`);
