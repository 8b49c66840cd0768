import { randomBytes } from "node:crypto";
import { DOCUMENTS, type DocumentGenere, type TypeDocument } from "#domain/document.ts";
import { rechercheNormalisee } from "#domain/recherche.ts";
import type { Db } from "#worker/db/client.ts";
import { documents, storedFiles } from "#worker/db/schema.ts";
import type { Composed } from "#worker/documents/blocks.ts";
import { render } from "#worker/documents/render.ts";
import { warningsOf } from "#worker/documents/warnings.ts";
import type { Env } from "#worker/env.ts";
import { idDuDepot } from "./fichiers.ts";
import { trace } from "./history.ts";

/** Which document it is, and of which record. */
export interface Classement {
  /** Documents of one record and kind are versions of one another. */
  type: TypeDocument;
  /** The record that lists it. */
  entiteId: number;
  /** Whom or what it is about; goes into the name of the file. */
  sujet: string;
}

/**
 * Renders a document, puts it into R2 under a key that can't be guessed, and lists it on its record with
 * its author: a new version beside the former ones, never in place of them.
 */
export async function genererDocument(
  { env, db, user }: { env: Pick<Env, "FILES">; db: Db; user: string },
  composed: Composed,
  { type, entiteId, sujet }: Classement,
): Promise<DocumentGenere> {
  const { entite, intitule } = DOCUMENTS[type];
  const octets = await render(composed.document);
  const warnings = warningsOf(composed);
  const key = `documents/${randomBytes(16).toString("hex")}.pdf`;
  const contentType = "application/pdf";
  await env.FILES.put(key, octets, { httpMetadata: { contentType } });
  await db.write({
    fichier: db.insert(storedFiles).values({
      key,
      nom: nomDuFichier(intitule, sujet),
      extention: "pdf",
      type: contentType,
      taille: octets.length,
      user,
    }),
    document: db.insert(documents).values({
      entite,
      entiteId,
      type,
      StoredFileId: idDuDepot(key),
      warnings,
      user,
    }),
    historique: trace(db, { entite, entiteId, etat: `Document généré : ${intitule}`, user }),
  });
  return { generated: key, warnings };
}

const LONGUEUR_DU_SUJET = 60;

/** « Contrat_de_location_LEO_DUPONT »: letters and digits without accents, whatever the names. */
function nomDuFichier(intitule: string, sujet: string): string {
  const ascii = (texte: string) => rechercheNormalisee(texte).replace(/[^a-z0-9]+/g, "_");
  const debut = ascii(intitule);
  const fin = ascii(sujet.replaceAll(/(Monsieur|Madame) /g, ""))
    .toUpperCase()
    .slice(0, LONGUEUR_DU_SUJET);
  return `${debut.charAt(0).toUpperCase()}${debut.slice(1)}_${fin}`.replace(/^_+|_+$/g, "");
}
