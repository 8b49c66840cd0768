import * as z from "zod/mini";
import {
  ajouterMois,
  dernierJour,
  formatJour,
  type Jour,
  jourEnLettres,
  type Mois,
  moisDe,
  nombresParMois,
  plusTard,
  plusTot,
  terme,
} from "../dates.ts";
import { euros } from "../fields.ts";
import { somme } from "../montants.ts";
import { echeance } from "./echeance.ts";
import {
  type DatesOccupation,
  finDuLoyer,
  occupation,
  partiSansConge,
  type Termes,
} from "./jours-de-loyer.ts";
import { moisQuittance, type QuittanceVive } from "./mois-factures.ts";

const MOIS_D_AVANCE = 13;
const MOIS_PAR_QUITTANCE = 12;
const PREMIER_JOUR = "2000-01-01";
const MONTANT_AU_PLUS = 100_000;

/** A field for an amount billed by a receipt, in euros, 100 000 at most (quittances/README §2.8). */
export const montantFacture = () =>
  euros().check(z.lte(MONTANT_AU_PLUS, "Au plus 100\u00A0000\u00A0€."));

/**
 * The reasons to refuse a receipt for this period, field by field (quittances/README §2.8): before 2000, more than 13
 * months ahead, longer than a year, or ending before it starts. Empty when the period is allowed.
 * @param dateFin when left out, the period is the month of `date`.
 */
export function refusPeriode(
  { date, dateFin }: { date: Jour; dateFin?: Jour },
  today: Jour,
): Record<string, string> {
  const limite = dernierJour(ajouterMois(moisDe(today), MOIS_D_AVANCE));
  const anLoin = terme(date, MOIS_PAR_QUITTANCE);
  const refus: Record<string, string> = {};
  for (const [champ, jour] of Object.entries({ date, dateFin })) {
    if (jour === undefined) continue;
    if (jour > limite)
      refus[champ] = `Treize mois d’avance au plus\u00A0: jusqu’au ${formatJour(limite)}.`;
    if (jour < PREMIER_JOUR) refus[champ] = "Cette année est trop ancienne.";
  }
  if (dateFin !== undefined && dateFin < date)
    refus.dateFin ??= "La fin de la période précède son début.";
  if (dateFin !== undefined && dateFin > anLoin)
    refus.dateFin ??= `Douze mois au plus\u00A0: jusqu’au ${formatJour(anLoin)}.`;
  return refus;
}

/**
 * The reasons to refuse a receipt made by hand, by field (quittances/README §2.8): its period, or a total of zero.
 * Empty when it is accepted.
 *
 * @param prixHC, charge euros for the whole period
 */
export function refusQuittanceManuelle(
  {
    prixHC,
    charge,
    ...periode
  }: {
    date: Jour;
    dateFin: Jour;
    prixHC: number;
    charge: number;
  },
  today: Jour,
): Record<string, string> {
  return {
    ...refusPeriode(periode, today),
    ...(somme(prixHC, charge) > 0 ? {} : { prixHC: "Une quittance de 0\u00A0€ ne demande rien." }),
  };
}

/** A receipt of the dossier that is not cancelled. */
export interface QuittanceFaite extends QuittanceVive {
  numero: string;
  emission: Jour;
}

/**
 * The French warnings before a receipt is made for a period; they forbid nothing (quittances/README §2.8): a period
 * before the lease or beyond the rent, a departure without notice, days already billed, a due day already past.
 *
 * @param faites the other receipts of the dossier, without cancelled ones
 */
export function avertissementsPeriode(
  periode: { date: Jour; dateFin: Jour },
  dossier: DatesOccupation & { jourQuitance: number },
  faites: readonly QuittanceFaite[],
  today: Jour,
): string[] {
  const { date, dateFin } = periode;
  const { dateDebutBail } = dossier;
  const fin = finDuLoyer(dossier);
  const due = echeance(date, dossier.jourQuitance);
  const enDouble = faites.filter((faite) => faite.date <= dateFin && date <= faite.dateFin);
  return [
    ...(date < dateDebutBail
      ? [`La période commence avant le bail, qui débute le ${formatJour(dateDebutBail)}.`]
      : []),
    ...(fin !== null && fin < dateFin
      ? [`La période dépasse la fin du loyer, le ${formatJour(fin)}.`]
      : []),
    ...departSansConge(dossier, plusTot(fin ?? dateFin, dateFin), today),
    ...enDouble.map(dejaFacture),
    ...(due < today
      ? [
          `L’échéance du ${jourEnLettres(due)} est passée\u00A0: le règlement sera demandé dès réception.`,
        ]
      : []),
  ];
}

