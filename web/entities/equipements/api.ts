import type { Equipement, EquipementDetail, EquipementRow } from "#domain/biens/equipement.ts";
import { resource } from "#web/lib/resource.ts";

export const equipements = resource<EquipementRow, EquipementDetail, Equipement>("Equipement");
