import type * as z from "zod/mini";
import { ajouterJours, ajouterMois, type Jour, type Mois, moisDe } from "#domain/dates.ts";
import type { modification } from "#domain/quittances/quittance-fiche.ts";
import { readTable } from "./table.ts";

// mois: relative to the present month. reçu: the euros of a part payment.
const IMPAYEES = `
locataire | mois | relance | reçu
Vasquez | -5 | oui |
Maillard | -4 | oui | 900
Whitfield | -4 | |
El Idrissi | -3 | oui | 800
Carvalho | -2 | oui |
Carvalho | -1 | oui |
Stévenin | -1 | oui |
Ionescu | -1 | | 600
`;

const INCONNUES = [
  { locataire: "Zhang", mois: -2 },
  { locataire: "Kerdraon", mois: -2 },
];

const REPONSES = `
locataire | mois | payé
Żółć | -1 | true
Nguyễn | -1 | true
Gonçalves | -1 | true
O’Connor | -1 | true
Moreau | -1 | true
Perrin | -1 | true
Hamelin | -1 | false
Béranger | 0 | true
Lemoine | 0 | true
Diallo | 0 | true
Haddad | 0 | false
`;

const impayees = readTable<"locataire" | "mois" | "relance" | "reçu">(IMPAYEES);

/** The answers that tenants gave about their receipts. */
export function repliesOfLocataires(
  present: Mois,
): { locataire: string; mois: Mois; paye: boolean }[] {
  return readTable<"locataire" | "mois" | "payé">(REPONSES).map((row) => ({
    locataire: row.locataire,
    mois: ajouterMois(present, Number(row.mois)),
    paye: row.payé === "true",
  }));
}

/**
 * The state that the office gives a receipt; null while it is unknown. Nearly all older receipts are paid, most of
 * last month's, and one in four of this month's.
 */
export function wantedEtat(
  { date, echeance }: { date: Jour; echeance: Jour },
  { locataire, rang, today }: { locataire: string; rang: number; today: Jour },
): z.input<typeof modification> | null {
  const present = moisDe(today);
  const estDe = (row: { locataire: string; mois: string | number }) =>
    row.locataire === locataire && ajouterMois(present, Number(row.mois)) === moisDe(date);
  const impayee = impayees.find(estDe);
  if (impayee) {
    return {
      regle: false,
      statusInconu: false,
      relance: impayee.relance === "oui",
      ...(impayee.reçu ? { montantPaye: Number(impayee.reçu) } : {}),
    };
  }
  if (INCONNUES.some(estDe)) return null;
  if (moisDe(date) === ajouterMois(present, -1) && rang % 5 === 3) return null;
  if (moisDe(date) === present && rang % 4 !== 0) return null;
  const retard = ((rang * 5 + Number(date.slice(5, 7)) * 3) % 8) - 1;
  const paiement = ajouterJours(echeance, retard);
  return {
    regle: true,
    statusInconu: false,
    datePaiement: paiement < today ? paiement : today,
    mode: rang % 7 === 0 ? "Cheque" : "Virement",
  };
}
