import { eq, type SQL, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import { depensePayee } from "#domain/gerance/livres/ecritures-mandats.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import {
  type Depense,
  FIGES_UNE_FOIS_PAYEE,
  type MandatDeDepense,
  payeeParLAgence,
  refusDeBonAPayer,
  refusDePaiement,
} from "#domain/gerance/mandats/depense.ts";
import { enCentimes } from "#domain/montants.ts";
import { MODE_USUEL, type ModePaiement } from "#domain/quittances/paiement.ts";
import type { Db, Statements } from "#worker/db/client.ts";
import { CLE_DE_DEPENSE, paiementDeDepense } from "#worker/db/conditions-comptes.ts";
import { newestId, nextId, rowExists } from "#worker/db/rows.ts";
import { conditionsMandat, ecritures, lignes } from "#worker/db/schema/gerance.ts";
import { comptesRendusLignes } from "#worker/db/schema/mandants.ts";
import { intendances } from "#worker/db/schema/missions.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  compteDePaiement,
  encorePayeur,
} from "#worker/operations/gerance/banque/comptes-bancaires.ts";
import { debutComptes, extourner, poster } from "#worker/operations/gerance/livres/ecritures.ts";
import { fondsConvenus, mandatDe } from "#worker/operations/gerance/livres/fonds.ts";
import { trace } from "#worker/operations/historique/history.ts";

const terme = (nom: "seuilAccord" | "accordDe", mandat: SQL, date: SQL | Jour) =>
  sql`(SELECT c.${sql.identifier(nom)} FROM ${conditionsMandat} c WHERE c."MissionId" = ${mandat}
    AND c.depuis <= ${date} ORDER BY c.depuis DESC, c.id DESC LIMIT 1)`;

/** The sum, in cents, above which an expense of a mandate needs its owner's agreement on a day; null without terms. */
export const seuilAccord = (mandat: SQL, date: SQL | Jour) => terme("seuilAccord", mandat, date);

/**
 * The mandates of these dwellings on a day: their terms, and the lowest balance of the owner's account from that day
 * on. The receiver of the rents (`fonds`) ignores the end of the mandate: its account may still pay a bill whose
 * transfer the bank refused.
 */
const mandatsAu = (AppartementIds: readonly number[], date: Jour) => sql`
  WITH lu AS (SELECT DISTINCT value AS logement FROM json_each(${JSON.stringify(AppartementIds)})),
    sien AS (SELECT lu.logement, ${mandatDe(sql`lu.logement`)} AS mandat FROM lu),
    jour AS (
      SELECT l.mandat, e.date, sum(l.credit - l.debit) AS mouvement FROM ${lignes} l JOIN ${ecritures} e ON e.id = l."EcritureId"
      WHERE l.genre = '4670' AND l.mandat IN (SELECT mandat FROM sien) GROUP BY l.mandat, e.date
      UNION ALL SELECT DISTINCT mandat, '', 0 FROM sien),
    cumul AS (SELECT mandat, date, sum(mouvement) OVER (PARTITION BY mandat ORDER BY date) AS solde,
      lead(date, 1, '9999') OVER (PARTITION BY mandat ORDER BY date) AS suivant FROM jour),
    tenu AS (SELECT mandat, min(solde) AS disponible FROM cumul WHERE suivant > ${date} GROUP BY mandat)
  SELECT sien.logement AS "AppartementId", sien.mandat, ${fondsConvenus(sql`sien.mandat`, date)} AS fonds,
    ${seuilAccord(sql`sien.mandat`, date)} AS "seuilAccord", ${terme("accordDe", sql`sien.mandat`, date)} AS "accordDe", tenu.disponible, ${debutComptes} AS debut
  FROM sien JOIN tenu ON tenu.mandat = sien.mandat`;

type MandatLu = MandatDeDepense & { AppartementId: number };

