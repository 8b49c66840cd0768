import { type SQL, sql } from "drizzle-orm";
import { lignesReleve, releves } from "#worker/db/schema-gerance.ts";

const formatDe = (ligne: SQL) => sql`(SELECT format FROM ${releves} WHERE id = ${ligne})`;

/**
 * An earlier line of the same account that another format brought: the same amount within three days, and a label that is
 * the beginning of the other, as formats cut them. Other indexes are kept away (+): its amount and its day find it.
 */
export const doublonDe = sql`(SELECT autre.id FROM ${lignesReleve} autre
  WHERE autre."CompteBancaireId" = ${lignesReleve.CompteBancaireId} AND autre.montant = ${lignesReleve.montant}
    AND autre.date BETWEEN date(${lignesReleve.date}, '-3 days') AND date(${lignesReleve.date}, '+3 days')
    AND +autre."ReleveId" < ${lignesReleve.ReleveId}
    AND (instr(upper(autre.libelle), upper(${lignesReleve.libelle})) = 1
      OR instr(upper(${lignesReleve.libelle}), upper(autre.libelle)) = 1)
    AND ${formatDe(sql`autre."ReleveId"`)} <> ${formatDe(sql`${lignesReleve.ReleveId}`)}
  ORDER BY autre.id LIMIT 1)`;
