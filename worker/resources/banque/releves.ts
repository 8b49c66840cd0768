import { count, eq, type SQL, sql } from "drizzle-orm";
import { type Context, Hono } from "hono";
import { Invalid, NotFound } from "#domain/erreurs.ts";
import { type Correspondance, correspondance } from "#domain/gerance/banque/correspondance.ts";
import {
  FORMATS_DE_RELEVE,
  type FormatReleve,
  OCTETS_PAR_RELEVE,
} from "#domain/gerance/banque/releve.ts";
import {
  type Importation,
  importation,
  type ReleveDetail,
  type ReleveRow,
} from "#domain/gerance/banque/releve-fiche.ts";
import { refusDeRetrait } from "#domain/gerance/banque/retrait-de-releve.ts";
import { enEuros } from "#domain/montants.ts";
import { peut } from "#domain/profils/droits.ts";
import type { Db } from "#worker/db/client.ts";
import { selected } from "#worker/db/conditions.ts";
import { motifDe } from "#worker/db/failures.ts";
import { storedFiles } from "#worker/db/schema/fichiers.ts";
import { comptesBancaires, lignesReleve, releves } from "#worker/db/schema/gerance.ts";
import { reads } from "#worker/http/api/crud.ts";
import { says } from "#worker/http/api/described.ts";
import { byId, type Page } from "#worker/http/api/list-query.ts";
import { idParam, parse } from "#worker/http/api/validate.ts";
import { fileLinks } from "#worker/http/files/file-links.ts";
import { receive, valuesOf } from "#worker/http/files/upload.ts";
import { followUp } from "#worker/http/queue-mails.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import { limited } from "#worker/http/session/limits.ts";
import type { App } from "#worker/http/types.ts";
import { type Importes, importerReleve } from "#worker/operations/gerance/banque/releves.ts";
import {
  retenuDuReleve,
  retirerReleve,
  seRetire,
} from "#worker/operations/gerance/banque/releves-retires.ts";
import { relevesProuves } from "#worker/operations/gerance/livres/releves-prouves.ts";
import { rapprocherCertaines } from "#worker/operations/gerance/rapprochement/rapprochements-certains.ts";
import { noter } from "#worker/operations/historique/securite.ts";

/** The condition that all the lines of a statement are proven, by this statement or by others with the same lines. */
const prouve = sql`(${releves.id} IN (SELECT id FROM ${relevesProuves}) OR (
  EXISTS (SELECT 1 FROM ${lignesReleve} WHERE "ReleveId" = ${releves.id})
  AND NOT EXISTS (SELECT 1 FROM ${lignesReleve} WHERE "ReleveId" = ${releves.id} AND NOT prouvee)))`;

/**
 * The last balance in an earlier statement of the same account, or in one that ends on the first day of this one with
 * the balance from which this one starts. Once the account has a proven statement, only proven ones count.
 */
const soldeAvant = sql`(SELECT avant."nouveauSolde" FROM ${releves} avant
  WHERE avant."CompteBancaireId" = ${releves.CompteBancaireId} AND avant."nouveauSolde" IS NOT NULL
    AND (avant.au < ${releves.du} OR (avant.au = ${releves.du} AND avant.id <> ${releves.id}
      AND avant."nouveauSolde" = ${releves.ancienSolde}))
    AND (avant.id IN (SELECT id FROM ${relevesProuves})
      OR avant."CompteBancaireId" NOT IN (SELECT compte FROM ${relevesProuves}))
  ORDER BY avant.au DESC, avant.id DESC LIMIT 1)`;