/** The condition that these mandates are as they were read. */
export const memesMandats = (mandatsLus: readonly MandatLu[], date: Jour) =>
  sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(mandatsLus)}) lu LEFT JOIN (${mandatsAu(
    mandatsLus.map(({ AppartementId }) => AppartementId),
    date,
  )}) m ON m."AppartementId" = lu.value ->> 'AppartementId'
    WHERE m.mandat IS NOT lu.value ->> 'mandat' OR m.fonds IS NOT lu.value ->> 'fonds'
      OR m."seuilAccord" IS NOT lu.value ->> 'seuilAccord' OR m.disponible IS NOT lu.value ->> 'disponible'
      OR m.debut IS NOT lu.value ->> 'debut')`;

/**
 * The mandates of these dwellings on a day, by dwelling. A dwelling without a mandate counts as a mandate of its own,
 * whose number is below zero.
 */
export async function lireMandats(db: Db, AppartementIds: readonly number[], date: Jour) {
  const mandatsLus = await db.all<MandatLu>(mandatsAu(AppartementIds, date));
  return {
    lus: mandatsLus,
    de: new Map(mandatsLus.map((mandat) => [mandat.AppartementId, mandat])),
  };
}

/** An expense that may be paid; cents. */
interface DepenseAPayer {
  id: number;
  mandat: number;
  FournisseurId: number;
  montant: Centimes;
  numFacture: string | null;
}

/** The statements that post these payments in the books, where the condition `quand` holds. */
function posterPaiements(
  db: Db,
  aPayer: readonly DepenseAPayer[],
  {
    date,
    CompteBancaireId,
    today,
    user,
    quand = sql`true`,
  }: { date: Jour; CompteBancaireId: number | null; today: Jour; user: string | null; quand?: SQL },
) {
  return poster(
    db,
    aPayer.map(({ id, mandat, FournisseurId, montant, numFacture }) => ({
      ...depensePayee({
        mandat,
        fournisseur: FournisseurId,
        compteBancaire: CompteBancaireId,
        montant,
      }),
      cle: `${CLE_DE_DEPENSE} ${id} ${crypto.randomUUID()}`,
      date,
      libelle: "Dépense payée pour le mandant",
      ...(numFacture ? { piece: numFacture } : {}),
    })),
    { today, user, quand },
  );
}

/** The refusal of one expense, with its name when there are several. */
const nommer = (depense: { intitule: string | null }, refus: string, plusieurs: boolean) =>
  plusieurs ? `${depense.intitule} : ${refus}` : refus;

/**
 * The payments of these expenses on a day. They are checked one after the other: each leaves less money to the next.
 * @throws NotFound when `mandats` lacks a dwelling; Conflict with a sentence, at the first expense that may not be
 * paid.
 */
function payables(
  depenses: readonly (Depense & {
    id: number;
    AppartementId: number;
    intitule: string | null;
    numFacture: string | null;
  })[],
  mandats: ReadonlyMap<number, MandatDeDepense>,
  date: Jour,
): DepenseAPayer[] {
  const restes = new Map<number, Centimes>();
  return depenses.map((depense) => {
    const { id, AppartementId, FournisseurId, numFacture } = depense;
    const mandat = mandats.get(AppartementId);
    if (!mandat) throw new NotFound();
    const disponible = restes.get(mandat.mandat) ?? mandat.disponible;
    const refus = refusDePaiement(depense, mandat, { date, disponible });
    if (refus) throw new Conflict(nommer(depense, refus, depenses.length > 1));
    const montant = enCentimes(depense.montant ?? 0);
    restes.set(mandat.mandat, disponible - montant);
    return { id, mandat: mandat.mandat, FournisseurId: FournisseurId ?? 0, montant, numFacture };
  });
}

/**
 * The expenses of these identifiers. A part of an expense of a building comes with all the other parts: they are
 * approved, paid and taken back together (charges/README §16.2).
 * @throws NotFound when one of them does not exist.
 */
async function depensesDe(db: Db, ids: readonly number[]) {
  const depenses = await db
    .select()
    .from(intendances)
    .where(
      sql`${intendances.id} ${parmi(ids)} OR ${intendances.DepenseImmeubleId} IN (
        SELECT part."DepenseImmeubleId" FROM "Intendance" part WHERE part.id ${parmi(ids)})`,
    )
    .orderBy(intendances.id);
  const trouvees = new Set(depenses.map(({ id }) => id));
  if (ids.some((id) => !trouvees.has(id))) throw new NotFound();
  return depenses;
}

/** The condition that these expenses are as they were read. */
export const memesDepenses = (depenses: readonly { id: number; version: number }[]) =>
  sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(depenses.map(({ id, version }) => ({ id, version })))}) lu
    WHERE NOT EXISTS (SELECT 1 FROM "Intendance" d WHERE d.id = lu.value ->> 'id' AND d.version = lu.value ->> 'version'))`;

