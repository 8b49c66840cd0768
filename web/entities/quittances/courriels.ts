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

/** The resources to read again after a mail was written, cancelled or sent again. */
export const TOUCHED_BY_COURRIELS = [courriels.name, "History"];

/** The proposed recipients and text of a mail for a document. */
export const proposal = (document: DocumentDesigne) =>
  queryOptions({
    queryKey: [courriels.name, "proposal", document] as const,
    queryFn: () => api.post<PropositionCourriel>("/Courriel/apercu", { document }),
  });

export const send = (request: DemandeCourriel) => api.post<CourrielEcrit>("/Courriel", request);

/** Holds back a mail that is not sent yet (state `retenu`); `sendAgain` can still send it. */
export const callBack = (id: number) => api.post<{ id: number }>(`/Courriel/${id}/annuler`);

export const callBackLot = (ids: readonly number[]) =>
  api.post<LotRappele>("/Courriel/annuler", { ids });

/** Sends again a mail that is uncertain, refused or held back by a person (`COURRIELS_RENVOYABLES`). */
export const sendAgain = (id: number) => api.post<CourrielAPartir>(`/Courriel/${id}/renvoyer`);
