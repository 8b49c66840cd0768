import { type SQL, sql } from "drizzle-orm";
import { NotFound } from "#domain/erreurs.ts";
import type { LigneEcrite } from "#domain/gerance/livres/grand-livre.ts";
import type {
  CompteDuReglement,
  LigneDuReglement,
  LotDuReglement,
  QuittanceDuReglement,
  SuiteDuReglement,
} from "#domain/gerance/locataires/reglement-fiche.ts";
import { ecritures, lignes, lignesReleve, reglements } from "#worker/db/schema/gerance.ts";
import { comptesRendus, comptesRendusLignes } from "#worker/db/schema/mandants.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { NUMERO_OU_FICHE } from "#worker/operations/gerance/livres/lignes-des-livres.ts";

/** The lines by which a payment changes the account of an owner. */
const chezLeMandant = (id: number) => sql`
  FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id AND l.genre IN ('4670', '4671')
  WHERE e."ReglementId" = ${id}`;

/**
 * The accounts rendered to owners that show a payment. For a line that no account shows yet, the first draft of its
 * mandate that ends on the line's day or later.
 */
const comptesDe = (id: number): SQL => sql`
  SELECT DISTINCT dite."CompteRenduId" FROM ${comptesRendusLignes} dite WHERE dite."LigneId" IN (SELECT l.id ${chezLeMandant(id)})
  UNION SELECT (SELECT r.id FROM ${comptesRendus} r WHERE r."MissionId" = attend.mandat AND r.etat = 'brouillon' AND r.au >= attend.date
    ORDER BY r.mois LIMIT 1)
  FROM (SELECT DISTINCT l.mandat, e.date ${chezLeMandant(id)}
    AND NOT EXISTS (SELECT 1 FROM ${comptesRendusLignes} dite WHERE dite."LigneId" = l.id)) attend`;

interface CompteLu extends Omit<CompteDuReglement, "lots"> {
  lots: string;
}

/**
 * The follow-up of a payment: the receipts that it settles, its entries, the bank lines that show it, the accounts
 * rendered to owners that show it, and the batches that pay these accounts; euros.
 * @throws NotFound when there is no such payment
 */
export async function lireSuiteDuReglement(
  { db }: Pick<Contexte, "db">,
  id: number,
): Promise<SuiteDuReglement> {
  const { existe, quittances, passees, banque, comptes } = await db.read({
    existe: db.all<{ id: number }>(sql`SELECT id FROM ${reglements} WHERE id = ${id}`),
    quittances: db.all<QuittanceDuReglement>(sql`
      SELECT q.id, q.numero, s.mois, sum(i.montant) / 100.0 AS montant
      FROM "Imputation" i JOIN "Echeance" s ON s.id = i."EcheanceId" JOIN "Quitance" q ON q.id = s."QuitanceId"
      WHERE i."ReglementId" = ${id} GROUP BY q.id, s.mois HAVING sum(i.montant) > 0 ORDER BY s.mois, q.id`),
    passees: db.all<Pick<LigneEcrite, "id" | "ecriture" | "date" | "libelle">>(sql`
      SELECT e.id, e.exercice || '-' || printf('%06d', e.numero) AS ecriture, e.date, e.libelle
      FROM ${ecritures} e WHERE e."ReglementId" = ${id} ORDER BY e.id`),
    banque: db.all<LigneDuReglement>(sql`
      SELECT s.id, s."ReleveId", c.nom AS compte, s.date, s.libelle, s.montant / 100.0 AS montant
      FROM ${reglements} r JOIN ${lignesReleve} s ON s.id IN (r."LigneReleveId", r."LigneRejetId")
      JOIN "CompteBancaire" c ON c.id = s."CompteBancaireId" WHERE r.id = ${id} ORDER BY s.date, s.id`),
    comptes: db.all<CompteLu>(sql`
      SELECT c.id, c.mois, c.etat, ${NUMERO_OU_FICHE} AS mandat,
        (SELECT json_group_array(json_object('id', lot.id, 'numero', lot.numero, 'etat', lot.etat)) FROM (
          SELECT DISTINCT b.id, b.numero, b.etat FROM "CompteRenduPart" p
          JOIN "Virement" v ON v."CompteRenduPartId" = p.id AND v.etat = 'emis'
          JOIN "Reversement" b ON b.id = v."ReversementId" AND b.etat <> 'annule'
          WHERE p."CompteRenduId" = c.id ORDER BY b.id) lot) AS lots
      FROM ${comptesRendus} c JOIN "Mission" m ON m.id = c."MissionId" WHERE c.id IN (${comptesDe(id)}) ORDER BY c.mois, c.id`),
  });
  if (existe.length === 0) throw new NotFound();
  return {
    ...{ quittances, ecritures: passees, banque },
    comptes: comptes.map(({ lots, ...compte }) => ({
      ...compte,
      lots: JSON.parse(lots) as LotDuReglement[],
    })),
  };
}