const parmi = (ids: readonly number[]) =>
  sql`IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** True when a batch pays one of these expenses, or is to pay it. */
const enLot = (ids: readonly number[]) =>
  sql`EXISTS (SELECT 1 FROM "Virement" v WHERE v."IntendanceId" ${parmi(ids)} AND v.etat = 'emis')`;

/** The expenses, among these, that a batch pays or is to pay. */
const prisesParUnLot = async (db: Db, ids: readonly number[]): Promise<Set<number>> =>
  new Set(
    (
      await db.all<{ id: number }>(
        sql`SELECT v."IntendanceId" AS id FROM "Virement" v WHERE v."IntendanceId" ${parmi(ids)} AND v.etat = 'emis'`,
      )
    ).map((depense) => depense.id),
  );

/**
 * @throws Conflict when a batch pays one of these expenses, or is to pay it: the batch is to be cancelled first, or
 * its transfer refused.
 */
async function exigerSansLot(db: Db, ids: readonly number[], champ?: string): Promise<void> {
  const [depense] = await db.all<{ intitule: string | null; lot: string }>(sql`
    SELECT d.intitule, r.numero AS lot FROM "Virement" v JOIN "Reversement" r ON r.id = v."ReversementId"
    JOIN "Intendance" d ON d.id = v."IntendanceId" WHERE d.id ${parmi(ids)} AND v.etat = 'emis' LIMIT 1`);
  if (!depense) return;
  const refus = `Cette dépense est dans le lot ${depense.lot} : annulez-le, ou notez le rejet de son virement.`;
  throw new Conflict(nommer(depense, refus, ids.length > 1), champ);
}

type Geste = Pick<Contexte, "db" | "now" | "today" | "user">;

const tracer = (
  { db, user }: Geste,
  ids: readonly number[],
  { etat, details }: { etat: string; details: Record<string, unknown> },
) =>
  trace(db, {
    entite: "Intendance",
    entiteId: sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    etat,
    user,
    details,
  });

/**
 * The line of history of expenses about to be deleted, to write before the deletion. It keeps their values, for the
 * balances of days already closed.
 * @param lesquelles a condition on `Intendance`
 */
export const direRetirees = ({ db, user }: Pick<Geste, "db" | "user">, lesquelles: SQL) =>
  trace(db, {
    entite: "Intendance",
    entiteId: sql`(SELECT id FROM ${intendances} WHERE ${lesquelles})`,
    ...{ etat: "Suppression", user },
    details: sql`(SELECT json_object('nature', nature, 'AppartementId', "AppartementId", 'date', date, 'montant', montant / 100.0,
      'numFacture', "numFacture", 'FournisseurId', "FournisseurId", 'payePar', "payePar", 'bonAPayerLe', "bonAPayerLe", 'regle', regle)
      FROM ${intendances} WHERE id = fiche.id)`,
  });

/**
 * Approves expenses for payment, all or none (mandats/README §12.16): until they are paid, their sums are kept aside
 * from the owner's money. Expenses approved already stay as they are.
 * @throws NotFound; Conflict with a sentence when one of them is paid, is no sum for the agency to pay, or needs its
 * owner's agreement.
 */
export async function donnerBonAPayer(ctx: Geste, ids: readonly number[]): Promise<void> {
  const { db, now, today } = ctx;
  await onWhatIsRead(async () => {
    const depenses = (await depensesDe(db, ids)).filter(({ bonAPayerLe }) => !bonAPayerLe);
    const { lus: mandatsLus, de } = await lireMandats(
      db,
      depenses.map(({ AppartementId }) => AppartementId),
      today,
    );
    for (const depense of depenses) {
      const mandat = de.get(depense.AppartementId);
      if (!mandat) throw new NotFound();
      const refus = depense.regle
        ? "Cette dépense est déjà payée."
        : refusDeBonAPayer(depense, mandat);
      if (refus) throw new Conflict(nommer(depense, refus, ids.length > 1));
    }
    const choisies = depenses.map(({ id }) => id);
    if (choisies.length === 0) return;
    await db.write({
      garde: provided(db, sql`${memesDepenses(depenses)} AND ${memesMandats(mandatsLus, today)}`),
      traces: tracer(ctx, choisies, { etat: "Bon à payer", details: { bonAPayerLe: today } }),
      bons: db.run(sql`UPDATE "Intendance" SET "bonAPayerLe" = ${today}, "updatedAt" = ${now.toISOString()}
        WHERE id ${parmi(choisies)}`),
    });
  });
}

/**
 * Pays expenses for their owners, all or none (mandats/README §12.16): each leaves the owner's account and the bank on
 * that day. Of two payments of one expense at once, the second is refused.
 * @throws NotFound; Invalid when the day is to come or the account is not an open one of gérance; Conflict with a
 * sentence when an expense is paid or in a batch already, or may not be paid on that day.
 */
export async function payerDepenses(
  ctx: Geste,
  {
    ids: demandees,
    date,
    mode,
    CompteBancaireId,
  }: {
    ids: readonly number[];
    date: Jour;
    mode: ModePaiement | null;
    CompteBancaireId: number | null;
  },
): Promise<void> {
  const { db, now, today, user } = ctx;
  if (date > today) throw new Invalid({ date: "Ce jour est à venir." });
  await onWhatIsRead(async () => {
    // Some parts of an expense of a building may be paid already. They are skipped, unless the caller names them.
    const depenses = (await depensesDe(db, demandees)).filter(
      ({ id, regle }) => !regle || demandees.includes(id),
    );
    const ids = depenses.map(({ id }) => id);
    for (const depense of depenses) {
      if (depense.regle)
        throw new Conflict(nommer(depense, "Cette dépense est déjà payée.", ids.length > 1));
    }
    await exigerSansLot(db, ids);
    const { lus: mandatsLus, de } = await lireMandats(
      db,
      depenses.map(({ AppartementId }) => AppartementId),
      date,
    );
    const aPayer = payables(depenses, de, date);
    const compte = await compteDePaiement(ctx, CompteBancaireId, date);
    const choisi = mode ?? MODE_USUEL;
    await db.write({
      garde: provided(
        db,
        sql`${memesDepenses(depenses)} AND ${memesMandats(mandatsLus, date)} AND ${encorePayeur(compte, date)} AND NOT ${enLot(ids)}`,
      ),
      ...posterPaiements(db, aPayer, { date, CompteBancaireId: compte, today, user }),
      traces: tracer(ctx, ids, { etat: "Payée", details: { payeeLe: date, mode: choisi } }),
      payees:
        db.run(sql`UPDATE "Intendance" SET regle = 1, mode = ${choisi}, "updatedAt" = ${now.toISOString()}
        WHERE id ${parmi(ids)}`),
    });
  });
}

/** The statements that reverse, today, the entries of the payments of these expenses. */
const reprendre = ({ db, today, user }: Geste, ids: readonly number[], quand = sql`true`) =>
  extourner(
    db,
    sql`origine.id IN (SELECT o.id FROM ${ecritures} o WHERE ${sql.join(
      ids.map((id) => sql`(${paiementDeDepense(sql`${id}`)})`),
      sql` OR `,
    )}) AND ${quand}`,
    { today, user },
  );

const VUE =
  "Le relevé montre que la banque a fait ce paiement : annulez d’abord le rapprochement de sa ligne.";

/** The condition that a valid account shows the payment of this expense to the owner. */
const ditAuMandant = (id: number) =>
  sql`EXISTS (SELECT 1 FROM ${ecritures} o JOIN ${lignes} l ON l."EcritureId" = o.id
    JOIN ${comptesRendusLignes} dite ON dite."LigneId" = l.id WHERE ${paiementDeDepense(sql`${id}`)})`;

/**
 * Takes back the payment of an expense, for a reason. The payment is reversed today, and the expense is approved and
 * unpaid again. An account rendered with this payment stays; the next one corrects it.
 * @throws NotFound; Conflict when the agency did not pay the expense, a batch paid it, or a bank statement shows the
 * payment.
 */
export async function annulerPaiement(
  ctx: Geste,
  { id, motif }: { id: number; motif: string },
): Promise<void> {
  const { db, now } = ctx;
  await onWhatIsRead(async () => {
    const toutes = await depensesDe(db, [id]);
    const enLots = await prisesParUnLot(
      db,
      toutes.map((depense) => depense.id),
    );
    // For an expense of a building, the parts that a batch paid stay; the parts paid by hand are taken back together.
    const depenses = toutes.filter(
      (depense) => depense.id === id || (depense.regle && !enLots.has(depense.id)),
    );
    const ids = depenses.map((depense) => depense.id);
    for (const depense of depenses) {
      if (!payeeParLAgence(depense)) throw new Conflict("L’agence n’a pas payé cette dépense.");
      if (depense.LigneReleveId !== null) throw new Conflict(VUE);
    }
    await exigerSansLot(db, ids);
    await db.write({
      garde: provided(db, sql`${memesDepenses(depenses)} AND NOT ${enLot(ids)}`),
      ...reprendre(ctx, ids),
      traces: tracer(ctx, ids, { etat: "Paiement annulé", details: { motif } }),
      rendues: db.run(
        sql`UPDATE "Intendance" SET regle = 0, "updatedAt" = ${now.toISOString()} WHERE id ${parmi(ids)}`,
      ),
    });
  });
}

type DepenseDite = Depense & {
  AppartementId: number;
  intitule?: string | null | undefined;
  numFacture?: string | null | undefined;
};

/** A change of one of these fields makes an approved expense be checked again. */
const DECISIFS = ["bonAPayerLe", "montant", "accordLe", "payePar", "AppartementId"] as const;

interface DepenseChangee {
  id: number;
  before: DepenseDite;
  after: DepenseDite;
  /** SQL condition that holds only when the change of the expense itself is written. */
  quand: SQL;
}

/**
 * Composes the database statements that go with the change of an expense. When the change makes it paid by the
 * agency, the sum leaves the owner's account and the bank today; when the change undoes this, the payment is
 * reversed.
 * @throws Conflict with a sentence when the change is not allowed; Invalid when its approval or its owner's agreement
 * is dated after today.
 */
export async function suitesDeDepense(ctx: Geste, demande: DepenseChangee): Promise<Statements> {
  const { db } = ctx;
  const { before, after } = demande;
  const etait = payeeParLAgence(before);
  const devient = payeeParLAgence(after);
  const change = [...FIGES_UNE_FOIS_PAYEE, "regle" as const, "payePar" as const].find(
    (champ) => (after[champ] ?? null) !== (before[champ] ?? null),
  );
  if (before.nature !== "depense" || !before.bonAPayerLe || change === undefined)
    return suitesSansLot(ctx, demande, { etait, devient });
  await exigerSansLot(db, [demande.id], change);
  const suites = await suitesSansLot(ctx, demande, { etait, devient });
  return { sansLot: provided(db, sql`NOT ${enLot([demande.id])}`), ...suites };
}

/** The statements of a change of an expense that no batch pays. @throws Conflict as {@link suitesDeDepense}. */
async function suitesSansLot(
  ctx: Geste,
  demande: DepenseChangee,
  { etait, devient }: { etait: boolean; devient: boolean },
): Promise<Statements> {
  const { db, today } = ctx;
  const { before, after } = demande;
  if (etait && !devient) return suitesDuRetrait(ctx, demande);
  if (after.nature !== "depense" || etait) return {};
  const decidee = after.bonAPayerLe && DECISIFS.some((champ) => after[champ] !== before[champ]);
  if (!devient && !decidee) return {};
  for (const champ of ["bonAPayerLe", "accordLe"] as const) {
    if ((after[champ] ?? "") > today) throw new Invalid({ [champ]: "Ce jour est à venir." });
  }
  const { lus: mandatsLus, de } = await lireMandats(db, [after.AppartementId], today);
  const mandat = de.get(after.AppartementId);
  if (!mandat) return {};
  if (devient) return suitesDuPaiement(ctx, demande, mandat);
  const refus = after.regle ? null : refusDeBonAPayer(after, mandat);
  if (refus) throw new Conflict(refus, "bonAPayerLe");
  return { garde: provided(db, memesMandats(mandatsLus, today)) };
}

/** @throws Conflict when a bank statement, or a valid account, shows the payment to undo. */
async function suitesDuRetrait(
  ctx: Geste,
  { id, quand }: Pick<DepenseChangee, "id" | "quand">,
): Promise<Statements> {
  const { db } = ctx;
  const enBanque = sql`EXISTS (SELECT 1 FROM "Intendance" WHERE id = ${id} AND "LigneReleveId" IS NOT NULL)`;
  const [paiement] = await db.all<{ rendu: number; enBanque: number }>(
    sql`SELECT ${ditAuMandant(id)} AS rendu, ${enBanque} AS "enBanque"`,
  );
  if (paiement?.enBanque) throw new Conflict(VUE, "regle");
  if (paiement?.rendu) {
    throw new Conflict(
      "Un compte rendu a dit ce paiement à son propriétaire : annulez-le avec son motif, le prochain compte le corrigera.",
      "regle",
    );
  }
  return {
    libre: provided(db, sql`NOT ${ditAuMandant(id)} AND NOT ${enBanque}`),
    ...reprendre(ctx, [id], quand),
  };
}

/** @throws Conflict when the expense may not be paid. */
async function suitesDuPaiement(
  ctx: Geste,
  { id, after, quand }: DepenseChangee,
  mandat: MandatLu,
): Promise<Statements> {
  const { db, today, user } = ctx;
  const { intitule = null, numFacture = null } = after;
  const depense = { ...after, id, intitule, numFacture };
  const aPayer = payables([depense], new Map([[mandat.AppartementId, mandat]]), today);
  const CompteBancaireId = await compteDePaiement(ctx, null, today);
  return {
    garde: provided(
      db,
      sql`${memesMandats([mandat], today)} AND ${encorePayeur(CompteBancaireId, today)}`,
    ),
    ...posterPaiements(db, aPayer, { date: today, CompteBancaireId, today, user, quand }),
  };
}

/**
 * Composes the database statements that go with a new expense. If the agency paid it, the sum leaves the owner's
 * account and the bank today.
 * @throws Conflict with a sentence when the expense may not be approved or paid; Invalid when its approval or its
 * owner's agreement is dated after today.
 */
export async function suitesDeCreation(ctx: Geste, after: DepenseDite): Promise<Statements> {
  const { db } = ctx;
  const [prochaine] = await db.all<{ id: number }>(sql`SELECT ${nextId(intendances)} AS id`);
  const id = prochaine?.id ?? 1;
  const before = { ...after, regle: false };
  const quand = rowExists(intendances, eq(intendances.id, id));
  return {
    derniere: provided(db, sql`${newestId(intendances)} <= ${id}`),
    ...(await suitesDeDepense(ctx, { id, before, after, quand })),
  };
}
