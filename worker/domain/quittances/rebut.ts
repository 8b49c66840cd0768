/** A row of `GET /Rebut`: a message that the queue gave up on (jobs/README §9.9). */
export interface Rebut {
  id: number;
  /** The message as it was sent, readable or not. */
  message: unknown;
  /** The number of deliveries by the queue of rebuts; the tries of the main queue do not count. */
  tentatives: number;
  repriseLe: string | null;
  createdAt: string;
}
