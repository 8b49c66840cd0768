import { type SQL, sql } from "drizzle-orm";
import { NotFound } from "#domain/erreurs.ts";
import type { TypeDocument } from "#domain/fichiers/document.ts";
import { motsDeFichier } from "#domain/fichiers/nom-de-fichier.ts";
import type { CourrielAPartir } from "#domain/quittances/courriel.ts";
import { insertWhen } from "#worker/db/rows.ts";
import { documents, storedFiles } from "#worker/db/schema/fichiers.ts";
import { courriels } from "#worker/db/schema/quittances.ts";
import type { Composed } from "#worker/documents/page/blocks.ts";
import { render } from "#worker/documents/page/render.ts";
import { deposerPapier } from "#worker/files.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { idDuDepot } from "#worker/operations/fichiers/depots.ts";
import { joindre } from "#worker/operations/jonction.ts";
import { PART_LE } from "./outbox.ts";

interface Lettre {
  DossierId: number;
  type: TypeDocument;
}

/**
 * Stores the file of a letter, before the rows that name the file are written.
 *
 * @param quand the condition under which the letter is kept
 * @returns the key of the file, which the caller deletes when no row names it, and the statements that keep the
 * letter on the dossier
 */
export async function deposerLettre(
  { db, env, today, user }: Contexte,
  { DossierId, type, composed }: Lettre & { composed: Composed },
  quand: SQL = sql`true`,
) {
  const depot = await deposerPapier(env, await render(composed.document));
  const { key } = depot;
  const nom = `${motsDeFichier(composed.document.title, "_")}_${today}`;
  const fichier = { ...depot, nom, user };
  const document = {
    ...{ entite: "Dossier", entiteId: DossierId, type, user },
    StoredFileId: idDuDepot(key),
    warnings: composed.warnings,
  };
  return {
    key,
    statements: {
      fichier: insertWhen(db, storedFiles, fichier, quand),
      document: insertWhen(db, documents, document, quand),
    },
  };
}

/** The statement that puts the mail of a letter into the outbox; it leaves after the delay of the settings. */
export const envoyerLettre = (
  { db, user }: Pick<Contexte, "db" | "user">,
  {
    DossierId,
    type,
    key,
    adresses,
    objet,
    texte,
    quand,
  }: Lettre & {
    key: string;
    adresses: readonly string[];
    objet: string;
    texte: string;
    quand: SQL;
  },
) =>
  db.all<CourrielAPartir>(sql`
    INSERT INTO ${courriels} (genre, destinataires, "partLe", entite, "entiteId", type, objet, texte, "StoredFileId", "user")
    SELECT 'document', ${JSON.stringify(adresses)}, ${PART_LE}, 'Dossier', ${DossierId}, ${type},
      ${objet}, ${texte}, ${idDuDepot(key)}, ${user} WHERE ${quand}
    RETURNING id, "partLe"`);

/**
 * One file with these letters one after the other, in the order of `keys`, to print them at once.
 * @param keys the keys of the letters' files in R2; null for a letter that no longer has a file
 * @throws NotFound when no letter has a file.
 */
export async function imprimerFichiers(
  { env }: Pick<Contexte, "env">,
  keys: readonly (string | null | undefined)[],
): Promise<Uint8Array> {
  const lettres: Uint8Array[] = [];
  for (const key of keys) {
    const objet = key ? await env.FILES.get(key) : null;
    if (objet) lettres.push(new Uint8Array(await objet.arrayBuffer()));
  }
  const [premiere, ...suivantes] = lettres;
  if (!premiere) throw new NotFound("Ces lettres n’existent pas.");
  return joindre(premiere, suivantes);
}
