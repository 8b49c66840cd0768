/** A change that waits for a second administrator, its values as anyone may see them. */
export interface ChangementRow {
  id: number;
  entite: string;
  entiteId: number;
  champ: string;
  /** « Compte bancaire, IBAN » */
  intitule: string;
  avant: string | null;
  apres: string | null;
  /** Who asked for it. */
  user: string;
  /** The caller asked for it, who cannot confirm it. */
  mien: boolean;
  createdAt: string;
}

/** The values of a change as they are, for whoever compares them before confirming. */
export interface ChangementRevele {
  id: number;
  avant: string | null;
  apres: string | null;
}
