import type { Equipement, EquipementDetail, EquipementRow } from "#domain/biens/equipement.ts";
import { resource } from "#web/lib/server/resource.ts";

export const equipements = resource<EquipementRow, EquipementDetail, Equipement>("Equipement");
