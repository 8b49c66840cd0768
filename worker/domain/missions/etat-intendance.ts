// This file stands apart from the schemas of forms: lists and months load it without their library.

import { ajouterAnnees, dansMois, type Jour, nombreDeJours } from "../dates.ts";
import { arrondir, horsTaxe } from "../montants.ts";

export const NATURES = ["mission", "depense"] as const;

/** The facts that decide the states of a caretaking mission; an expense has none of them. */
export interface EcheanceIntendance {
  nature: (typeof NATURES)[number];
  dateFin: Jour | null;
}

/**
 * Whether a mission is current: up to its last day included, even before it starts; then it is history (missions/README
 * §7.5).
 */
export function intendanceEnCours({ nature, dateFin }: EcheanceIntendance, today: Jour): boolean {
  return nature === "mission" && dateFin !== null && today <= dateFin;
}

/**
 * Whether a renewal is expected: the mission is not renewed, and ends within one month or has ended (missions/README
 * §7.5).
 */
export function renouvellementAttendu(
  { nature, renouvele, dateFin }: EcheanceIntendance & { renouvele: boolean },
  today: Jour,
): boolean {
  return nature === "mission" && !renouvele && dateFin !== null && dateFin <= dansMois(today, 1);
}

/** The days left until the last day: 0 on it, negative after it; null without a last day. */
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
 * The mission of the following year (missions/README §6.2): the same days one year later (29 February becomes the
 * 28th), 100 € before VAT, neither paid nor renewed. `prix` TTC in euros, at the VAT rate of the former mission.
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
