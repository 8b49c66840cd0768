import { type SQL, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import { type ModeReglement, numeroReglement } from "#domain/gerance/locataires/reglement.ts";
import { refusSiPartage, refusSiProuve, refusSiRendu } from "#domain/quittances/quittance-fiche.ts";
import type { Db, Statements } from "#worker/db/client.ts";
import {
  NUMERO_REGLEMENT,
  partVivante,
  reglementsInchanges,
  renduAuMandant,
} from "#worker/db/conditions-comptes.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { echeances, ecritures, imputations, reglements } from "#worker/db/schema/gerance.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { extourner } from "#worker/operations/gerance/livres/ecritures.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { type EcheanceRendue, lireComptes, type Reprises, rendre } from "./comptes-lus.ts";
import { exigerDepotsLibres, lireArretes, memesArretes } from "./depots-arretes.ts";
import { regler } from "./imputations.ts";
import { type Suites, suitesDe } from "./quittances-suivies.ts";

/**
 * The statements that take payments back, or record that the bank refused them (locataires/README §12.2): their
 * entries are reversed, and the sums they settled are owed again.
 *
 * @param ids payments that are good or under reserve; others stay as they are
 * @param LigneRejetId the bank line that shows the refusal
 */
export function finirReglements(
  db: Db,
  ids: readonly number[],
  {
    etat,
    motif,
    today,
    date = today,
    user,
    LigneRejetId = null,
  }: {
    etat: "annule" | "rejete";
    motif: string;
    date?: Jour;
    today: Jour;
    user: string | null;
    LigneRejetId?: number | null;
  },
) {
  const json = JSON.stringify(ids);
  const parmiIds = sql`IN (SELECT value FROM json_each(${json}))`;
  return {
    fin: db.run(sql`
      UPDATE ${reglements} SET etat = ${etat}, motif = ${motif}, "finLe" = ${date},
        "LigneRejetId" = ${LigneRejetId}, "updatedAt" = ${MAINTENANT}
      WHERE id ${parmiIds} AND etat IN ('recu', 'credite')`),
    ...extourner(db, sql`origine."ReglementId" ${parmiIds}`, {
      date,
      today,
      user,
      ...(etat === "rejete" ? { journal: "REJ" } : {}),
    }),
    defaites: db.run(sql`
      INSERT INTO ${imputations} ("ReglementId", "EcheanceId", montant, "EcritureId")
      SELECT i."ReglementId", i."EcheanceId", -sum(i.montant), (SELECT x.id FROM ${ecritures} x WHERE x."annuleId" = i."EcritureId")
      FROM ${imputations} i WHERE i."ReglementId" ${parmiIds} AND ${partVivante(sql`i`)}
      GROUP BY i."ReglementId", i."EcheanceId", i."EcritureId"`),
    traceFin: trace(db, {
      entite: "Reglement",
      entiteId: sql`(SELECT value FROM json_each(${json}))`,
      etat: etat === "rejete" ? "Rejeté" : "Annulé",
      user,
      details: { motif, date },
    }),
  };
}

/**
 * True when these payments settle no receipt outside `QuitanceIds`: meanwhile, an advance may have been spent on
 * another receipt.
 */
export const reglentSeulement = (ids: readonly number[], QuitanceIds: readonly number[]) =>
  sql`NOT EXISTS (SELECT 1 FROM ${imputations} i JOIN ${echeances} e ON e.id = i."EcheanceId"
    WHERE i."ReglementId" IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND e."QuitanceId" IS NOT NULL
      AND e."QuitanceId" NOT IN (SELECT value FROM json_each(${JSON.stringify(QuitanceIds)}))
    GROUP BY i."ReglementId", e."QuitanceId" HAVING sum(i.montant) > 0)`;

/** The condition that no valid account shows these payments to the owner. */
export const nonRendus = (ids: readonly number[]): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(ids)}) repris WHERE ${renduAuMandant(sql`repris.value`)})`;

/** The condition that these payments are good, and that no statement line shows them. */
export const nonProuves = (ids: readonly number[]): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(ids)}) repris WHERE NOT EXISTS (SELECT 1 FROM ${reglements} r
    WHERE r.id = repris.value AND r.etat = 'credite' AND r."LigneReleveId" IS NULL))`;

interface Fin {
  motif: string;
  /** Other SQL statements to run in the same write, before those of the payment. */
  aussi?: Statements;
}

/**
 * Takes back a payment recorded by mistake: the payment is reversed today, and the sums that it settled are owed
 * again.
 * @throws NotFound when there is no such payment; Conflict when the payment was taken back or refused already, when a
 * bank statement shows it, or when another document, as the account of a departure, made it or counts it.
 */
