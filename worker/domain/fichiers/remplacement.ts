/** A former file of a record, kept once it was replaced or removed (http/README §9.8). */
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
   * A signed address under `/files/`, valid ten minutes; null for a sensitive file, shown by `POST
   * /Fichier/{id}/reveler`.
   */
  url: string | null;
  /** The user who put the file there (null: unknown), and the instant. */
  auteur: string | null;
  deposeLe: string;
  /** The user who replaced or removed the file, and the instant. */
  user: string | null;
  createdAt: string;
}
