import * as z from "zod/mini";
import { facultatif, identifiant, requis } from "./fields.ts";

/** A document kept on an owner or a tenant (spec §3). */
export const record = z.strictObject({
  nom: requis(255),
  ClientId: facultatif(identifiant()),
  LocataireId: facultatif(identifiant()),
});
export const modification = z.partial(record);
