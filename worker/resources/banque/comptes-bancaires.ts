import { and, count, eq, type SQL, sql } from "drizzle-orm";
import { Hono } from "hono";
import * as z from "zod/mini";
import { Conflict, FICHE_MODIFIEE, NotFound } from "#domain/erreurs.ts";
import { versionLue, versionSeule } from "#domain/fields.ts";
import {
  type CompteBancaireDetail,
  type CompteBancaireRow,
  creation,
  LIBELLES_USAGE,
  modification,
} from "#domain/gerance/banque/compte-bancaire.ts";
import { estMasque, ibanEnGroupes } from "#domain/iban.ts";
import { enEuros } from "#domain/montants.ts";
import type { Db } from "#worker/db/client.ts";
import { selected } from "#worker/db/conditions.ts";
import { rowExists } from "#worker/db/rows.ts";
import {
  comptesBancaires,
  lignes,
  lignesReleve,
  reglements,
  releves,
} from "#worker/db/schema/gerance.ts";
import { reversements, virements } from "#worker/db/schema/mandants.ts";
import { asRead, isStale, onVersionRead } from "#worker/db/versions.ts";
import { reads } from "#worker/http/api/crud.ts";
import { says } from "#worker/http/api/described.ts";
import { byChoice, type Page } from "#worker/http/api/list-query.ts";
import { defineFind, detailOf } from "#worker/http/api/record.ts";
import { idParam, json, parse } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import { limited } from "#worker/http/session/limits.ts";
import type { App } from "#worker/http/types.ts";
import {
  creerCompte,
  ibanDuCompte,
  modifierCompte,
} from "#worker/operations/gerance/banque/comptes-bancaires.ts";
import { etatDeRapprochement } from "#worker/operations/gerance/livres/etat-rapprochement.ts";
import { relevesProuves } from "#worker/operations/gerance/livres/releves-prouves.ts";
import { oublierValeurs, trace } from "#worker/operations/historique/history.ts";
import { noter } from "#worker/operations/historique/securite.ts";
import { counted } from "#worker/resources/views.ts";

const deCeCompte = sql`"CompteBancaireId" = ${comptesBancaires.id}`;
const dernier = (quoi: SQL) => sql`coalesce(
  (SELECT ${quoi} FROM ${relevesProuves} dit WHERE dit.compte = ${comptesBancaires.id} ORDER BY au DESC, id DESC LIMIT 1),
  (SELECT ${quoi} FROM (SELECT id, au, "nouveauSolde" AS nouveau, "CompteBancaireId" AS compte FROM ${releves}) dit
    WHERE dit.compte = ${comptesBancaires.id} AND nouveau IS NOT NULL ORDER BY au DESC, id DESC LIMIT 1))`;

const derived = {
  solde: selected<number | null>(dernier(sql`dit.nouveau`)),
  soldeLe: selected<string | null>(dernier(sql`dit.au`)),
  soldeProuve: selected<number>(
    sql`EXISTS (SELECT 1 FROM ${relevesProuves} dit WHERE dit.compte = ${comptesBancaires.id})`,
  ),
  aRapprocher: selected<number>(sql`(SELECT count(*) FROM ${lignesReleve}
    WHERE etat = 'a_rapprocher' AND motif IS NULL AND ${deCeCompte})`),
  aIdentifier: selected<number>(sql`(SELECT count(*) FROM ${lignesReleve}
    WHERE etat = 'a_rapprocher' AND motif IS NOT NULL AND ${deCeCompte})`),
  releves: selected<number>(sql`(SELECT count(*) FROM ${releves} WHERE ${deCeCompte})`),
  mouvements: selected<number>(sql`((SELECT count(*) FROM ${reglements} WHERE ${deCeCompte})
    + (SELECT count(*) FROM ${reversements} WHERE ${deCeCompte}) + (SELECT count(*) FROM ${virements} WHERE ${deCeCompte})
    + (SELECT count(*) FROM ${lignes} WHERE genre IN ('512G', '5112', '4551') AND de = ${comptesBancaires.id})
    + iif(${comptesBancaires.id} = (SELECT min(c.id) FROM ${comptesBancaires} c WHERE c."usage" = 'gerance'),
      (SELECT count(*) FROM ${lignes} WHERE genre = '512G' AND de IS NULL), 0))`),
};

