/** One thing that happened to a record (domain/README §9.10). */
export interface HistoryRow {
  id: number;
  /** The resource, as the wire spells it, and the identifier of the record. */
  entite: string;
  entiteId: number;
  /** What happened, in French. */
  etat: string;
  /** The e-mail of who did it; null: the product itself. */
  user: string | null;
  createdAt: string;
  /** What is known of it: of a change `{field: [before, after]}`. */
  details: Record<string, unknown> | null;
}
