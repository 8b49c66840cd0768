/** A former file of a record, kept when another file took its place (http/README §9.8). */
export interface RemplacementRow {
  id: number;
  entite: string;
  entiteId: number;
  /** The field that held it, as the wire spells it. */
  champ: string;
  nom: string;
  extention: string;
  /** Bytes. */
  taille: number;
  /**
   * Under `/files/`, signed for ten minutes; null of a sensitive `Fichier`, which `POST /Fichier/{id}/reveler` shows.
   */
  url: string | null;
  /** The person who put the file there, null when unknown, and the time. */
  auteur: string | null;
  deposeLe: string;
  /** The person who replaced it or took it off, and the time. */
  user: string | null;
  createdAt: string;
}
