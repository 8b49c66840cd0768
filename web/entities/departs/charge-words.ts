import { CHARGES_DE, PREUVES_RETENUE, type RetenueNotee } from "#domain/gerance/departs/depart.ts";
import { formatEuros } from "#domain/montants.ts";

/** « Le locataire : 134,40 € sur 480,00 € (devis) ». */
export function chargeInWords({ qui, prix, montant, preuve }: RetenueNotee): string {
  if (qui !== "locataire") return CHARGES_DE[qui];
  const price = prix === null ? "" : ` sur ${formatEuros(prix)}`;
  const proof = preuve === null ? "" : ` (${PREUVES_RETENUE[preuve].toLowerCase()})`;
  return `${CHARGES_DE[qui]} : ${formatEuros(montant)}${price}${proof}`;
}
