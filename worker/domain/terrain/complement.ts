import { ajouterJours, aujourdhui, dansMois, ecartEnJours, type Jour } from "../dates.ts";
import { jourOuvrable } from "../jours-feries.ts";
import { type PeriodeDeChauffe, periodeLue } from "./periode.ts";

/** The last days to ask for a complement of the entry inventory (terrain/README §19.7). */
export interface DelaiPourCompleter {
  /** The last day by law. */
  dernierJour: Jour;
  /** The last day accepted: the same day, or the next working day. */
  accepteJusquau: Jour;
}

const JOURS = 10;

const delai = (dernierJour: Jour): DelaiPourCompleter => ({
  dernierJour,
  accepteJusquau: jourOuvrable(dernierJour),
});

/** The last days to complete an entry inventory: ten days after it (loi n° 89-462, art. 3-2). */
export const dernierJourPourCompleter = (etabliLe: Jour): DelaiPourCompleter =>
  delai(ajouterJours(etabliLe, JOURS));

export const PERIODE_DE_CHAUFFE: PeriodeDeChauffe = { du: "10-15", au: "04-15" };

/**
 * The last days to complete an entry inventory about the heating: a month after the entry, or after the start of the
 * next heating period (loi n° 89-462, art. 3-2).
 */
export function dernierJourPourLeChauffage(
  etabliLe: Jour,
  { du, au }: PeriodeDeChauffe = PERIODE_DE_CHAUFFE,
): DelaiPourCompleter {
  const [annee, quantieme] = [etabliLe.slice(0, 4), etabliLe.slice(5)];
  const chauffe = du > au ? quantieme >= du || quantieme <= au : quantieme >= du && quantieme <= au;
  const debut = quantieme < du ? `${annee}-${du}` : `${Number(annee) + 1}-${du}`;
  return delai(dansMois(chauffe ? etabliLe : debut, 1));
}

/** The subjects of a complement: the dwelling, or its heating, which the tenant can try only while it runs. */
export const OBJETS_DU_COMPLEMENT = {
  logement: "Le logement",
  chauffage: "Le chauffage",
} as const;
export type ObjetDuComplement = keyof typeof OBJETS_DU_COMPLEMENT;

/**
 * The last days to complete an entry inventory, by subject.
 *
 * @param entree the day of the inventory
 * @param periode the heating period, « 15/10 – 15/04 »
 */
export const delaisDeComplement = (
  entree: Jour,
  periode: string,
): Record<ObjetDuComplement, DelaiPourCompleter> => ({
  logement: dernierJourPourCompleter(entree),
  chauffage: dernierJourPourLeChauffage(entree, periodeLue(periode)),
});

/** The shortest life, in days, of the link of a signed inventory. */
const JOURS_DU_LIEN = 14;

/**
 * The life in days of the link of a signed inventory: as long as the tenant may ask to complete it, and at least
 * {@link JOURS_DU_LIEN}.
 */
export const joursDuLien = (
  delais: Record<ObjetDuComplement, DelaiPourCompleter> | null,
  today: Jour,
): number =>
  Math.max(
    JOURS_DU_LIEN,
    ...Object.values(delais ?? {}).map(
      ({ accepteJusquau }) => ecartEnJours(today, accepteJusquau) + 1,
    ),
  );

/** The subjects of a complement still open; empty once both delays are over. */
export const objetsOuverts = (
  delais: Record<ObjetDuComplement, DelaiPourCompleter>,
  now: Date,
): ObjetDuComplement[] =>
  (Object.keys(delais) as ObjetDuComplement[]).filter(
    (objet) => aujourdhui(now) <= delais[objet].accepteJusquau,
  );

/** A request to complete an entry inventory, as both parties read it; instants in ISO 8601. */
export interface ComplementDemande {
  id: number;
  nom: string;
  objet: ObjetDuComplement;
  texte: string;
  recuLe: string;
  accepteLe: string | null;
  refuseLe: string | null;
  motif: string | null;
}

/** A request to complete an entry inventory, as staff read it. */
export interface ComplementRow extends ComplementDemande {
  EtatLieuxId: number;
  /** The user who answered. */
  user: string | null;
}

/** The subjects still open on an inventory, and the requests already made. */
export interface ComplementsDuConstat {
  /** Each subject with its last day. */
  ouverts: { objet: ObjetDuComplement; jusqua: Jour }[];
  demandes: ComplementDemande[];
}

/** The most requests that one inventory accepts. */
export const COMPLEMENTS_AU_PLUS = 20;