export const annulerReglement = (
  ctx: Contexte,
  { id, ...fin }: Fin & { id: number },
): Promise<Suites> => annulerReglements(ctx, { ...fin, ids: [id] });

/**
 * Takes back payments recorded by mistake, all or none, as {@link annulerReglement}.
 * @throws NotFound when one of them does not exist; Conflict as {@link annulerReglement}, for any of them.
 */
export const annulerReglements = (
  ctx: Contexte,
  fin: Fin & { ids: readonly number[] },
): Promise<Suites> => finir(ctx, { ...fin, etat: "annule", date: ctx.today });

/**
 * Records that the bank refused a payment, on the day of the bank: the receipts that it paid are owed again.
 * @param LigneRejetId the bank line that shows the refusal; absent when a person notes it
 * @throws NotFound when there is no such payment; Conflict when the payment was taken back or refused already, or no
 * bank can refuse it; Invalid when the day is to come, or before the payment.
 */
export const rejeterReglement = (
  ctx: Contexte,
  { id, ...fin }: Fin & { id: number; date: Jour; LigneRejetId?: number },
): Promise<Suites> => finir(ctx, { ...fin, ids: [id], etat: "rejete" });

interface Fins extends Fin {
  ids: readonly number[];
  etat: "annule" | "rejete";
  date: Jour;
  LigneRejetId?: number;
}

async function finir(ctx: Contexte, { aussi = {}, ids, ...fin }: Fins): Promise<Suites> {
  const { db, today, user } = ctx;
  return onWhatIsRead(async () => {
    const choisis = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
    const { rows, parts, arretes } = await db.read({
      rows: db.select().from(reglements).where(sql`${reglements.id} IN ${choisis}`),
      parts: lireParts(db, sql`r.id IN ${choisis}`),
      arretes: lireArretes(db, choisis),
    });
    if (rows.length < new Set(ids).size) throw new NotFound();
    for (const row of rows) verifierFin(row, fin, today);
    exigerDepotsLibres(arretes, fin.etat);
    const { rendues, QuitanceIds } = renduesDe(parts);
    const { comptes } = await lireComptes(
      ctx,
      rows.map(({ DossierId }) => ({ DossierId, date: today })),
    );
    rendre(comptes, { ids, rendues });
    const { avant, inchange, ecrites } = await regler(ctx, { comptes, rendues });
    const { attente } = await db.write({
      garde: provided(
        db,
        sql`${inchange} AND ${reglentSeulement(ids, QuitanceIds)} AND ${reglementsInchanges(rows)}
          AND ${memesArretes(arretes, choisis)}`,
      ),
      ...aussi,
      ...finirReglements(db, ids, { ...fin, today, user }),
      ...ecrites,
    });
    return suitesDe(avant, attente);
  });
}

/**
 * The modes of payments that another record makes, each with the reason why such a payment is not taken back alone.
 */
const DE_LA_MAISON: Partial<Record<ModeReglement, string>> = {
  depot:
    "Ce règlement vient d’un compte de sortie arrêté : c’est cet arrêté qui s’annule, dans le départ du dossier.",
  regularisation: "Ce crédit vient d’un décompte de charges : un décompte rectificatif le corrige.",
};

/**
 * @throws Conflict when the payment was taken back or refused already, when another paper made it, when a bank
 * statement shows a payment to take back, or when the refused payment was in cash; Invalid when the refusal is before
 * the payment, or of a day to come.
 */
function verifierFin(
  row: typeof reglements.$inferSelect,
  { etat, date }: Pick<Fins, "date" | "etat">,
  today: Jour,
): void {
  if (row.etat === "rejete" || row.etat === "annule") {
    throw new Conflict(
      row.etat === "rejete" ? "Ce règlement a déjà été rejeté." : "Ce règlement est déjà annulé.",
    );
  }
  const refus = row.mode === null ? undefined : DE_LA_MAISON[row.mode];
  if (refus) throw new Conflict(refus);
  if (etat === "annule" && row.LigneReleveId !== null) {
    throw new Conflict(refusSiProuve(numeroReglement(row)));
  }
  if (etat === "rejete" && row.mode === "especes") {
    throw new Conflict(
      "Aucune banque ne rejette des espèces : si ce règlement a été saisi par erreur, annulez-le.",
    );
  }
  if (etat === "rejete" && (date > today || date < row.date)) {
    throw new Invalid({
      date: "Le rejet est daté du jour du règlement ou d’après, au plus tard d’aujourd’hui.",
    });
  }
}

