import * as z from "zod/mini";
import { booleen, ouDefaut, requis } from "../fields.ts";

export const record = z.strictObject({ nom: requis(100), collectif: ouDefaut(booleen(), false) });
export const modification = z.partial(record);
export const creation = z.extend(record, { collectif: z._default(record.shape.collectif, false) });
export type Equipement = z.output<typeof creation>;

export interface EquipementRow {
  id: number;
  nom: string;
  collectif: boolean;
  updatedAt: string;
  version: number;
}

export interface EquipementDetail extends EquipementRow {
  createdAt: string;
  canDelete: boolean;
}
