import type { AppartementDetail } from "#domain/appartement.ts";
import type { Jour } from "#domain/dates.ts";
import type { Dossier, DossierDetail, DossierRow } from "#domain/dossier.ts";
import { api } from "#web/lib/api.ts";
import { resource } from "#web/lib/resource.ts";

export const dossiers = resource<DossierRow, DossierDetail, Dossier>("Dossier");

/** What must be read again once a dossier was opened or closed. */
export const TOUCHED_BY_DOSSIERS = ["Appartement", "Dossier", "Locataire"];

/** Closes the dossier of this tenant in this apartment (domain/README §7.1). */
export async function closeDossier(
  { AppartementId, LocataireId }: Pick<DossierRow, "AppartementId" | "LocataireId">,
  dateSortie: Jour,
): Promise<AppartementDetail> {
  const path = `/Appartement/${AppartementId}/tenant/remove/${LocataireId}`;
  const answer = await api.delete<{ appartement: AppartementDetail }>(path, { dateSortie });
  return answer.appartement;
}