/**
 * The warning to staff who switch automatic receipts on: the receipts that the next daily run will make (jobs/README
 * §9.9); empty when there are none.
 */
export function avertissementsPassage(dues: readonly { mois: Mois; echeance: Jour }[]): string[] {
  const [premiere] = dues.map((due) => due.echeance).toSorted();
  if (premiere === undefined) return [];
  const comptes = [...Map.groupBy(dues, ({ mois }) => mois)].map(([mois, duesDuMois]) => ({
    mois,
    nombre: duesDuMois.length,
  }));
  return [
    `Le prochain passage fera les quittances dues depuis le ${formatJour(premiere)}\u00A0: ${nombresParMois(comptes)}.`,
  ];
}

/** The last month with an automatic receipt, and the last day billed in it. */
export interface MoisFacture {
  mois: Mois;
  fin: Jour;
}

/**
 * The warning about days of rent that no receipt bills at the end of the last month billed automatically, for instance
 * because the lease became a colocation afterwards. A month never has a second automatic receipt (quittances/README
 * §2.4).
 */
export function avertissementsReste(
  dossier: DatesOccupation,
  dernier: MoisFacture | null,
): string[] {
  const du = dernier && occupation(dossier, dernier.mois);
  if (!du || dernier.fin >= du.fin) return [];
  return [
    `Le loyer court jusqu’au ${formatJour(du.fin)}, et ce qui est facturé s’arrête au ${formatJour(dernier.fin)}\u00A0: le reste est à facturer à la main.`,
  ];
}

/**
 * The warning about a tenant who leaves before the last day of rent without a recorded notice; empty otherwise.
 *
 * @param fin the last day of rent that the receipt bills
 */
export function departSansConge(
  dossier: Omit<Termes, "dateFinBail">,
  fin: Jour,
  today: Jour,
): string[] {
  const { dateSortie } = dossier;
  if (dateSortie === null || !partiSansConge(dossier, fin)) return [];
  const part = dateSortie <= today ? "est parti" : "part";
  return [`Le locataire ${part} le ${formatJour(dateSortie)}, sans congé noté.`];
}

function dejaFacture(faite: QuittanceFaite): string {
  const { numero, automatique, emission, date, dateFin, RevisionId = null } = faite;
  const comment =
    RevisionId !== null ? "complément généré" : automatique ? "générée" : "générée à la main";
  return `Déjà facturé du ${formatJour(date)} au ${formatJour(dateFin)}\u00A0: n°\u00A0${numero}, ${comment} le ${formatJour(emission)}.`;
}

/**
 * The month proposed for a new receipt: the first month not billed, from this month on, or from the first month of a
 * lease that begins later (quittances/README §2.8); this month when all are billed.
 *
 * @param faites the receipts of the dossier, without cancelled ones
 */
export function moisAProposer(
  dossier: DatesOccupation,
  faites: readonly QuittanceVive[],
  today: Jour,
): Mois {
  const present = moisDe(today);
  const dernier = ajouterMois(present, MOIS_D_AVANCE);
  let mois = plusTard(present, moisDe(dossier.dateDebutBail));
  for (; mois <= dernier; mois = ajouterMois(mois, 1)) {
    const periode = occupation(dossier, mois);
    if (periode && !moisQuittance(periode, faites)) return mois;
  }
  return present;
}

/**
 * The French words of the deadline of payment; a deadline already past reads « dès réception » (quittances/README
 * §2.2).
 *
 * @param jour the day on which the mail or the document is made
 */
export function delaiDeReglement(due: Jour, jour: Jour): string {
  return due < jour
    ? `dès réception (échéance du ${jourEnLettres(due)})`
    : `au plus tard le ${jourEnLettres(due)}`;
}
