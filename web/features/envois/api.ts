import type { Rebut } from "#domain/rebut.ts";
import { quittances } from "#web/features/quittances/api.ts";
import { resource } from "#web/lib/resource.ts";

export const failedJobs = resource<Rebut, Rebut, never>("Rebut");

/** How many receipts have a mail of uncertain fate is the total of this list. */
export const uncertainMails = () => quittances.list({ courriel: "incertain", limit: 1 });