const columns = {
  id: comptesBancaires.id,
  nom: comptesBancaires.nom,
  titulaire: comptesBancaires.titulaire,
  iban: comptesBancaires.iban,
  bic: comptesBancaires.bic,
  usage: comptesBancaires.usage,
  soldeDepart: comptesBancaires.soldeDepart,
  dateDepart: comptesBancaires.dateDepart,
  fermeLe: comptesBancaires.fermeLe,
  updatedAt: comptesBancaires.updatedAt,
  version: comptesBancaires.version,
};

type Raw = Omit<CompteBancaireRow, "soldeDepart" | "solde" | "soldeProuve"> & {
  soldeDepart: number;
  solde: number | null;
  soldeProuve: number;
  releves: number;
  mouvements: number;
};

function viewOf<Row extends Raw>({
  releves: _releves,
  mouvements: _mouvements,
  soldeProuve,
  ...row
}: Row) {
  return {
    ...row,
    soldeDepart: enEuros(row.soldeDepart),
    solde: row.solde === null ? null : enEuros(row.solde),
    soldeProuve: soldeProuve === 1,
  };
}

const find = defineFind({
  query: (db: Db, id: number | SQL) =>
    db.query.comptesBancaires.findFirst({
      where: eq(comptesBancaires.id, id),
      columns: { secret: false, colonnesCsv: false },
      extras: {
        solde: derived.solde.as("solde"),
        soldeLe: derived.soldeLe.as("soldeLe"),
        soldeProuve: derived.soldeProuve.as("soldeProuve"),
        aRapprocher: derived.aRapprocher.as("aRapprocher"),
        aIdentifier: derived.aIdentifier.as("aIdentifier"),
        releves: derived.releves.as("releves"),
        mouvements: derived.mouvements.as("mouvements"),
      },
    }),
  view: ({ releves, ...raw }, { canDelete }): CompteBancaireDetail => ({
    ...viewOf({ ...raw, releves }),
    releves,
    canDelete,
  }),
  heldBy: ({ releves, mouvements }) => [
    ...counted(releves, "relevé"),
    ...counted(mouvements, "mouvement"),
  ],
  free: () => sql`(${derived.releves} = 0 AND ${derived.mouvements} = 0)`,
  deletion: "administrer",
});

const change = z.extend(modification, versionLue);
const written = { name: "CompteBancaire", record: modification };

