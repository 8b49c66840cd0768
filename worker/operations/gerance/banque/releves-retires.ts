import { type SQL, sql } from "drizzle-orm";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import { type RetraitDeReleve, refusDeRetrait } from "#domain/gerance/banque/retrait-de-releve.ts";
import type { Db } from "#worker/db/client.ts";
import { history } from "#worker/db/schema/agence.ts";
import { storedFiles } from "#worker/db/schema/fichiers.ts";
import { lignesReleve, reglements, releves } from "#worker/db/schema/gerance.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import { effacer } from "#worker/files.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  prouves,
  relevesConfirmes,
  relevesProuves,
} from "#worker/operations/gerance/livres/releves-prouves.ts";
import { trace } from "#worker/operations/historique/history.ts";

/** The SQL conditions that keep a bank statement from being removed, by reason. */
const RETENU: Readonly<Record<keyof RetraitDeReleve, SQL>> = {
  faites: sql`EXISTS (SELECT 1 FROM ${lignesReleve} l WHERE l."ReleveId" = ${releves.id}
    AND (l.etat = 'rapprochee' OR (l.etat = 'a_rapprocher' AND l.motif IS NOT NULL)))`,
  communes: sql`EXISTS (SELECT 1 FROM ${releves} autre WHERE autre."CompteBancaireId" = ${releves.CompteBancaireId}
    AND autre.id > ${releves.id} AND autre.connues > 0 AND EXISTS (SELECT 1 FROM ${lignesReleve} l
      WHERE l."ReleveId" = ${releves.id} AND l.date BETWEEN autre.du AND autre.au))`,
  prouve: sql`(${releves.id} IN (SELECT id FROM ${relevesProuves}))`,
  suivi: sql`(EXISTS (SELECT 1 FROM ${relevesProuves} lui JOIN ${relevesProuves} suivant ON suivant.compte = lui.compte
    AND (suivant.au, suivant.id) > (lui.au, lui.id) WHERE lui.id = ${releves.id})
    OR ${releves.id} IN ${relevesConfirmes})`,
};

/** True when no reason keeps the statement: anyone who may delete can remove it. */
export const seRetire = sql`NOT (${RETENU.faites} OR ${RETENU.communes} OR ${RETENU.prouve} OR ${RETENU.suivi})`;

/** The reasons that keep a statement from being removed, as JSON: {@link RetraitDeReleve}. */
export const retenuDuReleve = sql<string>`json_object(${sql.join(
  Object.entries(RETENU).map(
    ([nom, quand]) => sql`${sql.raw(`'${nom}'`)}, iif(${quand}, json('true'), json('false'))`,
  ),
  sql`, `,
)})`;

/** `fichier`: the R2 key of the statement's file; null when another statement uses the file too. */
const lire = (db: Db, id: number) =>
  db.all<{ retenu: string; CompteBancaireId: number; fichier: string | null }>(sql`
    SELECT ${retenuDuReleve} AS retenu, "CompteBancaireId", (
      SELECT key FROM ${storedFiles} f WHERE f.id = ${releves.StoredFileId} AND NOT EXISTS (
        SELECT 1 FROM ${releves} autre WHERE autre."StoredFileId" = f.id AND autre.id <> ${releves.id})) AS fichier
    FROM ${releves} WHERE ${releves.id} = ${id}`);

/**
 * Removes a statement imported by mistake (banque/README §12.5), with its lines, and with its file when no other
 * statement uses it. History keeps its name, its days, its sum and the hash of its file. Lines that this statement
 * alone proved are no longer proven.
 * @param peutTout whether the user may also remove a proven statement
 * @throws NotFound when there is no such statement; Conflict with the reason that keeps the statement.
 */
export async function retirerReleve(
  { db, env, user }: Contexte,
  { id, peutTout }: { id: number; peutTout: boolean },
): Promise<void> {
  const fichier = await onWhatIsRead(async () => {
    const [releve] = await lire(db, id);
    if (!releve) throw new NotFound();
    const { retenu, CompteBancaireId, fichier } = releve;
    const refus = refusDeRetrait(JSON.parse(retenu) as RetraitDeReleve, peutTout);
    if (refus !== null) throw new Conflict(refus);
    const lignes = sql`(SELECT id FROM ${lignesReleve} WHERE "ReleveId" = ${id})`;
    await db.write({
      garde: provided(
        db,
        sql`(SELECT ${retenuDuReleve} FROM ${releves} WHERE ${releves.id} = ${id}) IS ${retenu}`,
      ),
      histoire: trace(db, {
        entite: "Releve",
        entiteId: id,
        etat: "Retrait",
        user,
        details: sql`(SELECT json_object('CompteBancaireId', r."CompteBancaireId", 'nom', r.nom, 'format', r.format, 'du', r.du,
          'au', r.au, 'lignes', count(l.id), 'montant', coalesce(sum(l.montant), 0) / 100.0, 'empreinte', r.empreinte)
          FROM ${releves} r LEFT JOIN ${lignesReleve} l ON l."ReleveId" = r.id WHERE r.id = fiche.id)`,
      }),
      // Cancelled payments still name the lines, which are about to be deleted.
      annules: db.run(sql`UPDATE ${reglements} SET "LigneReleveId" = NULL
        WHERE etat = 'annule' AND "LigneReleveId" IN ${lignes}`),
      lignes: db.run(sql`DELETE FROM ${lignesReleve} WHERE "ReleveId" = ${id}`),
      releve: db.run(sql`DELETE FROM ${releves} WHERE id = ${id}`),
      fichier: db.run(sql`DELETE FROM ${storedFiles} WHERE key = ${fichier}
        AND id NOT IN (SELECT "StoredFileId" FROM ${releves} WHERE "StoredFileId" IS NOT NULL)`),
      sansPreuve: desavouer(db, CompteBancaireId),
    });
    return fichier;
  });
  if (fichier !== null) await effacer(env, [fichier]);
}

/**
 * Unproves lines whose file was not proven at import, when no proven statement confirms this file or covers their
 * day.
 */
const desavouer = (db: Db, CompteBancaireId: number) =>
  db.run(sql`
    WITH RECURSIVE ${prouves(sql`(${CompteBancaireId})`)}
    UPDATE ${lignesReleve} SET prouvee = 0 WHERE prouvee AND "CompteBancaireId" = ${CompteBancaireId}
      AND "ReleveId" NOT IN (SELECT id FROM prouve UNION SELECT id FROM confirme)
      AND "ReleveId" IN (SELECT "entiteId" FROM ${history}
        WHERE entite = 'Releve' AND etat = 'Import' AND details ->> 'preuve' <> 'prouve')
      AND NOT EXISTS (SELECT 1 FROM prouve p WHERE ${lignesReleve.date} BETWEEN p.du AND p.au)`);
