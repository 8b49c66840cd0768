import { and, count, eq, getTableColumns, ne, type SQL, sql } from "drizzle-orm";
import type { HistoryRow } from "#domain/agence/history.ts";
import { moisDe } from "#domain/dates.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import type { Db } from "#worker/db/client.ts";
import { history } from "#worker/db/schema/agence.ts";
import { quitances } from "#worker/db/schema/quittances.ts";
import { locataires } from "#worker/db/schema/schema.ts";
import { reads } from "#worker/http/api/crud.ts";
import { byId, byMatch, type Page } from "#worker/http/api/list-query.ts";

/**
 * The accented letters in the names of events, each with its plain letter: in SQL, LIKE ignores neither accents nor
 * the case of accented letters.
 */
const ACCENTS = { É: "e", é: "e", è: "e", ê: "e", à: "a", ô: "o", ç: "c", "’": " " };

const evenement = Object.entries(ACCENTS).reduce<SQL>(
  (text, [letter, plain]) => sql`replace(${text}, ${letter}, ${plain})`,
  sql`${history.etat}`,
);

/** The seals are of no use to the readers of this list: `/Controle` verifies them. */
const { scelles: _, empreinte: __, ...lisible } = getTableColumns(history);

/** The events of user accounts are excluded: `GET /User/{id}` shows them to the users who manage accounts. */
const forEveryone = ne(history.entite, "User");

const view = (row: HistoryRow): HistoryRow => row;

const itsReceipt = and(eq(history.entite, "Quitance"), eq(quitances.id, history.entiteId));

/** The events of records, newest first: `?entite=Client&id=3` for one of them. */
export const historyResource = reads({
  name: "History",
  table: history,
  list: {
    search: [evenement, sql`coalesce(${history.user}, 'Automatique')`],
    searched: [],
    sort: { id: history.id },
    defaultSort: "-id",
    filters: {
      entite: byMatch(/^[A-Za-z]{1,30}$/, "Le nom d’une ressource est attendu.", (value) =>
        eq(history.entite, value),
      ),
      id: byId(history.entiteId),
    },
    rows: (db: Db, { where, orderBy, limit, offset }: Page) =>
      db
        .select({
          ...lisible,
          receipt: {
            date: quitances.date,
            titre: locataires.titre,
            nom: locataires.nom,
            prenom: locataires.prenom,
          },
        })
        .from(history)
        .leftJoin(quitances, itsReceipt)
        .leftJoin(locataires, eq(locataires.id, quitances.LocataireId))
        .where(and(forEveryone, where))
        .orderBy(...orderBy)
        .limit(limit ?? -1)
        .offset(offset),
    count: (db, where) =>
      db.select({ total: count() }).from(history).where(and(forEveryone, where)),
    view: ({ receipt, ...row }): HistoryRow => ({
      ...row,
      quittance: receipt?.date
        ? {
            mois: moisDe(receipt.date),
            locataire: nomComplet({ ...receipt, nom: receipt.nom ?? "" }),
          }
        : null,
    }),
    csv: [
      { titre: "Date", valeur: (row) => row.createdAt },
      { titre: "Fiche", valeur: (row) => row.entite },
      { titre: "Numéro", valeur: (row) => row.entiteId },
      { titre: "Événement", valeur: (row) => row.etat },
      { titre: "Par", valeur: (row) => row.user },
    ],
  },
  find: {
    query: (db: Db, id: number | SQL) =>
      db.query.history.findFirst({
        where: and(forEveryone, eq(history.id, id)),
        columns: { scelles: false, empreinte: false },
      }),
    view,
    heldBy: () => ["ce qui a eu lieu"],
    free: () => sql`false`,
  },
});
