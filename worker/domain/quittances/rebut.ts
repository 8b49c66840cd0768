/** A message the queue gave up on (domain/README §9.9): `GET /Rebut`. */
export interface Rebut {
  id: number;
  /** What was to be done, as it travelled; a message that cannot be read is here too. */
  message: unknown;
  /** How often it was tried. */
  tentatives: number;
  repriseLe: string | null;
  createdAt: string;
}
