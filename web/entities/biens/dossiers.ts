import { queryOptions } from "@tanstack/react-query";
import type { AppartementDetail } from "#domain/biens/appartement-fiche.ts";
import type {
  AnnulationBail,
  Cloture,
  Dossier,
  DossierDetail,
  DossierRow,
} from "#domain/biens/dossier-fiche.ts";
import type { Mois } from "#domain/dates.ts";
import { api } from "#web/lib/server/api.ts";
import { resource } from "#web/lib/server/resource.ts";

export const dossiers = resource<DossierRow, DossierDetail, Dossier>("Dossier");

/**
 * The proposal for a new dossier: the usual values of the agency, and a number. It is never cached: another user may
 * take the number.
 */
export const proposed = queryOptions({
  queryKey: [dossiers.name, "proposed"],
  queryFn: ({ signal }) => api.get<Partial<Dossier>>("/Dossier/numero", { signal }),
  staleTime: 0,
  gcTime: 0,
});

/** The resources to read again once a dossier was opened or closed. */
export const TOUCHED_BY_DOSSIERS = ["Appartement", "Dossier", "Locataire"];

/**
 * The first dossiers whose receipt of the month needs a check by staff: the tenant has left, and no notice was noted.
 */
export const receiptsToCheck = (mois: Mois) => ({
  ...dossiers.list({ aVerifier: mois, sort: "locataire", limit: 20 }),
  staleTime: 0,
});

/** Cancels a lease that has not begun (biens/README §7.1). */
export const callOff = (id: number, demande: AnnulationBail): Promise<DossierDetail> =>
  api.put(`/Dossier/${id}/annuler`, demande);

/** Closes this dossier (biens/README §7.1), with the notice if the tenant gave one. */
export async function closeDossier(
  { id, AppartementId, LocataireId }: Pick<DossierRow, "id" | "AppartementId" | "LocataireId">,
  demande: Omit<Cloture, "DossierId">,
): Promise<AppartementDetail> {
  const path = `/Appartement/${AppartementId}/tenant/remove/${LocataireId}`;
  const body = { ...demande, DossierId: id };
  const answer = await api.delete<{ appartement: AppartementDetail }>(path, body);
  return answer.appartement;
}
