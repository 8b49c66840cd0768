import type { Accompte, AccompteDetail, AccompteRow } from "#domain/missions/accompte-fiche.ts";
import { resource } from "#web/lib/server/resource.ts";

export const accomptes = resource<AccompteRow, AccompteDetail, Accompte>("Accompte");

/** The resources to read again after an instalment was asked for, paid, changed or deleted. */
export const TOUCHED_BY_ACCOMPTES = ["Accompte", "Mission"];
