/** A message the queue gave up on (jobs/README §9.9): `GET /Rebut`. */
export interface Rebut {
  id: number;
  /** The message as it travelled, readable or not. */
  message: unknown;
  /** How often it was tried. */
  tentatives: number;
  repriseLe: string | null;
  createdAt: string;
}
