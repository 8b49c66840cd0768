import { queryOptions } from "@tanstack/react-query";
import type { AidesDuDossier, DemandeAide } from "#domain/gerance/locataires/aide.ts";
import { api } from "#web/lib/server/api.ts";

const AIDE = "AideLogement";

export const aidOf = (dossierId: number) =>
  queryOptions({
    queryKey: [AIDE, dossierId] as const,
    queryFn: ({ signal }) => api.get<AidesDuDossier>(`/Dossier/${dossierId}/aide`, { signal }),
  });

/** The resources to read again once the housing benefit was set. */
export const TOUCHED_BY_AID = [AIDE, "Quitance", "History"];

/** Sets the housing benefit of a dossier from a day on. */
export const sayAid = (dossierId: number, aid: DemandeAide) =>
  api.put<AidesDuDossier>(`/Dossier/${dossierId}/aide`, aid);
