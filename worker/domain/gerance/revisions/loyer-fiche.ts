import * as z from "zod/mini";
import { choix, euros, isoDate, paragraphe, requis, versionLue } from "../../fields.ts";
import { MOTIFS_CONVENUS, type MotifConvenu } from "./loyer-lu.ts";

const ouVide = <T extends z.core.$ZodType>(schema: T) => z._default(z.nullable(schema), null);

/** The body of a change of rent as staff enter it (revisions/README §15.8); euros. */
export const changementEcrit = z.strictObject({
  motif: choix(Object.keys(MOTIFS_CONVENUS) as MotifConvenu[]),
  depuis: isoDate(),
  jusquau: ouVide(isoDate()),
  loyerHC: euros(),
  loyerCharge: euros(),
  commentaire: ouVide(paragraphe(1_000)),
  finTravaux: ouVide(isoDate()),
  facture: ouVide(requis(200)),
});

/** The body of a change of rent, with the version of the dossier that the caller read. */
export const changementDeLoyer = z.extend(changementEcrit, versionLue);

export type ChangementDeLoyerDemande = z.output<typeof changementDeLoyer>;
