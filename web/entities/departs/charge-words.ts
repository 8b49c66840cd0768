import {
  ACTIONS_RETENUE,
  CHARGES_DE,
  PREUVES_RETENUE,
  type RetenueNotee,
} from "#domain/gerance/departs/depart.ts";
import { formatEuros } from "#domain/montants.ts";

/** « Le locataire : 134,40 € sur 480,00 € (devis), réparer » */
export function chargeInWords({ qui, prix, montant, preuve, action }: RetenueNotee): string {
  const act =
    action === null || action === "rien" ? "" : `, ${ACTIONS_RETENUE[action].toLowerCase()}`;
  if (qui !== "locataire") return `${CHARGES_DE[qui]}${act}`;
  const price = prix === null ? "" : ` sur ${formatEuros(prix)}`;
  const proof = preuve === null ? "" : ` (${PREUVES_RETENUE[preuve].toLowerCase()})`;
  return `${CHARGES_DE[qui]} : ${formatEuros(montant)}${price}${proof}${act}`;
}
