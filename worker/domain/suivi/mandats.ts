import {
  ajouterJours,
  ajouterMois,
  dansMois,
  dernierJour,
  type Jour,
  type Mois,
  terme,
} from "../dates.ts";
import { termeEnCours } from "../gerance/departs/conge.ts";
import { aviserAvant } from "../gerance/mandats/avis-versement.ts";
import { dureeDuMandat } from "../missions/mandat.ts";
import type { TYPES_MISSION } from "../missions/mission.ts";
import type { EcheanceSuivie } from "./suivi.ts";

export interface FaitsDuMandat {
  id: number;
  type: (typeof TYPES_MISSION)[number];
  dateSignature: Jour;
  /** The length in months; null: a year. */
  duree: number | null;
  /** The months of notice, from the agency's settings. */
  preavis: number;
  /** One of the owners is a natural person or a family SCI, or the mandate has no owner (missions/README §6.1). */
  consommateur: boolean;
  /** The first day on which the agency receives the rents; null: the owner receives them. */
  fondsDepuis: Jour | null;
  /** The last month with a validated owner's statement. */
  dernierMoisRendu: Mois | null;
  /** The last day of the mandate, once its end is recorded; null: no end is recorded. */
  finNotee: Jour | null;
}

const MOIS_AU_PLUS = 120;
const MOIS_AVANT_LA_FIN = 3;
const MOIS_ENTRE_COMPTES = 12;

/** The days during which the agency must inform the owner of a renewal (Code de la consommation, art. L. 215-1). */
export interface FenetreDeReconduction {
  /** The last day on which the owner may refuse the renewal. */
  limite: Jour;
  /** The first and last days to inform the owner of the renewal. */
  du: Jour;
  au: Jour;
}

const MOIS_AVANT_LA_LIMITE = { du: 3, au: 1 };

/**
 * The days during which the agency must inform the owner of a renewal (Code de la consommation, art. L. 215-1).
 *
 * @param fin the last day of the current term of the mandate; `preavis`: months
 */
export function fenetreDeReconduction(fin: Jour, preavis: number): FenetreDeReconduction {
  const limite = dansMois(fin, -preavis);
  return {
    limite,
    du: dansMois(limite, -MOIS_AVANT_LA_LIMITE.du),
    au: dansMois(limite, -MOIS_AVANT_LA_LIMITE.au),
  };
}

/**
 * The last day of the current term of a mandate, and whether it renews itself then; ten years in all at most (loi n°
 * 70-9, art. 7).
 */
export function termeDuMandat(
  { dateSignature, duree, type }: Pick<FaitsDuMandat, "dateSignature" | "duree" | "type">,
  today: Jour,
): { fin: Jour; reconduit: boolean } {
  const { mois, reconduit } = dureeDuMandat({ dateSignature, duree, type });
  const premier = terme(dateSignature, mois);
  const dernier = terme(dateSignature, MOIS_AU_PLUS);
  if (!reconduit) return { fin: premier, reconduit };
  const courant = termeEnCours({ debut: dateSignature, mois, terme: premier }, today) ?? premier;
  return courant < dernier ? { fin: courant, reconduit } : { fin: dernier, reconduit: false };
}

/**
 * The deadlines of a management mandate (suivi/README §17.2). The term has no deadline once it is past, or when the
 * recorded end of the mandate comes no later than the term.
 */
export function echeancesDuMandat(mandat: FaitsDuMandat, today: Jour): EcheanceSuivie[] {
  const { fin, reconduit } = termeDuMandat(mandat, today);
  const duMandat = (echeance: Omit<EcheanceSuivie, "entite" | "id">): EcheanceSuivie => ({
    ...echeance,
    entite: "Mission",
    id: mandat.id,
  });
  const finit = fin < today || (mandat.finNotee !== null && mandat.finNotee <= fin);
  const auTerme = reconduit ? reconduction(mandat, { fin, today }) : [finDite(fin)];
  return [...(finit ? [] : auTerme), ...reddition(mandat)].map(duMandat);
}

type DuMandat = Omit<EcheanceSuivie, "entite" | "id">;

const finDite = (date: Jour): DuMandat => ({
  genre: "mandat_fin",
  date,
  depuis: dansMois(date, -MOIS_AVANT_LA_FIN),
  jusquau: null,
  quoi: "Le mandat finit : en signer un nouveau",
});

/**
 * The deadline to announce the next renewal to an owner who is a consumer. It is shown until the term: an owner
 * informed too late may end the mandate on any day.
 */
function reconduction(
  mandat: FaitsDuMandat,
  { fin, today }: { fin: Jour; today: Jour },
): DuMandat[] {
  if (!mandat.consommateur) return [];
  const { du, au } = fenetreDeReconduction(fin, mandat.preavis);
  return [
    {
      genre: "reconduction",
      date: au,
      depuis: du,
      jusquau: fin,
      quoi:
        au < today
          ? "Avis non envoyé : le mandant peut résilier à tout moment, sans frais"
          : "Avertir le mandant de la reconduction de son mandat",
    },
  ];
}

/** The deadline of the owner's statement: the agency gives one at least once a year (décret n° 72-678, art. 66). */
function reddition({ fondsDepuis, dernierMoisRendu }: FaitsDuMandat): DuMandat[] {
  if (fondsDepuis === null) return [];
  const date =
    dernierMoisRendu === null
      ? terme(fondsDepuis, MOIS_ENTRE_COMPTES)
      : dernierJour(ajouterMois(dernierMoisRendu, MOIS_ENTRE_COMPTES));
  return [
    {
      genre: "reddition",
      date,
      depuis: dansMois(date, -1),
      jusquau: null,
      quoi: "Rendre compte au mandant",
    },
  ];
}

/** A new letting for which the agency received money. */
export interface FaitsDeVersement {
  /** The id of the dossier. */
  id: number;
  premierLe: Jour;
}

const JOURS_POUR_PREPARER = 2;
const JOURS_APRES = 30;

/** The deadline to inform the owner of the first sums received: eight days (décret n° 72-678, art. 67). */
export function echeancesDeVersement({ id, premierLe }: FaitsDeVersement): EcheanceSuivie[] {
  const date = aviserAvant(premierLe);
  return [
    {
      genre: "avis_versement",
      entite: "Dossier",
      id,
      date,
      depuis: ajouterJours(premierLe, JOURS_POUR_PREPARER),
      jusquau: ajouterJours(date, JOURS_APRES),
      quoi: "Aviser le mandant des premières sommes reçues",
    },
  ];
}
