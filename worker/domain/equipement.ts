import * as z from "zod/mini";
import { booleen, requis } from "./fields.ts";

export const record = z.strictObject({ nom: requis(100), collectif: booleen() });
export const modification = z.partial(record);
export const creation = z.extend(record, { collectif: z._default(booleen(), false) });
export type Equipement = z.output<typeof creation>;