/** The payments to take back from receipts, and the sums that are then owed again. */
interface ReglementsRepris extends Reprises {
  /** The receipts whose payments cannot be taken back, each with the reason. */
  gardees: Map<number, string>;
}

/**
 * The payments of these receipts, with the sums owed again once they are taken back. A payment is not taken back when
 * it settles something else too, when a bank statement shows it, or when an account shows it to the owner.
 */
export async function reglementsDe(
  { db }: Pick<Contexte, "db">,
  QuitanceIds: readonly number[],
): Promise<ReglementsRepris> {
  if (QuitanceIds.length === 0) return { ids: [], rendues: [], gardees: new Map() };
  const json = JSON.stringify(QuitanceIds);
  const parts = await lireParts(
    db,
    sql`r.etat = 'credite' AND r.id IN (
      SELECT si."ReglementId" FROM ${echeances} se JOIN ${imputations} si ON si."EcheanceId" = se.id
      WHERE se."QuitanceId" IN (SELECT value FROM json_each(${json})))`,
  );
  const gardees = gardeesDe(parts, QuitanceIds);
  const reprises = parts.filter(
    ({ QuitanceId }) =>
      QuitanceId !== null && QuitanceIds.includes(QuitanceId) && !gardees.has(QuitanceId),
  );
  return {
    ids: [...new Set(reprises.map(({ ReglementId }) => ReglementId))],
    rendues: renduesDe(reprises).rendues,
    gardees,
  };
}

/** The sums settled by the payments of this condition on `r`. */
export const lireParts = (db: Db, lesquels: SQL) =>
  db.all<PartReprise>(sql`
    SELECT e.id, e."DossierId", e."QuitanceId", e.mandat, e.mois, e."exigibleLe", e.nature, sum(i.montant) AS reste,
      e."EcritureId" IS NOT NULL AS inscrite, i."ReglementId", ${NUMERO_REGLEMENT} AS numero,
      r.mode, r."LigneReleveId" IS NOT NULL AS prouve, ${renduAuMandant(sql`r.id`)} AS rendu
    FROM ${imputations} i JOIN ${echeances} e ON e.id = i."EcheanceId" JOIN ${reglements} r ON r.id = i."ReglementId"
    WHERE ${lesquels} GROUP BY e.id, i."ReglementId" HAVING sum(i.montant) > 0`);

/** The sums owed again once these parts are taken back, with the receipts that call them. */
export const renduesDe = (parts: readonly PartReprise[]) => ({
  rendues: parts.map(
    ({ ReglementId, numero, mode, prouve, rendu, inscrite, ...part }): EcheanceRendue => ({
      ...part,
      inscrite: inscrite === 1,
    }),
  ),
  QuitanceIds: [...new Set(parts.flatMap(({ QuitanceId }) => QuitanceId ?? []))],
});

type PartReprise = Omit<EcheanceRendue, "inscrite"> & {
  inscrite: number;
  ReglementId: number;
  numero: string;
  mode: ModeReglement | null;
  prouve: number;
  rendu: number;
};

/**
 * The reason why a payment cannot be taken back, whatever the receipts it settles; undefined when it may be taken
 * back.
 */
function refusDuReglement(parts: readonly PartReprise[]): string | undefined {
  const [part] = parts;
  if (!part) return undefined;
  if (part.prouve === 1) return refusSiProuve(part.numero);
  if (part.mode !== null && DE_LA_MAISON[part.mode]) return DE_LA_MAISON[part.mode];
  return part.rendu === 1 ? refusSiRendu(part.numero) : undefined;
}

/**
 * The receipts that keep their payments, each with the reason. A receipt that keeps one payment keeps them all; so do
 * the other receipts that these payments settle.
 */
function gardeesDe(
  parts: readonly PartReprise[],
  QuitanceIds: readonly number[],
): Map<number, string> {
  const gardees = new Map<number, string>();
  const demandee = (id: number | null): id is number => id !== null && QuitanceIds.includes(id);
  const reglements = [...Map.groupBy(parts, ({ ReglementId }) => ReglementId).values()];
  for (let avant = -1; avant < gardees.size; ) {
    avant = gardees.size;
    for (const duReglement of reglements) {
      const refus = refusDuReglement(duReglement);
      const reste = ({ QuitanceId }: PartReprise) =>
        !demandee(QuitanceId) || gardees.has(QuitanceId);
      if (!refus && !duReglement.some(reste)) continue;
      for (const { QuitanceId, numero } of duReglement) {
        if (!demandee(QuitanceId) || gardees.has(QuitanceId)) continue;
        gardees.set(QuitanceId, refus ?? refusSiPartage(numero));
      }
    }
  }
  return gardees;
}
