import { reglements } from "#web/entities/reglements/api.ts";

/** What the screen of the list reads. */
export const paymentList = { resource: reglements, sort: "-date" };
