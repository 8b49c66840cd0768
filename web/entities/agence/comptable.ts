import { queryOptions } from "@tanstack/react-query";
import type {
  AccesComptableRow,
  FichierOffert,
  FichiersDuComptable,
} from "#domain/gerance/livres/acces-comptable.ts";
import type { DemandeAccesComptable } from "#domain/gerance/livres/acces-comptable-fiche.ts";
import type {
  CodeEnvoye,
  LienProprietaire,
  VisiteProprietaire,
} from "#domain/gerance/mandats/acces-proprietaire.ts";
import { api } from "#web/lib/server/api.ts";
import { asVisitor } from "#web/lib/server/visitor.ts";

/** The page of an accountant's link before a code is given. */
export const linkQuery = (jeton: string) =>
  queryOptions({
    queryKey: ["comptable", "lien", jeton] as const,
    queryFn: ({ signal }) =>
      api.post<LienProprietaire>("/Comptable/lien", { jeton }, { signal, ...asVisitor(null) }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

export const askCode = (jeton: string) =>
  api.post<CodeEnvoye>("/Comptable/code", { jeton }, asVisitor(null));

export const openVisit = (jeton: string, code: string) =>
  api.post<VisiteProprietaire>("/Comptable/visite", { jeton, code }, asVisitor(null));

/** The files of the period of a visit, forgotten with the page. */
export const filesQuery = (visite: string) =>
  queryOptions({
    queryKey: ["comptable", "fichiers", visite] as const,
    queryFn: ({ signal }) =>
      api.get<FichiersDuComptable>("/Comptable/fichiers", { signal, ...asVisitor(visite) }),
    gcTime: 0,
    retry: false,
  });

/** Saves one of the files of a visit. */
export const downloadFile = (visite: string, { fichier, exercice }: FichierOffert) =>
  api.download(
    `/api/Comptable/fichiers/${fichier}${exercice ? `_${exercice}` : ""}`,
    {},
    asVisitor(visite),
  );

const LINKS = "AccesComptable";

/** The links sent to the agency's accountants. */
export const accountantLinks = queryOptions({
  queryKey: [LINKS] as const,
  queryFn: ({ signal }) => api.get<AccesComptableRow[]>(`/${LINKS}`, { signal }),
});

/** Read again once a link was sent or withdrawn. */
export const TOUCHED_BY_ACCOUNTANT_LINKS = [LINKS];

export const sendAccountantLink = (link: DemandeAccesComptable) =>
  api.post<AccesComptableRow[]>(`/${LINKS}`, link);

export const withdrawAccountantLink = (id: number) =>
  api.post<AccesComptableRow[]>(`/${LINKS}/${id}/retirer`);
