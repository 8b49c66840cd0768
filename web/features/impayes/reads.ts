import { impayes } from "#web/entities/impayes/api.ts";

/** What the screen of the list reads. */
export const lateList = { resource: impayes, sort: "-jours" };
