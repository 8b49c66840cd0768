import type { Rebut } from "#domain/quittances/rebut.ts";
import { resource } from "#web/lib/server/resource.ts";

export const rebuts = resource<Rebut, Rebut, never>("Rebut");
