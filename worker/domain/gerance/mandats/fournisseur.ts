import * as z from "zod/mini";
import { courriel, facultatif, lieu, nomRequis, telephone, texte } from "../../fields.ts";

/** A supplier that owners pay: works, insurance, the building's syndic (mandats/README §12.16). */
export const record = z.strictObject({
  nom: nomRequis(),
  siret: facultatif(
    z.pipe(
      z.transform((donne) =>
        typeof donne === "string" ? donne.replace(/[\s.\u00A0]/g, "") : donne,
      ),
      texte(14).check(z.regex(/^\d{14}$/, "Un SIRET a 14 chiffres.")),
    ),
  ),
  tvaIntra: facultatif(texte(20)),
  adresse: facultatif(lieu()),
  codePostal: facultatif(texte(10)),
  ville: facultatif(lieu(100)),
  mail: facultatif(courriel()),
  tel: facultatif(telephone()),
});

export const modification = z.partial(record);
export const creation = record;

export type Fournisseur = z.output<typeof creation>;

export interface FournisseurRow extends Fournisseur {
  id: number;
  nbDepenses: number;
  updatedAt: string;
  version: number;
}

export interface FournisseurDetail extends FournisseurRow {
  createdAt: string;
  canDelete: boolean;
}
