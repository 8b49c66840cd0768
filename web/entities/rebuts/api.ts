import type { Rebut } from "#domain/quittances/rebut.ts";
import { resource } from "#web/lib/resource.ts";

export const rebuts = resource<Rebut, Rebut, never>("Rebut");
