/** A change that waits for a second administrator; secret values are masked. */
export interface ChangementRow {
  id: number;
  entite: string;
  entiteId: number;
  champ: string;
  /** The section and the label of the setting: « Compte bancaire, IBAN ». */
  intitule: string;
  avant: string | null;
  apres: string | null;
  /** The user who asked for the change. */
  user: string;
  /** The caller asked for the change, and so may not confirm it. */
  mien: boolean;
  createdAt: string;
}

/** The unmasked values of a waiting change, to compare them before confirming it. */
export interface ChangementRevele {
  id: number;
  avant: string | null;
  apres: string | null;
}