const derived = {
  compte: selected<string>(sql`(SELECT nom FROM ${comptesBancaires}
    WHERE ${comptesBancaires}.id = ${releves.CompteBancaireId})`),
  nouvelles: selected<number>(
    sql`(SELECT count(*) FROM ${lignesReleve} WHERE "ReleveId" = ${releves.id})`,
  ),
  aRapprocher: selected<number>(sql`(SELECT count(*) FROM ${lignesReleve}
    WHERE "ReleveId" = ${releves.id} AND etat = 'a_rapprocher' AND motif IS NULL)`),
  aIdentifier: selected<number>(sql`(SELECT count(*) FROM ${lignesReleve}
    WHERE "ReleveId" = ${releves.id} AND etat = 'a_rapprocher' AND motif IS NOT NULL)`),
  prouve: selected<number>(prouve),
  ecart: selected<number | null>(sql`nullif(${releves.ancienSolde} - ${soldeAvant}, 0)`),
};

type Raw = Omit<ReleveRow, "format" | "lignes" | "prouve"> & { format: string; prouve: number };

const inEuros = (cents: number | null): number | null => (cents === null ? null : enEuros(cents));

const viewOf = <Row extends Raw>({ prouve, ...row }: Row) => ({
  ...row,
  format: row.format as FormatReleve,
  prouve: prouve === 1,
  lignes: row.nouvelles + row.connues,
  ancienSolde: inEuros(row.ancienSolde),
  nouveauSolde: inEuros(row.nouveauSolde),
  ecart: inEuros(row.ecart),
});

/**
 * The meaning that a person gave to the columns of a file; null when the form gives none.
 * @throws Invalid when the text does not name the columns
 */
function columnsTold(json: string | undefined): Correspondance | null {
  if (json === undefined) return null;
  let told: unknown;
  try {
    told = JSON.parse(json);
  } catch {
    told = null;
  }
  const read = correspondance.safeParse(told);
  if (read.success) return read.data;
  throw new Invalid({ colonnes: COLUMNS_EXPECTED });
}

const COLUMNS_EXPECTED =
  "Dites quelle colonne est la date, le libellé, et le montant (ou le débit et le crédit).";

/** Matches the imported lines that leave no doubt; the other lines wait for a person. */
async function matchSureLines(
  c: Context<App>,
  { releves: imported, ...importation }: Importes,
): Promise<Importation> {
  const releves: Importation["releves"] = imported.map((releve) => ({ ...releve, rapprochees: 0 }));
  try {
    for (const releve of releves) {
      const { lignes, ...suites } = await rapprocherCertaines(contextOf(c), {
        ReleveId: releve.id,
      });
      releve.rapprochees = lignes.length;
      followUp(c, suites);
    }
  } catch (error) {
    console.error(JSON.stringify({ message: "Lines not matched", error: motifDe(error) }));
  }
  const rapprochees = releves.reduce((total, releve) => total + releve.rapprochees, 0);
  return { ...importation, releves, rapprochees };
}

