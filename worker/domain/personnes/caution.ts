import * as z from "zod/mini";
import {
  choix,
  courriel,
  entier,
  euros,
  facultatif,
  isoDate,
  lieu,
  nomRequis,
  ouDefaut,
  telephone,
  texte,
} from "../fields.ts";
import { MAIL_EFFACE, TITRES } from "./personne.ts";
import { COLOCATAIRES } from "./titulaires.ts";

export const TYPES_DUREE = ["determinee", "indeterminee"] as const;

/** The guarantor of a tenant, as the form sends it; optional fields print as blanks (documents/README §8.1). */
export const record = z.strictObject({
  titre: ouDefaut(choix(TITRES), "Monsieur"),
  nom: nomRequis(),
  prenom: nomRequis(),
  naissance: facultatif(isoDate()),
  lieuNaissance: facultatif(texte(100)),
  adresse: facultatif(lieu()),
  cp: facultatif(texte(10)),
  ville: facultatif(lieu(100)),
  mail: courriel(),
  mobile: telephone(),
  dateCautionSolidaire: facultatif(isoDate()),
  retourCautionSolidaire: facultatif(isoDate()),
  signatureCautionSolidaire: facultatif(isoDate()),
  complement: facultatif(texte(5000)),
  montantMax: facultatif(euros()),
  dureeType: facultatif(choix(TYPES_DUREE)),
  dateFinCaution: facultatif(isoDate()),
  /** The months of notice of a guarantee without an end, possible under the Code civil only. */
  preavis: facultatif(entier(1, 24)),
  /** For a colocation, the tenant whose departure ends the guarantee (art. 8-1, VI of loi n° 89-462). */
  colocataire: facultatif(choix(COLOCATAIRES)),
});

export const modification = z.partial(record);

export const creation = z.extend(record, { titre: z._default(record.shape.titre, "Monsieur") });

export type Caution = z.output<typeof creation>;

export interface CautionRow {
  id: number;
  DossierId: number | null;
  /** The tenant whose rent is guaranteed; null without a dossier. */
  locataire: string | null;
  titre: string;
  nom: string;
  prenom: string;
  mail: string;
  mobile: string;
  updatedAt: string;
  version: number;
}

export interface CautionDetail extends Caution {
  id: number;
  DossierId: number | null;
  /** The URL of the signed deed; null without a signed copy. */
  acteCautionnementSigned: string | null;
  createdAt: string;
  updatedAt: string;
  version: number;
  /** The number of replaced or removed files of this record, which `GET /Remplacement` lists. */
  remplaces: number;
  canDelete: boolean;
}

/** The record of a guarantor once his personal data are erased (GDPR, art. 17); the dates of the guarantee stay. */
export const cautionEffacee = (id: number) => ({
  titre: "Monsieur" as const,
  nom: "Caution effacée",
  prenom: `nº ${id}`,
  naissance: null,
  lieuNaissance: null,
  adresse: null,
  cp: null,
  ville: null,
  mail: MAIL_EFFACE,
  mobile: "00 00 00 00 00",
  complement: null,
});
