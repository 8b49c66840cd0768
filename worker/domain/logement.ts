import { formatJour, type Jour, plusTot } from "./dates.ts";
import { dossierClos } from "./dossier.ts";
import { nomComplet, type Personne } from "./personne.ts";
import { type DatesOccupation, finConvenue, type Termes } from "./quittance.ts";

/** A lease among those of its dwelling. */
export interface BailDuLogement extends Omit<DatesOccupation, "dateRelocation"> {
  id: number;
  /** It runs beside the others: it takes the place of none, and none takes its own. */
  colocation: boolean;
}

/**
 * The day a later lease of the same dwelling takes the place of this one (domain/README §2.3): the first that begins
 * after it, or on the same day and was made later, neither being a colocation. That day is the newcomer's.
 * @param autres leases of the dwelling; this one may be among them.
 */
export function dateRelocation(
  bail: Pick<BailDuLogement, "id" | "dateDebutBail" | "colocation">,
  autres: readonly Pick<BailDuLogement, "id" | "dateDebutBail" | "colocation">[],
): Jour | null {
  if (bail.colocation) return null;
  const suivants = autres.filter(
    (autre) =>
      !autre.colocation &&
      (autre.dateDebutBail > bail.dateDebutBail ||
        (autre.dateDebutBail === bail.dateDebutBail && autre.id > bail.id)),
  );
  return suivants.map(({ dateDebutBail }) => dateDebutBail).toSorted()[0] ?? null;
}

/** The last day the tenant may be there: keys back, or the end of rent, whichever is first; null when open. */
function finOccupation(bail: Termes): Jour | null {
  const fin = finConvenue(bail);
  if (bail.dateSortie === null) return fin;
  return fin === null ? bail.dateSortie : plusTot(fin, bail.dateSortie);
}

/**
 * The leases of the dwelling that have a day in common with this one, which was not said to be a colocation
 * (domain/README §7.1).
 * @param autres leases of the dwelling; this one may be among them.
 */
export function bauxQuiChevauchent<Autre extends BailDuLogement>(
  bail: Omit<BailDuLogement, "id"> & { id: number | null },
  autres: readonly Autre[],
): Autre[] {
  if (bail.colocation) return [];
  const fin = finOccupation(bail);
  return autres.filter((autre) => {
    const saFin = finOccupation(autre);
    return (
      autre.id !== bail.id &&
      (fin === null || autre.dateDebutBail <= fin) &&
      (saFin === null || bail.dateDebutBail <= saFin)
    );
  });
}

/** Told to staff: the leases that run in the dwelling on the same days, by tenant and dates. */
export const avertissementsLogement = (
  autres: readonly (BailDuLogement & { locataire: Personne })[],
): string[] =>
  autres.map(({ locataire, dateDebutBail, ...bail }) => {
    const fin = finOccupation(bail);
    const debut = formatJour(dateDebutBail);
    const dates = fin === null ? `depuis le ${debut}` : `du ${debut} au ${formatJour(fin)}`;
    return `Un autre bail court dans ce logement\u00A0: ${nomComplet(locataire)}, ${dates}.`;
  });

/** How many leases of a dwelling run today: begun, and not closed (domain/README §7.1). */
export const bauxEnCours = (
  baux: readonly { dateDebutBail: Jour; dateSortie: Jour | null; dateFinBail: Jour | null }[],
  today: Jour,
): number => baux.filter((bail) => bail.dateDebutBail <= today && !dossierClos(bail, today)).length;
