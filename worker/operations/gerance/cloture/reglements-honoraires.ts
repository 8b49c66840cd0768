import { type SQL, sql } from "drizzle-orm";
import { formatJour } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import type { DemandeReglementHonoraires } from "#domain/gerance/cloture/facture-honoraires.ts";
import { honorairesRegles } from "#domain/gerance/livres/ecritures.ts";
import { enEuros } from "#domain/montants.ts";
import type { Db } from "#worker/db/client.ts";
import { facturesHonoraires, reglementsHonoraires } from "#worker/db/schema/mandants.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { extourner, poster } from "#worker/operations/gerance/livres/ecritures.ts";
import { trace } from "#worker/operations/historique/history.ts";

/**
 * The rest to pay of each invoice that the owners of a mandate pay themselves, in cents (cloture/README §12.17): its
 * sum less the payments, and less the credit notes, which go to the oldest invoices first.
 */
const restes = (MissionId: SQL) => sql`(
  SELECT id, max(0, decouvert - max(0, avoirs - avant)) AS reste FROM (
    SELECT u.id, u.decouvert,
      coalesce(sum(u.decouvert) OVER (ORDER BY u.date, u.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS avant,
      (SELECT coalesce(sum(-a.ttc), 0) FROM ${facturesHonoraires} a
        WHERE a."MissionId" = ${MissionId} AND a.serie = 'AV' AND NOT (a.contenu ->> '$.prelevee')) AS avoirs
    FROM (SELECT f.id, f.date, f.ttc - (SELECT coalesce(sum(r.montant), 0) FROM ${reglementsHonoraires} r
        WHERE r."FactureHonorairesId" = f.id AND r."annuleLe" IS NULL) AS decouvert
      FROM ${facturesHonoraires} f
      WHERE f."MissionId" = ${MissionId} AND f.serie = 'FH' AND NOT (f.contenu ->> '$.prelevee')) u))`;

/** The rest to pay of an invoice, in cents; null for one taken from the rents, and for a credit note. */
export const resteDeFacture = (id: SQL, MissionId: SQL) =>
  sql`(SELECT x.reste FROM ${restes(MissionId)} x WHERE x.id = ${id})`;

/** A column of the last payment of an invoice that was not taken back. */
export const reglementDeFacture = (id: SQL, colonne: "date" | "mode") =>
  sql`(SELECT r.${sql.identifier(colonne)} FROM ${reglementsHonoraires} r
    WHERE r."FactureHonorairesId" = ${id} AND r."annuleLe" IS NULL ORDER BY r.id DESC LIMIT 1)`;

interface FactureLue {
  id: number;
  MissionId: number;
  numero: string;
  date: string;
  reste: number | null;
  regle: number;
}

/** @throws NotFound */
async function lire(db: Db, id: number): Promise<FactureLue> {
  const [facture] = await db.all<FactureLue>(sql`
    SELECT g.id, g."MissionId", g.numero, g.date, ${resteDeFacture(sql`g.id`, sql`g."MissionId"`)} AS reste,
      (SELECT coalesce(sum(r.montant), 0) FROM ${reglementsHonoraires} r
        WHERE r."FactureHonorairesId" = g.id AND r."annuleLe" IS NULL) AS regle
    FROM ${facturesHonoraires} g WHERE g.id = ${id}`);
  if (!facture) throw new NotFound("Cette facture n’existe pas.");
  return facture;
}

/** The first part of the keys of the entries of an invoice's payments. */
const cleDe = (id: number) => `reglement-honoraires ${id} `;

/**
 * Records that an owner paid the rest of an invoice of fees to the agency itself, in its own book (cloture/README
 * §12.17).
 *
 * @throws NotFound; Invalid for a day to come, or before the invoice; Conflict where nothing is left to pay.
 */
export async function reglerFacture(
  { db, today, user }: Contexte,
  { id, date, mode }: DemandeReglementHonoraires & { id: number },
): Promise<void> {
  if (date > today) throw new Invalid({ date: "Ce jour est à venir." });
  await onWhatIsRead(async () => {
    const { MissionId, numero, date: facturee, reste } = await lire(db, id);
    if (reste === null) throw new Conflict("Le mandant n’a rien à régler pour cette facture.");
    if (reste === 0) throw new Conflict("Cette facture est déjà réglée.");
    if (date < facturee)
      throw new Invalid({ date: `Cette facture est du ${formatJour(facturee)}.` });
    await db.write({
      garde: provided(db, sql`${resteDeFacture(sql`${id}`, sql`${MissionId}`)} = ${reste}`),
      reglement: db
        .insert(reglementsHonoraires)
        .values({ FactureHonorairesId: id, date, montant: reste, mode, user }),
      ...poster(
        db,
        [
          {
            ...honorairesRegles(MissionId, reste),
            cle: cleDe(id) + crypto.randomUUID(),
            date,
            libelle: "Honoraires réglés par le mandant",
            piece: numero,
          },
        ],
        { today, user },
      ),
      histoire: trace(db, {
        entite: "FactureHonoraires",
        entiteId: id,
        etat: "Réglée",
        user,
        details: { numero, date, mode, montant: enEuros(reste) },
      }),
    });
  });
}

/**
 * Takes back the payment recorded for an invoice, for a reason: it is reversed today, and the invoice is to be paid
 * again.
 *
 * @throws NotFound; Conflict where there is no payment to take back.
 */
export async function annulerReglementDeFacture(
  { db, today, user }: Contexte,
  { id, motif }: { id: number; motif: string },
): Promise<void> {
  await onWhatIsRead(async () => {
    const { numero, regle } = await lire(db, id);
    if (regle === 0) throw new Conflict("Aucun règlement de cette facture n’est noté.");
    const debut = cleDe(id);
    await db.write({
      garde: provided(
        db,
        sql`(SELECT coalesce(sum(montant), 0) FROM ${reglementsHonoraires}
          WHERE "FactureHonorairesId" = ${id} AND "annuleLe" IS NULL) = ${regle}`,
      ),
      annule: db.run(sql`UPDATE ${reglementsHonoraires} SET "annuleLe" = ${today}, motif = ${motif}
        WHERE "FactureHonorairesId" = ${id} AND "annuleLe" IS NULL`),
      ...extourner(db, sql`origine.cle >= ${debut} AND origine.cle < ${`${debut.trimEnd()}!`}`, {
        today,
        user,
      }),
      histoire: trace(db, {
        entite: "FactureHonoraires",
        entiteId: id,
        etat: "Règlement annulé",
        user,
        details: { numero, motif },
      }),
    });
  });
}
