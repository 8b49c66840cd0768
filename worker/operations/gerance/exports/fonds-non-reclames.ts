import { sql } from "drizzle-orm";
import type { FondsNonReclame } from "#domain/gerance/livres/fonds-non-reclames.ts";
import { A_IDENTIFIER } from "#domain/gerance/rapprochement/ligne-releve.ts";
import { enEuros } from "#domain/montants.ts";
import { reversementTenu } from "#worker/db/conditions-comptes.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { sommesEnAttente } from "#worker/operations/gerance/banque/sommes-en-attente.ts";

const NOM = sql.raw(`t.prenom || ' ' || t.nom`);

/**
 * The dossiers with a balance on this kind of account, and the day of its last credit; cents. A sum that goes back
 * with a deposit is listed with its frozen account.
 */
const tenu = (genre: "165" | "4191") =>
  sql`(SELECT l.de, sum(l.credit - l.debit) AS montant, max(iif(l.credit > 0, e.date, '')) AS depuis FROM "Ligne" l
    JOIN "Ecriture" e ON e.id = l."EcritureId" WHERE l.genre = ${genre} AND NOT (${genre} = '4191' AND e.journal = 'DG') GROUP BY l.de HAVING sum(l.credit - l.debit) > 0)`;

const NON_VIRE = sql`NOT EXISTS (SELECT 1 FROM "Virement" v WHERE v.etat = 'emis'`;

/**
 * The funds of others that wait for their owner (livres/README §12.25), the oldest first: whose money, since when and
 * why; euros.
 */
export async function lireFondsNonReclames({
  db,
  today,
}: Pick<Contexte, "db" | "today">): Promise<FondsNonReclame[]> {
  const rows = await db.all<FondsNonReclame>(sql`
    SELECT 'a_identifier' AS genre, coalesce(tiers, libelle) AS qui, 'LigneReleve' AS entite, id, date AS depuis, montant
    FROM "LigneReleve" WHERE etat = 'a_rapprocher' AND motif = ${A_IDENTIFIER} AND montant > 0
    UNION ALL
    SELECT 'pour_proprietaire', qui, 'LigneReleve', id, date, montant FROM ${sommesEnAttente} WHERE etat = 'rapprochee'
    UNION ALL
    SELECT 'avance', ${NOM}, 'Dossier', d.id, max(d."dateSortie", a.depuis), a.montant FROM ${tenu("4191")} a
    JOIN "Dossier" d ON d.id = a.de JOIN "Locataire" t ON t.id = d."LocataireId" WHERE d."dateSortie" <= ${today}
    UNION ALL
    SELECT 'depot', ${NOM}, 'Dossier', d.id, d."dateSortie", a.montant FROM ${tenu("165")} a
    JOIN "Dossier" d ON d.id = a.de JOIN "Locataire" t ON t.id = d."LocataireId" WHERE d."dateSortie" <= ${today}
      AND NOT EXISTS (SELECT 1 FROM "SoldeDepart" s JOIN "Depart" p ON p.id = s."DepartId" WHERE p."DossierId" = d.id AND s."annuleLe" IS NULL)
    UNION ALL
    SELECT 'restitution', ${NOM}, 'Dossier', d.id, s.date, s.restitution FROM "SoldeDepart" s JOIN "Depart" p ON p.id = s."DepartId"
    JOIN "Dossier" d ON d.id = p."DossierId" JOIN "Locataire" t ON t.id = d."LocataireId"
    WHERE s."annuleLe" IS NULL AND s.restitution > 0 AND s.contenu ->> '$.lieu' = 'agence' AND ${NON_VIRE} AND v."SoldeDepartId" = s.id)
    UNION ALL
    SELECT 'trop_percu', ${NOM}, 'Dossier', d.id, s.date, s.montant FROM "AvanceRendue" s
    JOIN "Dossier" d ON d.id = s."DossierId" JOIN "Locataire" t ON t.id = d."LocataireId"
    WHERE s."annuleLe" IS NULL AND ${NON_VIRE} AND v."AvanceRendueId" = s.id)
    UNION ALL
    SELECT 'reversement', trim(t.prenom || ' ' || t.nom), 'CompteRendu', c.id, c."clotureLe", p.montant FROM "CompteRenduPart" p
    JOIN "CompteRendu" c ON c.id = p."CompteRenduId" AND c.etat = 'valide' JOIN "Client" t ON t.id = p."ClientId"
    WHERE p.montant > 0 AND ${NON_VIRE} AND v."CompteRenduPartId" = p.id)
      AND ${reversementTenu}
    ORDER BY depuis, qui`);
  return rows.map((row) => ({ ...row, montant: enEuros(row.montant) }));
}
