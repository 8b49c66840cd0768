/** A row of `GET /Rebut`: a message that the queue gave up on (jobs/README §9.9). */
export interface Rebut {
  id: number;
  /** The message as it was sent, readable or not. */
  message: unknown;
  /** The deliveries by the queue of rebuts, not the tries before them. */
  tentatives: number;
  repriseLe: string | null;
  createdAt: string;
}
