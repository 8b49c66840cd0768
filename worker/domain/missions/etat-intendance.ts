// Screens with lists load this file alone, without the validation library of the forms (Zod).

import { ajouterAnnees, dansMois, type Jour, nombreDeJours } from "../dates.ts";
import { arrondir, horsTaxe } from "../montants.ts";

export const NATURES = ["mission", "depense"] as const;

/** The facts that decide whether a caretaking mission is current; an expense never is. */
export interface EcheanceIntendance {
  nature: (typeof NATURES)[number];
  dateFin: Jour | null;
}

/**
 * Whether a caretaking mission is current: until its last day included, even before it starts (missions/README §7.5).
 */
export function intendanceEnCours({ nature, dateFin }: EcheanceIntendance, today: Jour): boolean {
  return nature === "mission" && dateFin !== null && today <= dateFin;
}

/**
 * Whether a caretaking mission is to be renewed: it is not renewed yet, and ends within a month or has ended
 * (missions/README §7.5).
 */
export function renouvellementAttendu(
  { nature, renouvele, dateFin }: EcheanceIntendance & { renouvele: boolean },
  today: Jour,
): boolean {
  return nature === "mission" && !renouvele && dateFin !== null && dateFin <= dansMois(today, 1);
}

/** The number of days until the last day: 0 on that day, below zero afterwards; null without a last day. */
export function joursRestants({ dateFin }: { dateFin: Jour | null }, today: Jour): number | null {
  if (dateFin === null) return null;
  return dateFin < today ? 1 - nombreDeJours(dateFin, today) : nombreDeJours(today, dateFin) - 1;
}

/** The price before VAT in euros; null without a price (an expense). */
export function prixHorsTaxe({ prix, tva }: { prix?: number | null; tva: number }): number | null {
  return prix === null || prix === undefined ? null : horsTaxe(prix, tva);
}

const PRIX_HT_DU_RENOUVELLEMENT = 100;

/**
 * The caretaking mission of the next year (missions/README §6.2): the same days a year later, 100 € before VAT,
 * unpaid, not renewed; `prix` in euros with VAT.
 */
export function renouvellement(intendance: {
  AppartementId: number;
  dateDepart: Jour;
  dateFin: Jour;
  tva: number;
}) {
  const { AppartementId, dateDepart, dateFin, tva } = intendance;
  return {
    nature: "mission",
    AppartementId,
    dateDepart: ajouterAnnees(dateDepart, 1),
    dateFin: ajouterAnnees(dateFin, 1),
    prix: arrondir(PRIX_HT_DU_RENOUVELLEMENT * (1 + tva / 100)),
    tva,
    renouvele: false,
    regle: false,
  } as const;
}
