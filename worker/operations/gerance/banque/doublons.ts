import { type SQL, sql } from "drizzle-orm";
import { lignesReleve, releves } from "#worker/db/schema-gerance.ts";

const formatDe = (ligne: SQL) => sql`(SELECT format FROM ${releves} WHERE id = ${ligne})`;

/**
 * An earlier line of the same account that another format brought: the same amount within three days, and a label that is
 * the beginning of the other, as formats cut them. Its statement is found first (CROSS JOIN): most accounts have one format,
 * and then no line is looked at; its amount and its day find it, and no other index (+).
 */
export const doublonDe = sql`(SELECT autre.id FROM ${releves} avant CROSS JOIN ${lignesReleve} autre
  WHERE avant."CompteBancaireId" = ${lignesReleve.CompteBancaireId} AND avant.id < ${lignesReleve.ReleveId}
    AND avant.format <> ${formatDe(sql`${lignesReleve.ReleveId}`)}
    AND coalesce(avant.au, '9999') >= date(${lignesReleve.date}, '-3 days')
    AND coalesce(avant.du, '') <= date(${lignesReleve.date}, '+3 days')
    AND autre."CompteBancaireId" = ${lignesReleve.CompteBancaireId} AND autre.montant = ${lignesReleve.montant}
    AND autre.date BETWEEN date(${lignesReleve.date}, '-3 days') AND date(${lignesReleve.date}, '+3 days')
    AND +autre."ReleveId" = avant.id
    AND (instr(upper(autre.libelle), upper(${lignesReleve.libelle})) = 1
      OR instr(upper(${lignesReleve.libelle}), upper(autre.libelle)) = 1)
  ORDER BY autre.id LIMIT 1)`;
