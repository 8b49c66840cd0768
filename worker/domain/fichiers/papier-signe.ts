/** An avenant that changed the rent, or a payment plan, with its signed copy. */
export interface PapierSigneDetail {
  id: number;
  DossierId: number;
  /** The address of the signed copy. */
  signed: string | null;
  /** The count of former files of this record that are kept: `GET /Remplacement`. */
  remplaces: number;
  updatedAt: string;
  version: number;
}
