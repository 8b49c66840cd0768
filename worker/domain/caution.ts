import * as z from "zod/mini";
import { choix, courriel, euros, facultatif, isoDate, requis, telephone, texte } from "./fields.ts";
import { TITRES } from "./personne.ts";

export const TYPES_DUREE = ["determinee", "indeterminee"] as const;

/** The guarantor of a tenant; optional fields print as blanks (domain/README §8.1). */
export const record = z.strictObject({
  titre: choix(TITRES),
  nom: requis(100),
  prenom: requis(100),
  naissance: facultatif(isoDate()),
  lieuNaissance: facultatif(texte(100)),
  adresse: facultatif(texte()),
  cp: facultatif(texte(10)),
  ville: facultatif(texte(100)),
  mail: courriel(),
  mobile: telephone(),
  dateCautionSolidaire: facultatif(isoDate()),
  retourCautionSolidaire: facultatif(isoDate()),
  signatureCautionSolidaire: facultatif(isoDate()),
  complement: facultatif(texte(5000)),
  montantMax: facultatif(euros()),
  dureeType: facultatif(choix(TYPES_DUREE)),
  dateFinCaution: facultatif(isoDate()),
});

export const modification = z.partial(record);

export const creation = z.extend(record, { titre: z._default(choix(TITRES), "Monsieur") });

export type Caution = z.output<typeof creation>;

export interface CautionRow {
  id: number;
  DossierId: number | null;
  titre: string;
  nom: string;
  prenom: string;
  mail: string;
  mobile: string;
  updatedAt: string;
}

export interface CautionDetail extends Caution {
  id: number;
  DossierId: number | null;
  /** Where the signed deed is read. */
  acteCautionnementSigned: string | null;
  createdAt: string;
  updatedAt: string;
  canDelete: boolean;
}
