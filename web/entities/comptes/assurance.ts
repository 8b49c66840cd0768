import { queryOptions } from "@tanstack/react-query";
import type { AssurancesDuDossier } from "#domain/gerance/locataires/assurance-pour-compte.ts";
import type {
  FinDAssurance,
  Souscription,
} from "#domain/gerance/locataires/assurance-pour-compte-fiche.ts";
import { api } from "#web/lib/server/api.ts";

const ASSURANCE = "AssurancePourCompte";

/** The insurances that the owner took out in the place of a dossier's tenant. */
export const insuranceOf = (dossierId: number) =>
  queryOptions({
    queryKey: [ASSURANCE, dossierId] as const,
    queryFn: ({ signal }) =>
      api.get<AssurancesDuDossier>(`/Dossier/${dossierId}/assurance`, { signal }),
  });

/** The resources to read again after an insurance was taken out, or ended. */
export const TOUCHED_BY_INSURANCE = [ASSURANCE, "Dossier", "Suivi", "History"];

export const takeOut = (dossierId: number, insurance: Souscription) =>
  api.post<AssurancesDuDossier>(`/Dossier/${dossierId}/assurance`, insurance);

export const endInsurance = (dossierId: number, id: number, end: FinDAssurance) =>
  api.post<AssurancesDuDossier>(`/Dossier/${dossierId}/assurance/${id}/fin`, end);
