import type { Regime } from "../bail/bail.ts";
import { ajouterAnnees, ajouterJours, dansMois, type Jour } from "../dates.ts";
import { finDeSolidarite } from "../gerance/departs/conge.ts";
import { echeanceDeRestitution } from "../gerance/departs/solde-de-sortie.ts";
import type { EcheanceSuivie } from "./suivi.ts";

export interface FaitsDuDepartSuivi {
  id: number;
  regime: Regime;
  dateFinPreavis: Jour | null;
  dateSortie: Jour | null;
  /** An exit inventory exists, or staff said that there will be none. */
  etatDesLieux: boolean;
  /** The exit inventory agrees with the entry inventory; null: unknown. */
  conforme: boolean | null;
  /** The lease has a deposit, and the account of the departure is not frozen yet, or leaves a sum to give back. */
  depotARendre: boolean;
  dateRetourCaution: Jour | null;
  /**
   * The day of the final departure account that keeps a part for charges; null without one, or once these charges are
   * settled.
   */
  provisionDepuis: Jour | null;
}

const JOURS_AVANT = 15;
const JOURS_DE_L_ETAT_DES_LIEUX = 60;
const MOIS_DE_LA_RESTITUTION = 12;

type DuDepart = Omit<EcheanceSuivie, "entite" | "id">;

/** The deadlines of a departure that is not closed (suivi/README §17.2). */
export function echeancesDuDepart(depart: FaitsDuDepartSuivi): EcheanceSuivie[] {
  return [...etatDesLieux(depart), ...restitution(depart), ...provision(depart)].map(
    (echeance) => ({
      ...echeance,
      entite: "Dossier",
      id: depart.id,
    }),
  );
}

function etatDesLieux({ dateFinPreavis, dateSortie, ...depart }: FaitsDuDepartSuivi): DuDepart[] {
  const date = dateSortie ?? dateFinPreavis;
  if (date === null || depart.etatDesLieux) return [];
  return [
    {
      genre: "edl_sortie",
      date,
      depuis: ajouterJours(date, -JOURS_AVANT),
      jusquau: ajouterJours(date, JOURS_DE_L_ETAT_DES_LIEUX),
      quoi: "Convoquer à l’état des lieux de sortie, et reprendre les clés",
    },
  ];
}

/**
 * The deadline to give the deposit back: a month after the return of the keys, or two once staff recorded that the
 * inventories differ (art. 22).
 */
function restitution(depart: FaitsDuDepartSuivi): DuDepart[] {
  const { dateSortie, regime, conforme } = depart;
  if (dateSortie === null || depart.dateRetourCaution !== null || !depart.depotARendre) return [];
  const date = echeanceDeRestitution(dateSortie, conforme !== false, regime);
  if (date === null) return [];
  return [
    {
      genre: "restitution",
      date,
      depuis: ajouterJours(date, -JOURS_AVANT),
      jusquau: dansMois(date, MOIS_DE_LA_RESTITUTION),
      quoi: "Arrêter le compte et rendre le dépôt de garantie",
    },
  ];
}

/**
 * The deadline to settle the part kept for charges: the accounts of a building are approved within six months of the
 * end of its year (loi n° 65-557, art. 14-1), taken here as the civil year.
 */
function provision({ provisionDepuis }: FaitsDuDepartSuivi): DuDepart[] {
  if (provisionDepuis === null) return [];
  const date = `${ajouterAnnees(provisionDepuis, 1).slice(0, 4)}-06-30`;
  return [
    {
      genre: "provision",
      date,
      depuis: dansMois(date, -1),
      jusquau: null,
      quoi: "Comptes de l’immeuble approuvés ? Solder la provision sur charges",
    },
  ];
}

/** The departure of one of two tenants. */
export interface FaitsDuColocataire {
  /** The id of the departure. */
  id: number;
  regime: Regime;
  /** The last day of the tenant's notice; null: unknown. */
  finLe: Jour | null;
  remplaceLe: Jour | null;
  clos: boolean;
}

const JOURS_AVANT_LA_FIN = 30;

/**
 * The deadline at which a tenant who left a colocation, and his guarantor, stop being bound jointly (art. 8-1, VI).
 */
export function echeancesDuColocataire({
  id,
  finLe,
  remplaceLe,
  regime,
  clos,
}: FaitsDuColocataire): EcheanceSuivie[] {
  if (clos || finLe === null) return [];
  const date = finDeSolidarite({ effet: finLe, remplaceLe, regime });
  return [
    {
      genre: "solidarite",
      entite: "Depart",
      id,
      date,
      depuis: ajouterJours(date, -JOURS_AVANT_LA_FIN),
      jusquau: ajouterJours(date, JOURS_AVANT_LA_FIN),
      quoi: "Le colocataire parti et sa caution ne doivent plus rien ensuite",
    },
  ];
}
