import { aujourdhui } from "#domain/dates.ts";
import type { FactureHonorairesRow } from "#domain/gerance/cloture/facture-honoraires.ts";
import { type Agence, BAIL, creer } from "../agence/agence.ts";
import { fait, ouvrirIndivision } from "../agence/indivision.ts";
import { delaiPasse, IBAN_DURAND } from "./reversements.ts";

const JOUR = aujourdhui(new Date());

/** The letting fees of a lease, VAT included: 420,00 € from the tenant, 420,00 € from the owner. */
export const BAIL_SIGNE = {
  ...{ fraisDossierTTC: 300, fraisEdlTTC: 120, fraisDossierTauxTVA: 20 },
  ...{ honorairesBailleurTTC: 300, fraisEdlBailleurTTC: 120 },
};

/** A tenant paid fees of 420,00 €, which a credit note then cancelled: the agency must pay them back by transfer. */
export async function devoirAuLocataire(agence: Agence) {
  const mandat = await ouvrirIndivision(agence, ["Paul"]);
  await fait(
    mandat.convenir("2026-01-01", [[mandat.ids[0] ?? 0, 1, 1]], {
      ...{ tauxHonoraires: 7, tauxEn: "ht", tauxTva: 20 },
    }),
  );
  const loue = await mandat.louer("Martin", 850, 100);
  const { data } = await agence.user.get<{ LocataireId: number }>(`/Dossier/${loue.DossierId}`);
  const { id: DossierId } = await creer(agence.admin, "Dossier", {
    ...{ ...BAIL, ...BAIL_SIGNE, AppartementId: loue.AppartementId, colocation: true },
    ...{ LocataireId: data.LocataireId, depotGarantie: 850 },
  });
  const siennes = async () =>
    (
      await agence.user.get<FactureHonorairesRow[]>(
        `/FactureHonoraires?page=1&limit=50&sort=id&DossierId=${DossierId}`,
      )
    ).data;
  await fait(
    agence.user.post(`/Dossier/${DossierId}/facturer`, {
      ...{ location: true, etatDesLieux: true, le: JOUR },
    }),
  );
  const [facture] = await siennes();
  await fait(
    agence.user.post(`/FactureHonoraires/${facture?.id}/regler`, { date: JOUR, mode: "carte" }),
  );
  await fait(
    agence.user_delete.post(`/FactureHonoraires/${facture?.id}/avoir`, { motif: "Désistement" }),
  );
  const [, avoir] = await siennes();
  return {
    ...{ DossierId, LocataireId: data.LocataireId, MissionId: mandat.MissionId },
    ...{ id: avoir?.id ?? 0, numero: avoir?.numero ?? "" },
  };
}

export async function donnerIban(agence: Agence, LocataireId: number): Promise<void> {
  await fait(
    agence.admin.post(`/Locataire/${LocataireId}/coordonnees`, {
      ...{ iban: IBAN_DURAND, titulaire: "MARTIN LEO" },
    }),
  );
  await delaiPasse();
}
