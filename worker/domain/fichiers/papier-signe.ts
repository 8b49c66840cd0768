/** An avenant (amendment) of the rent, or a payment plan, with its signed copy. */
export interface PapierSigneDetail {
  id: number;
  DossierId: number;
  /** The address of the signed copy; null without one. */
  signed: string | null;
  /** The number of replaced or removed files of this record, which `GET /Remplacement` lists. */
  remplaces: number;
  updatedAt: string;
  version: number;
}
