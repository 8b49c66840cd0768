import { ajouterJours, formatJour, type Jour, plusTot } from "../dates.ts";
import { ordre } from "../ordre.ts";
import { nomComplet, type Personne } from "../personnes/personne.ts";
import {
  type DatesOccupation,
  finConvenue,
  finDuLoyer,
  partiSansConge,
  type Termes,
} from "../quittances/jours-de-loyer.ts";
import { bailAnnule, bailEnCours, dossierClos, type FinDossier } from "./etat-dossier.ts";

export interface BailDuLogement extends Omit<DatesOccupation, "dateRelocation"> {
  id: number;
  /** The lease is a colocation: it ends no other lease, and no other lease ends it. */
  colocation: boolean;
}

/**
 * The first day of the lease that replaces `bail` in the dwelling (quittances/README §2.3): the next lease to begin,
 * or the next recorded when both begin on the same day. Colocations and leases called off do not count. Null without
 * one.
 *
 * @param autres the leases of the dwelling; `bail` may be among them
 */
export const dateRelocation = (bail: RangDuBail, autres: readonly RangDuBail[]): Jour | null =>
  bailSuivant(bail, autres)?.dateDebutBail ?? null;

type RangDuBail = Pick<BailDuLogement, "id" | "dateDebutBail" | "colocation"> & FinDossier;

function bailSuivant<Autre extends RangDuBail>(
  bail: RangDuBail,
  autres: readonly Autre[],
): Autre | null {
  const suivants = autres.filter(
    (autreLogement) =>
      !bail.colocation &&
      !autreLogement.colocation &&
      !bailAnnule(autreLogement) &&
      parRang(autreLogement, bail) > 0,
  );
  return suivants.toSorted(parRang)[0] ?? null;
}

const parRang = (bail: RangDuBail, autre: RangDuBail): number =>
  ordre(bail.dateDebutBail, autre.dateDebutBail) || bail.id - autre.id;

/**
 * The lease that stops the rent of `bail` before the end of `bail` (biens/README §7.1). Null when there is none, when
 * `bail` is closed, or when a departure is recorded: a day of leaving, or a notice with both its days.
 *
 * @param autres the leases of the dwelling; `bail` may be among them
 */
export function loyerArrete<Autre extends RangDuBail>(
  bail: RangDuBail & Termes,
  autres: readonly Autre[],
  today: Jour,
): Autre | null {
  const { dateSortie, dateDebutPreavis, dateFinPreavis } = bail;
  const depart = dateSortie !== null || (dateDebutPreavis !== null && dateFinPreavis !== null);
  const suivant = bailSuivant(bail, autres);
  const fin = finConvenue(bail);
  const coupe = suivant !== null && (fin === null || suivant.dateDebutBail <= fin);
  return coupe && !depart && !dossierClos(bail, today) ? suivant : null;
}

/**
 * The last day on which the tenant may be in the dwelling: the return of the keys or the last day of rent, whichever
 * comes first; null when both are unknown.
 */
function finOccupation(bail: Termes): Jour | null {
  const fin = finConvenue(bail);
  if (bail.dateSortie === null) return fin;
  return fin === null ? bail.dateSortie : plusTot(fin, bail.dateSortie);
}

/**
 * The leases of the dwelling that share a day with `bail`; colocations and leases called off do not count
 * (biens/README §7.1).
 *
 * @param autres the leases of the dwelling; `bail` may be among them
 */
export function bauxQuiChevauchent<Autre extends BailDuLogement>(
  bail: Omit<BailDuLogement, "id"> & { id: number | null },
  autres: readonly Autre[],
): Autre[] {
  if (bail.colocation || bailAnnule(bail)) return [];
  const fin = finOccupation(bail);
  return autres.filter((autreLogement) => {
    const saFin = finOccupation(autreLogement);
    return (
      autreLogement.id !== bail.id &&
      !autreLogement.colocation &&
      !bailAnnule(autreLogement) &&
      (fin === null || autreLogement.dateDebutBail <= fin) &&
      (saFin === null || bail.dateDebutBail <= saFin)
    );
  });
}

/** The French warnings about other leases of the dwelling on the same days. */
export const avertissementsLogement = (
  autres: readonly (BailDuLogement & { locataire: Personne })[],
): string[] =>
  autres.map(({ locataire, dateDebutBail, ...bail }) => {
    const fin = finOccupation(bail);
    const debut = formatJour(dateDebutBail);
    const dates = fin === null ? `depuis le ${debut}` : `du ${debut} au ${formatJour(fin)}`;
    return `Un autre bail court dans ce logement\u00A0: ${nomComplet(locataire)}, ${dates}.`;
  });

/**
 * The open leases of the dwelling whose rent `bail` stops before their own end (quittances/README §2.3).
 *
 * @param autres the leases of the dwelling; `bail` may be among them
 */
export function loyersArretesPar<Autre extends BailDuLogement>(
  bail: Omit<RangDuBail, "id"> & { id: number | null },
  autres: readonly Autre[],
  today: Jour,
): Autre[] {
  // A lease that is not recorded yet ranks after the other leases that begin on the same day.
  const present = { ...bail, id: bail.id ?? Number.MAX_SAFE_INTEGER };
  const tous = [...autres.filter(({ id }) => id !== present.id), present];
  return autres.filter((autreLogement) => {
    const fin = finConvenue(autreLogement);
    const coupe = fin === null || bail.dateDebutBail <= fin;
    return (
      coupe &&
      !dossierClos(autreLogement, today) &&
      bailSuivant(autreLogement, tous)?.id === present.id
    );
  });
}

/**
 * The sentence for a rent that a new lease stops: « Le loyer de M. Léo Dupont s’arrête le 14/11/2026, veille de ce
 * bail. »
 */
export const loyerArreteEnMots = (nom: string, dateDebutBail: Jour): string =>
  `Le loyer de ${nom} s’arrête le ${formatJour(ajouterJours(dateDebutBail, -1))}, veille de ce bail.`;

/** The French warnings about tenants whose rent `bail` stops. */
export const avertissementsLoyersArretes = (
  bail: RangDuBail,
  autres: readonly (BailDuLogement & { locataire: Personne })[],
  today: Jour,
): string[] =>
  loyersArretesPar(bail, autres, today).map(({ locataire }) =>
    loyerArreteEnMots(nomComplet(locataire), bail.dateDebutBail),
  );

/**
 * The French warning about a tenant who leaves before the last day of rent although no valid notice is recorded, with
 * the day until which the rent is owed (quittances/README §2.3); empty otherwise. A notice without both its days, or
 * longer than the law allows, is not valid.
 */
export function avertissementsDepart(bail: Omit<DatesOccupation, "dateDebutBail">): string[] {
  const fin = finDuLoyer(bail);
  if (fin === null || !partiSansConge(bail, fin)) return [];
  const pourquoi = fin === finConvenue(bail) ? "fin du bail" : "veille du bail suivant";
  const doute =
    bail.dateDebutPreavis === null
      ? "Aucun congé n’est noté"
      : "Le congé noté n’a pas de fin plausible";
  return [`${doute}\u00A0: le loyer reste dû jusqu’au ${formatJour(fin)}, ${pourquoi}.`];
}

/** How many leases of a dwelling run today: begun and not closed (biens/README §7.1). */
export const bauxEnCours = (
  baux: readonly { dateDebutBail: Jour; dateSortie: Jour | null; dateFinBail: Jour | null }[],
  today: Jour,
): number => baux.filter((bail) => bailEnCours(bail, today)).length;
