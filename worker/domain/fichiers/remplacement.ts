/** A former file of a record, kept after it was replaced or removed (http/README §9.8). */
export interface RemplacementRow {
  id: number;
  entite: string;
  entiteId: number;
  /** The field that held the file. */
  champ: string;
  nom: string;
  extention: string;
  /** The size in bytes. */
  taille: number;
  /**
   * A signed address under `/files/`, valid ten minutes; null for a sensitive file, whose address
   * `POST /Fichier/{id}/reveler` gives.
   */
  url: string | null;
  /** The user who added the file (null: unknown), and the instant. */
  auteur: string | null;
  deposeLe: string;
  /** The user who replaced or removed the file, and the instant. */
  user: string | null;
  createdAt: string;
}
