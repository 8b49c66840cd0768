import { type SQL, sql } from "drizzle-orm";
import { GENRES, type Genre } from "#domain/gerance/livres/ecritures.ts";
import { codeDuTiers } from "#domain/gerance/livres/fec.ts";
import { nomComplet, nomsReunis, type Personne } from "#domain/personnes/personne.ts";
import { motsCherches } from "#domain/recherche.ts";
import type { Db } from "#worker/db/client.ts";
import { NUMERO_OU_FICHE } from "./lignes-des-livres.ts";

/** True when a text, in lower case and without accents, contains every word that is searched. */
const contient = (texte: SQL, cherche: string) =>
  sql.join(
    motsCherches(cherche).map(
      (mot) => sql`(${texte}) LIKE ${`%${mot.replace(/[\\%_]/g, "\\$&")}%`} ESCAPE '\\'`,
    ),
    sql` AND `,
  );

/**
 * The holders of accounts of a kind whose name, dwelling or number has these words, as a query of their identifiers.
 */
function tiersCherches(genre: Genre, cherche: string): SQL {
  switch (GENRES[genre].de) {
    case "Dossier":
      return sql`SELECT d.id FROM "Dossier" d JOIN "Locataire" t ON t.id = d."LocataireId" JOIN "Appartement" a ON a.id = d."AppartementId"
        WHERE ${contient(sql`'d' || printf('%06d', d.id) || ' ' || t.recherche || ' ' || a.recherche`, cherche)}`;
    case "mandat":
      return sql`SELECT m.id FROM "Mission" m WHERE ${contient(
        sql`coalesce(m."numRegistre", '') || ' ' || m.recherche || ' ' || coalesce((SELECT group_concat(c.recherche, ' ')
          FROM "MissionClient" x JOIN "Client" c ON c.id = x."ClientId" WHERE x."MissionId" = m.id), '')`,
        cherche,
      )}
        UNION ALL SELECT -a.id FROM "Appartement" a WHERE ${contient(sql`a.recherche`, cherche)}`;
    case "fournisseur":
      return sql`SELECT f.id FROM "Fournisseur" f WHERE ${contient(sql`f.recherche`, cherche)}`;
    default:
      return sql`SELECT c.id FROM "CompteBancaire" c WHERE ${contient(sql`lower(c.nom)`, cherche)}`;
  }
}

/**
 * The condition that the holder of an account is among those that the words of `cherche` find; true without any word.
 */
export const tiersTrouve = (de: SQL, genre: Genre, cherche: string): SQL =>
  motsCherches(cherche).length === 0 ? sql`true` : sql`${de} IN (${tiersCherches(genre, cherche)})`;

/** The names of these holders of accounts of a kind: « D000123 Mme Durand », « Mandat 000042, M. Petit ». */
export async function nommerTiers(
  db: Db,
  { genre, des }: { genre: Genre; des: readonly number[] },
): Promise<Map<number, string>> {
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(des)}))`;
  const quoi = GENRES[genre].de;
  if (des.length === 0 || quoi === null) return new Map();
  if (quoi === "mandat") {
    const mandats = await db.all<{ id: number; numero: string; mandants: string }>(sql`
      SELECT m.id, ${NUMERO_OU_FICHE} AS numero,
        (SELECT json_group_array(json_object('titre', c.titre, 'nom', c.nom, 'prenom', c.prenom, 'qualite', c.qualite))
          FROM "MissionClient" x JOIN "Client" c ON c.id = x."ClientId" WHERE x."MissionId" = m.id) AS mandants
      FROM "Mission" m WHERE m.id IN ${ids}`);
    const noms = mandats.map(({ id, numero, mandants }): [number, string] => [
      id,
      [`Mandat ${numero}`, nomsReunis(JSON.parse(mandants) as Personne[])]
        .filter(Boolean)
        .join(", "),
    ]);
    return new Map([
      ...des.filter((de) => de < 0).map((de): [number, string] => [de, `Appartement ${-de}`]),
      ...noms,
    ]);
  }
  if (quoi === "Dossier") {
    const dossiers = await db.all<Personne & { id: number }>(sql`
      SELECT d.id, t.titre, t.nom, t.prenom FROM "Dossier" d JOIN "Locataire" t ON t.id = d."LocataireId" WHERE d.id IN ${ids}`);
    return new Map(
      dossiers.map(({ id, ...locataire }) => [
        id,
        `${codeDuTiers({ genre, de: id })} ${nomComplet(locataire)}`,
      ]),
    );
  }
  const noms = await db.all<{ id: number; nom: string }>(
    quoi === "fournisseur"
      ? sql`SELECT f.id, f.nom FROM "Fournisseur" f WHERE f.id IN ${ids}`
      : sql`SELECT c.id, c.nom FROM "CompteBancaire" c WHERE c.id IN ${ids}`,
  );
  return new Map(noms.map(({ id, nom }) => [id, nom]));
}
