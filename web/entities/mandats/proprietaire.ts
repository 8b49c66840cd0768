import { queryOptions } from "@tanstack/react-query";
import type { CompteDuProprietaire } from "#domain/gerance/cloture/compte-proprietaire.ts";
import type {
  AccesRow,
  CodeEnvoye,
  LienProprietaire,
  VisiteProprietaire,
} from "#domain/gerance/mandats/acces-proprietaire.ts";
import { api } from "#web/lib/server/api.ts";
import { asVisitor } from "#web/lib/server/visitor.ts";

/** The page of a link before a code is given. */
export const linkQuery = (jeton: string) =>
  queryOptions({
    queryKey: ["proprietaire", "lien", jeton] as const,
    queryFn: ({ signal }) =>
      api.post<LienProprietaire>("/Proprietaire/lien", { jeton }, { signal, ...asVisitor(null) }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

export const askCode = (jeton: string) =>
  api.post<CodeEnvoye>("/Proprietaire/code", { jeton }, asVisitor(null));

export const openVisit = (jeton: string, code: string) =>
  api.post<VisiteProprietaire>("/Proprietaire/visite", { jeton, code }, asVisitor(null));

/** The account of the visiting owner, forgotten with the page. */
export const accountQuery = (visite: string) =>
  queryOptions({
    queryKey: ["proprietaire", "compte", visite] as const,
    queryFn: ({ signal }) =>
      api.get<CompteDuProprietaire>("/Proprietaire/compte", { signal, ...asVisitor(visite) }),
    gcTime: 0,
    retry: false,
  });

/** Saves one of the owner's papers. */
export const downloadPaper = (visite: string, papier: string) =>
  api.download(`/api/Proprietaire/papiers/${papier}`, {}, asVisitor(visite));

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
