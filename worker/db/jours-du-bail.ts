import { dossiers } from "./schema/schema.ts";

/** The columns that place a lease among the leases of its dwelling: {@link BailDuLogement} in the domain. */
export const joursDuBail = {
  id: dossiers.id,
  colocation: dossiers.colocation,
  dateDebutBail: dossiers.dateDebutBail,
  dateFinBail: dossiers.dateFinBail,
  dateDebutPreavis: dossiers.dateDebutPreavis,
  dateFinPreavis: dossiers.dateFinPreavis,
  dateSortie: dossiers.dateSortie,
};