export const compteBancaireResource = new Hono<App>()
  .post(
    "/CompteBancaire",
    says("Ajoute un compte bancaire de l’agence.", { ...written, success: 201, refusals: [422] }),
    requires("administrer"),
    json(creation),
    async (c) => {
      const { db, session, now } = c.var;
      session.requireConfirmed(now);
      const id = await creerCompte(contextOf(c), c.req.valid("json"));
      return c.json({ data: detailOf(c, find, await find.query(db, id)) }, 201);
    },
  )
  .put(
    "/CompteBancaire/:id",
    says("Modifie un compte bancaire ; son IBAN, tant qu’aucun relevé n’y est importé.", {
      ...written,
      refusals: [404, 409, 422],
    }),
    requires("administrer"),
    json(change),
    async (c) => {
      const { db, session, now } = c.var;
      const id = idParam(c);
      const { version, updatedAt, ...changes } = c.req.valid("json");
      if (changes.iban !== undefined && !estMasque(changes.iban)) session.requireConfirmed(now);
      await modifierCompte(contextOf(c), {
        id,
        lue: { version, updatedAt },
        changements: changes,
        valide: (values) => parse(creation, values),
      });
      return c.json({ data: detailOf(c, find, await find.query(db, id)) });
    },
  )
  .get(
    "/CompteBancaire/:id/rapprochement",
    says("L’état de rapprochement d’un compte : de son dernier solde à celui des livres.", {
      refusals: [404],
    }),
    requires("lire"),
    async (c) => {
      const { db } = c.var;
      const id = idParam(c);
      if (!(await find.query(db, id))) throw new NotFound();
      return c.json({ data: await etatDeRapprochement({ db }, id) });
    },
  )
  .post(
    "/CompteBancaire/:id/reveler",
    says("Montre l’IBAN d’un compte ; le journal de sécurité le retient.", { refusals: [404] }),
    requires("modifier"),
    limited("exports"),
    async (c) => {
      const { db, session } = c.var;
      const id = idParam(c);
      const iban = ibanEnGroupes(await ibanDuCompte(contextOf(c), id));
      await noter(db, {
        evenement: "revelation",
        user: session.user.email,
        details: { entite: "CompteBancaire", id },
      });
      return c.json({ data: { id, iban } });
    },
  )
  .delete(
    "/CompteBancaire/:id",
    says("Supprime un compte bancaire où rien n’est passé.", { success: 204, refusals: [404] }),
    requires("administrer"),
    json(versionSeule),
    async (c) => {
      const { db, session, today } = c.var;
      const id = idParam(c);
      const read = c.req.valid("json");
      await onVersionRead(read, async () => {
        const raw = await find.query(db, id);
        if (!raw) throw new NotFound();
        if (isStale(raw, read)) throw new Conflict(FICHE_MODIFIEE);
        const held = find.heldBy(raw, today);
        if (held.length > 0)
          throw new Conflict(
            `Suppression impossible : cette fiche est retenue par ${held.join(", ")}.`,
          );
        const free = and(
          eq(comptesBancaires.id, id),
          asRead(comptesBancaires, { version: raw.version }),
          find.free?.(today),
        );
        const { record } = await db.write({
          history: trace(db, {
            entite: "CompteBancaire",
            entiteId: id,
            etat: "Suppression",
            user: session.user.email,
            quand: rowExists(comptesBancaires, free),
          }),
          record: db.delete(comptesBancaires).where(free),
          forgotten: oublierValeurs(db, "CompteBancaire", id),
        });
        return record.rowsAffected === 0 ? undefined : true;
      });
      return c.body(null, 204);
    },
  )
  .route(
    "/",
    reads({
      ...written,
      table: comptesBancaires,
      list: {
        search: [sql`lower(${comptesBancaires.nom})`],
        searched: ["nom"],
        sort: {
          nom: sql`lower(${comptesBancaires.nom})`,
          usage: comptesBancaires.usage,
          id: comptesBancaires.id,
        },
        defaultSort: "nom",
        filters: {
          usage: byChoice({
            gerance: () => eq(comptesBancaires.usage, "gerance"),
            agence: () => eq(comptesBancaires.usage, "agence"),
          }),
        },
        rows: (db: Db, { where, orderBy, limit, offset }: Page) =>
          db
            .select({ ...columns, ...derived })
            .from(comptesBancaires)
            .where(where)
            .orderBy(...orderBy)
            .limit(limit ?? -1)
            .offset(offset),
        count: (db, where) => db.select({ total: count() }).from(comptesBancaires).where(where),
        view: (row): CompteBancaireRow => viewOf(row),
        csv: [
          { titre: "Nom", valeur: (row) => row.nom },
          { titre: "Titulaire", valeur: (row) => row.titulaire },
          { titre: "IBAN", valeur: (row) => row.iban },
          { titre: "BIC", valeur: (row) => row.bic },
          { titre: "Fonds", valeur: (row) => LIBELLES_USAGE[row.usage] },
          { titre: "Solde", valeur: (row) => row.solde },
          { titre: "Solde au", valeur: (row) => row.soldeLe },
          { titre: "Lignes à rapprocher", valeur: (row) => row.aRapprocher },
        ],
      },
      find,
    }),
  );