export const releveResource = new Hono<App>()
  .post(
    "/Releve",
    says(
      "Importe un relevé de banque (CFONB 120, OFX, CAMT.053, CSV) : en entier, ou pas du tout.",
      { files: ["fichier"], form: importation, success: 201, refusals: [409, 422] },
    ),
    requires("modifier"),
    (c) => {
      const expected = {
        files: ["fichier"],
        atMost: 1,
        maxBytes: OCTETS_PAR_RELEVE,
        texts: ["CompteBancaireId", "colonnes"],
      };
      return receive(c, expected, async ({ texts, files }) => {
        const { CompteBancaireId = null, colonnes } = parse(importation, valuesOf(texts));
        const [{ depot }] = files;
        const data = await importerReleve(contextOf(c), {
          depot,
          CompteBancaireId,
          colonnes: columnsTold(colonnes),
        });
        return c.json({ data: await matchSureLines(c, data) }, 201);
      });
    },
  )
  .post(
    "/Releve/:id/reveler",
    says("Dit où se lit le fichier d’un relevé ; le journal de sécurité le retient.", {
      refusals: [404],
    }),
    requires("administrer"),
    limited("exports"),
    async (c) => {
      const { db, session } = c.var;
      const id = idParam(c);
      const [file] = await db
        .select({ key: storedFiles.key })
        .from(storedFiles)
        .where(
          sql`${storedFiles.id} = (SELECT "StoredFileId" FROM ${releves} WHERE ${releves.id} = ${id})`,
        );
      if (!file) throw new NotFound();
      await noter(db, {
        evenement: "revelation",
        user: session.user.email,
        details: { entite: "Releve", id },
      });
      return c.json({ data: { url: fileLinks(c)(file.key) } });
    },
  )
  .delete(
    "/Releve/:id",
    says("Retire un relevé importé par erreur, dont aucune ligne n’a servi.", {
      success: 204,
      refusals: [404, 409],
    }),
    requires("supprimer"),
    async (c) => {
      const peutTout = peut(c.var.session.user.role, "administrer");
      await retirerReleve(contextOf(c), { id: idParam(c), peutTout });
      return c.body(null, 204);
    },
  )
  .route(
    "/",
    reads({
      name: "Releve",
      table: releves,
      list: {
        search: [sql`lower(${releves.nom})`],
        searched: ["nom"],
        sort: { au: releves.au, createdAt: releves.createdAt, id: releves.id },
        defaultSort: "-au",
        filters: { CompteBancaireId: byId(releves.CompteBancaireId) },
        rows: (db: Db, { where, orderBy, limit, offset }: Page) =>
          db
            .select({
              id: releves.id,
              CompteBancaireId: releves.CompteBancaireId,
              format: releves.format,
              nom: releves.nom,
              du: releves.du,
              au: releves.au,
              ancienSolde: releves.ancienSolde,
              nouveauSolde: releves.nouveauSolde,
              connues: releves.connues,
              user: releves.user,
              createdAt: releves.createdAt,
              ...derived,
            })
            .from(releves)
            .where(where)
            .orderBy(...orderBy)
            .limit(limit ?? -1)
            .offset(offset),
        count: (db, where) => db.select({ total: count() }).from(releves).where(where),
        view: (row): ReleveRow => viewOf(row),
        csv: [
          { titre: "Compte", valeur: (row) => row.compte },
          { titre: "Fichier", valeur: (row) => row.nom },
          { titre: "Format", valeur: (row) => FORMATS_DE_RELEVE[row.format] },
          { titre: "Du", valeur: (row) => row.du },
          { titre: "Au", valeur: (row) => row.au },
          { titre: "Ancien solde", valeur: (row) => row.ancienSolde },
          { titre: "Nouveau solde", valeur: (row) => row.nouveauSolde },
          { titre: "Lignes", valeur: (row) => row.lignes },
          { titre: "Déjà connues", valeur: (row) => row.connues },
          { titre: "À rapprocher", valeur: (row) => row.aRapprocher },
          { titre: "À identifier", valeur: (row) => row.aIdentifier },
          { titre: "Prouvé", valeur: (row) => (row.prouve ? "oui" : "non") },
        ],
      },
      find: {
        query: (db: Db, id: number | SQL) =>
          db.query.releves.findFirst({
            where: eq(releves.id, id),
            columns: { empreinte: false, StoredFileId: false },
            extras: {
              compte: derived.compte.as("compte"),
              nouvelles: derived.nouvelles.as("nouvelles"),
              aRapprocher: derived.aRapprocher.as("aRapprocher"),
              aIdentifier: derived.aIdentifier.as("aIdentifier"),
              prouve: derived.prouve.as("prouve"),
              ecart: derived.ecart.as("ecart"),
              fichier: selected<number>(sql`${releves.StoredFileId} IS NOT NULL`).as("fichier"),
              retenu: selected<string>(retenuDuReleve).as("retenu"),
            },
          }),
        view: ({ fichier, retenu, ...raw }, { canDelete, user }): ReleveDetail => {
          const retrait = refusDeRetrait(JSON.parse(retenu), peut(user.role, "administrer"));
          return {
            ...viewOf(raw),
            fichier: fichier === 1,
            retrait,
            canDelete: canDelete && retrait === null,
          };
        },
        heldBy: () => [],
        free: () => seRetire,
      },
    }),
  );
