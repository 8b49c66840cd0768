import { count, eq, type SQL, sql } from "drizzle-orm";
import type { RemplacementRow } from "#domain/fichiers/remplacement.ts";
import type { Db } from "#worker/db/client.ts";
import { selected } from "#worker/db/conditions.ts";
import { remplacements, storedFiles } from "#worker/db/schema/fichiers.ts";
import { reads } from "#worker/http/api/crud.ts";
import { byId, byMatch, type Page } from "#worker/http/api/list-query.ts";
import type { FileLink } from "#worker/http/files/file-links.ts";

const STORED = {
  nom: true,
  extention: true,
  taille: true,
  key: true,
  user: true,
  createdAt: true,
} as const;

/** Whether the replaced file is a sensitive `Fichier`. */
const sensible = selected<number>(sql`EXISTS (SELECT 1 FROM "Fichier"
  WHERE ${remplacements.entite} = 'Fichier' AND "Fichier".id = ${remplacements.entiteId}
    AND "Fichier".sensible)`);

const rows = (db: Db, { where, orderBy, limit, offset }: Omit<Page, "today">) =>
  db
    .select({
      id: remplacements.id,
      entite: remplacements.entite,
      entiteId: remplacements.entiteId,
      champ: remplacements.champ,
      user: remplacements.user,
      createdAt: remplacements.createdAt,
      sensible,
      storedFile: {
        nom: storedFiles.nom,
        extention: storedFiles.extention,
        taille: storedFiles.taille,
        key: storedFiles.key,
        user: storedFiles.user,
        createdAt: storedFiles.createdAt,
      },
    })
    .from(remplacements)
    .innerJoin(storedFiles, eq(storedFiles.id, remplacements.StoredFileId))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit ?? -1)
    .offset(offset);

type Raw = Awaited<ReturnType<typeof rows>>[number];

const view = (
  { storedFile: { key, user, createdAt, ...stored }, sensible, ...row }: Raw,
  link: FileLink,
): RemplacementRow => ({
  ...row,
  ...stored,
  url: sensible ? null : link(key),
  auteur: user,
  deposeLe: createdAt,
});

/** The former files of records, replaced or removed, newest first: `?entite=Dossier&id=3` for those of one record. */
export const remplacementResource = reads({
  name: "Remplacement",
  table: remplacements,
  list: {
    search: [storedFiles.nom],
    searched: [],
    sort: { id: remplacements.id },
    defaultSort: "-id",
    filters: {
      entite: byMatch(/^[A-Za-z]{1,30}$/, "Le nom d’une ressource est attendu.", (value) =>
        eq(remplacements.entite, value),
      ),
      id: byId(remplacements.entiteId),
    },
    rows,
    count: (db, where) =>
      db
        .select({ total: count() })
        .from(remplacements)
        .innerJoin(storedFiles, eq(storedFiles.id, remplacements.StoredFileId))
        .where(where),
    view: (raw, _, link) => view(raw, link),
    csv: [
      { titre: "Remplacé le", valeur: (row) => row.createdAt },
      { titre: "Fiche", valeur: (row) => row.entite },
      { titre: "Numéro", valeur: (row) => row.entiteId },
      { titre: "Champ", valeur: (row) => row.champ },
      { titre: "Fichier", valeur: (row) => row.nom },
      { titre: "Par", valeur: (row) => row.user },
    ],
  },
  find: {
    query: (db: Db, id: number | SQL) =>
      db.query.remplacements.findFirst({
        where: eq(remplacements.id, id),
        columns: { StoredFileId: false },
        with: { storedFile: { columns: STORED } },
        extras: { sensible: sensible.as("sensible") },
      }),
    view: (raw, { link }) => view(raw, link),
    heldBy: () => ["ce qui a eu lieu"],
    free: () => sql`false`,
  },
});
