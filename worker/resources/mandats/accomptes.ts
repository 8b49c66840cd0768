import { count, eq, type SQL, sql } from "drizzle-orm";
import { nomAppartement } from "#domain/biens/adresse.ts";
import { Conflict, Invalid } from "#domain/erreurs.ts";
import {
  ACOMPTES_EN_TROP,
  accompteEnRetard,
  MANDAT_SANS_NUMERO,
  payeDe,
} from "#domain/missions/accompte.ts";
import type { AccompteDetail, AccompteRow } from "#domain/missions/accompte-fiche.ts";
import { type Accompte, creation, modification } from "#domain/missions/accompte-fiche.ts";
import { horsTaxe } from "#domain/montants.ts";
import type { Db } from "#worker/db/client.ts";
import { acomptesPayes, honorairesPermis, libre, totalMission } from "#worker/db/conditions.ts";
import { accomptes, missions } from "#worker/db/schema/missions.ts";
import { appartements } from "#worker/db/schema/schema.ts";
import { crud } from "#worker/http/api/crud.ts";
import { byBoolean, byId, type Page } from "#worker/http/api/list-query.ts";
import type { Rule } from "#worker/http/api/record.ts";

const recherche = sql`coalesce(${appartements.recherche}, '')`;

export const accompteResource = crud({
  name: "Accompte",
  table: accomptes,
  creation,
  modification,
  list: {
    search: [recherche],
    searched: [],
    sort: {
      dateDepart: accomptes.dateDepart,
      dateFin: accomptes.dateFin,
      datePaiement: accomptes.datePaiement,
      prix: accomptes.prix,
      appartement: appartements.ordre,
      id: accomptes.id,
    },
    defaultSort: "dateDepart",
    filters: { MissionId: byId(accomptes.MissionId), regle: byBoolean(accomptes.regle) },
    rows: (db: Db, { where, orderBy, limit, offset }: Page) =>
      db
        .select({
          id: accomptes.id,
          MissionId: accomptes.MissionId,
          AppartementId: accomptes.AppartementId,
          dateDepart: accomptes.dateDepart,
          dateFin: accomptes.dateFin,
          prix: accomptes.prix,
          tva: accomptes.tva,
          mode: accomptes.mode,
          regle: accomptes.regle,
          datePaiement: accomptes.datePaiement,
          montant: accomptes.montant,
          date: accomptes.date,
          updatedAt: accomptes.updatedAt,
          version: accomptes.version,
          appartement: { adresse: appartements.adresse, etage: appartements.etage },
        })
        .from(accomptes)
        .leftJoin(appartements, eq(appartements.id, accomptes.AppartementId))
        .where(where)
        .orderBy(...orderBy)
        .limit(limit ?? -1)
        .offset(offset),
    count: (db, where) =>
      db
        .select({ total: count() })
        .from(accomptes)
        .leftJoin(appartements, eq(appartements.id, accomptes.AppartementId))
        .where(where),
    view: ({ appartement, ...row }, today): AccompteRow => ({
      ...row,
      enRetard: accompteEnRetard(row, today),
      prixHT: horsTaxe(row.prix, row.tva),
      appartement: appartement && nomAppartement(appartement),
    }),
    csv: [
      { titre: "Appartement", valeur: (row) => row.appartement },
      { titre: "Début", valeur: (row) => row.dateDepart },
      { titre: "Fin", valeur: (row) => row.dateFin },
      { titre: "Prix TTC", valeur: (row) => row.prix },
      { titre: "TVA", valeur: (row) => row.tva },
      { titre: "Prix HT", valeur: (row) => row.prixHT },
      { titre: "Réglé", valeur: (row) => row.regle },
      { titre: "Mode", valeur: (row) => row.mode },
      { titre: "Date de paiement", valeur: (row) => row.datePaiement },
      { titre: "Montant payé", valeur: (row) => row.montant },
    ],
  },
  find: {
    query: (db: Db, id: number | SQL) =>
      db.query.accomptes.findFirst({
        where: eq(accomptes.id, id),
        with: {
          appartement: {
            columns: { id: true, adresse: true, codePostal: true, ville: true, etage: true },
          },
        },
      }),
    view: ({ appartement, ...accompte }, { canDelete }): AccompteDetail => ({
      ...accompte,
      prixHT: horsTaxe(accompte.prix, accompte.tva),
      Appartement: appartement,
      canDelete,
    }),
    heldBy: ({ regle }) => (regle ? ["un paiement enregistré"] : []),
    free: () => libre.accompte,
  },
  rules,
});

/**
 * An instalment can be paid only when {@link honorairesPermis} holds for its mission, and the payments of a mission
 * never exceed its total. A paid instalment stays in its mission, with its amounts, until its payment is taken back.
 */
function rules(after: Accompte, before?: Accompte & { id: number }): Rule[] {
  const { MissionId } = after;
  const kept = before?.regle ? keptByPayment(after, before) : undefined;
  if (kept) return [{ holds: sql`false`, refusal: kept }];
  const paid = payeDe(after);
  const ici = before?.MissionId === MissionId;
  const more = paid > (before && ici ? payeDe(before) : 0);
  if (!MissionId) return [];
  if (!more) return [];
  return [
    { holds: honorairesPermis(MissionId), refusal: new Conflict(MANDAT_SANS_NUMERO, "regle") },
    {
      holds: sql`(SELECT ${totalMission} FROM ${missions} WHERE ${missions.id} = ${MissionId})
        >= ${acomptesPayes(MissionId, before?.id)} + ${sql.param(paid, accomptes.prix)}`,
      refusal: new Invalid({ [after.montant == null ? "prix" : "montant"]: ACOMPTES_EN_TROP }),
    },
  ];
}

/**
 * The conflict when a field of a paid instalment changes before its payment is taken back (historique/README §9.11).
 */
function keptByPayment(after: Accompte, before: Accompte): Conflict | undefined {
  if (before.MissionId && after.MissionId !== before.MissionId) {
    return new Conflict("Cet acompte est payé : il reste à sa mission.", "MissionId");
  }
  if (!after.regle) return undefined;
  if (after.prix !== before.prix) {
    return new Conflict("Cet acompte est payé : il garde son prix.", "prix");
  }
  if (before.montant !== null && after.montant !== before.montant) {
    return new Conflict("Cet acompte est payé : il garde le montant reçu.", "montant");
  }
  if (before.datePaiement && !after.datePaiement) {
    return new Conflict(
      "Cet acompte est payé : il garde sa date de paiement. Marquez-le d’abord non réglé.",
      "datePaiement",
    );
  }
}
