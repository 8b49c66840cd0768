import * as z from "zod/mini";

/** What travels in the queue; each may be delivered twice, late, or in any order. */
export const message = z.discriminatedUnion("type", [
  /** Make the automatic receipt of a file for a month (`YYYY-MM`), its PDF and its mail. */
  z.strictObject({
    type: z.literal("quitance"),
    DossierId: z.int(),
    mois: z.string(),
    today: z.string(),
  }),
  /** Send a row of the outbox. */
  z.strictObject({ type: z.literal("courriel"), CourrielId: z.int() }),
]);

export type Message = z.output<typeof message>;
