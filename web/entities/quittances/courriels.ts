import { queryOptions } from "@tanstack/react-query";
import type { CourrielAPartir } from "#domain/quittances/courriel.ts";
import type {
  CourrielDocumentDetail,
  CourrielDocumentRow,
  CourrielEcrit,
  DemandeCourriel,
  DocumentDesigne,
  PropositionCourriel,
} from "#domain/quittances/courriel-document.ts";
import type { LotRappele } from "#domain/quittances/lot-de-courriels.ts";
import { api } from "#web/lib/server/api.ts";
import { resource } from "#web/lib/server/resource.ts";

export const courriels = resource<CourrielDocumentRow, CourrielDocumentDetail, never>("Courriel");

/** Read again after a mail was written, called back or sent again. */
export const TOUCHED_BY_COURRIELS = [courriels.name, "History"];

/** The persons that the document concerns, and a draft of the mail. */
export const proposal = (document: DocumentDesigne) =>
  queryOptions({
    queryKey: [courriels.name, "proposal", document] as const,
    queryFn: () => api.post<PropositionCourriel>("/Courriel/apercu", { document }),
  });

export const send = (request: DemandeCourriel) => api.post<CourrielEcrit>("/Courriel", request);

/** Calls back a waiting mail: it then leaves only if it is sent again. */
export const callBack = (id: number) => api.post<{ id: number }>(`/Courriel/${id}/annuler`);

/** Calls back many waiting mails at once. */
export const callBackLot = (ids: readonly number[]) =>
  api.post<LotRappele>("/Courriel/annuler", { ids });

/** Sends again a mail that is uncertain, refused or called back. */
export const sendAgain = (id: number) => api.post<CourrielAPartir>(`/Courriel/${id}/renvoyer`);
