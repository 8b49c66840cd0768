/** A change that waits for a second administrator; its values are shown as anyone may see them. */
export interface ChangementRow {
  id: number;
  entite: string;
  entiteId: number;
  champ: string;
  /** « Compte bancaire, IBAN » */
  intitule: string;
  avant: string | null;
  apres: string | null;
  /** The person who asked for it. */
  user: string;
  /** The caller asked for it, and so cannot confirm it. */
  mien: boolean;
  createdAt: string;
}

/** The values of a change in full, to be compared before it is confirmed. */
export interface ChangementRevele {
  id: number;
  avant: string | null;
  apres: string | null;
}
