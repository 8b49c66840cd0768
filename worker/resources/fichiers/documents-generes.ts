import { count, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { DocumentRow } from "#domain/fichiers/document.ts";
import type { Db } from "#worker/db/client.ts";
import { documents, storedFiles } from "#worker/db/schema/fichiers.ts";
import { reads } from "#worker/http/api/crud.ts";
import { byId, byMatch, type Page } from "#worker/http/api/list-query.ts";
import type { FileLink } from "#worker/http/files/file-links.ts";

const { StoredFileId: _s, PieceId: _p, ...OF_DOCUMENT } = getTableColumns(documents);
const { nom, extention, taille, key } = storedFiles;

const rows = (db: Db, { where, orderBy, limit, offset }: Omit<Page, "today">) =>
  db
    .select({ ...OF_DOCUMENT, nom, extention, taille, key })
    .from(documents)
    .innerJoin(storedFiles, eq(storedFiles.id, documents.StoredFileId))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit ?? -1)
    .offset(offset);

type Raw = Awaited<ReturnType<typeof rows>>[number];

const view = ({ key, ...row }: Raw, link: FileLink): DocumentRow => ({ ...row, url: link(key) });

/** Every version of the documents made, newest first: `?entite=Dossier&id=3` for those of one record. */
export const generatedDocumentResource = reads({
  name: "Document",
  table: documents,
  list: {
    search: [nom],
    searched: [],
    sort: { id: documents.id },
    defaultSort: "-id",
    filters: {
      entite: byMatch(/^[A-Za-z]{1,30}$/, "Le nom d’une ressource est attendu.", (value) =>
        eq(documents.entite, value),
      ),
      id: byId(documents.entiteId),
    },
    rows,
    count: (db, where) =>
      db
        .select({ total: count() })
        .from(documents)
        .innerJoin(storedFiles, eq(storedFiles.id, documents.StoredFileId))
        .where(where),
    view: (raw, _, link) => view(raw, link),
    csv: [
      { titre: "Date", valeur: (row) => row.createdAt },
      { titre: "Fiche", valeur: (row) => row.entite },
      { titre: "Numéro", valeur: (row) => row.entiteId },
      { titre: "Document", valeur: (row) => row.nom },
      { titre: "Par", valeur: (row) => row.user },
    ],
  },
  find: {
    query: (db: Db, id: number | SQL) =>
      db.query.documents.findFirst({
        where: eq(documents.id, id),
        columns: { StoredFileId: false, PieceId: false },
        with: {
          storedFile: { columns: { key: true, nom: true, extention: true, taille: true } },
        },
      }),
    view: ({ storedFile, ...row }, { link }) => view({ ...row, ...storedFile }, link),
    heldBy: () => ["ce qui a eu lieu"],
    free: () => sql`false`,
  },
});
