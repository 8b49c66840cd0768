/** A document that the product made from a record, version after version; `url` is under `/files/`, signed. */
export interface DocumentRow {
  id: number;
  /** The record it was made from, as the wire names its resource. */
  entite: string;
  entiteId: number;
  /** What it is: « contratLocation », « etatIn ». */
  type: string;
  nom: string;
  extention: string;
  /** Bytes. */
  taille: number;
  /** What was missing or doubtful in it, in sentences. */
  warnings: string[];
  /** The e-mail of who made it. */
  user: string | null;
  createdAt: string;
  url: string;
}
