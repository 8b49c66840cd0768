import { queryOptions } from "@tanstack/react-query";
import type {
  AccesComptableRow,
  FichierOffert,
  FichiersDuComptable,
} from "#domain/gerance/livres/acces-comptable.ts";
import type { DemandeAccesComptable } from "#domain/gerance/livres/acces-comptable-fiche.ts";
import type { LienProprietaire } from "#domain/gerance/mandats/acces-proprietaire.ts";
import { api } from "#web/lib/server/api.ts";
import { asVisitor, privateLink } from "#web/lib/server/visitor.ts";

export const { linkQuery, askCode, openVisit } = privateLink<LienProprietaire>("Comptable");

/** The files that the visiting accountant may download; the cache forgets them once the accountant leaves the page. */
export const filesQuery = (visite: string) =>
  queryOptions({
    queryKey: ["comptable", "fichiers", visite] as const,
    queryFn: ({ signal }) =>
      api.get<FichiersDuComptable>("/Comptable/fichiers", { signal, ...asVisitor(visite) }),
    gcTime: 0,
    retry: false,
  });

export const downloadFile = (visite: string, { fichier, exercice }: FichierOffert) =>
  api.download(
    `/api/Comptable/fichiers/${fichier}${exercice ? `_${exercice}` : ""}`,
    {},
    asVisitor(visite),
  );

const LINKS = "AccesComptable";

export const accountantLinks = queryOptions({
  queryKey: [LINKS] as const,
  queryFn: ({ signal }) => api.get<AccesComptableRow[]>(`/${LINKS}`, { signal }),
});

/** The resources to read again once a link was sent or withdrawn. */
export const TOUCHED_BY_ACCOUNTANT_LINKS = [LINKS];

export const sendAccountantLink = (link: DemandeAccesComptable) =>
  api.post<AccesComptableRow[]>(`/${LINKS}`, link);

export const withdrawAccountantLink = (id: number) =>
  api.post<AccesComptableRow[]>(`/${LINKS}/${id}/retirer`);
