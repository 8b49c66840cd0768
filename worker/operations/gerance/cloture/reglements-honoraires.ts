import { type SQL, sql } from "drizzle-orm";
import { formatJour } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import type { DemandeReglementHonoraires } from "#domain/gerance/cloture/facture-honoraires.ts";
import { type TvaAuTaux, tvaExigible } from "#domain/gerance/cloture/tva-des-honoraires.ts";
import { honorairesRegles, tvaDesHonoraires } from "#domain/gerance/livres/ecritures.ts";
import { enEuros } from "#domain/montants.ts";
import type { Db } from "#worker/db/client.ts";
import { lignes } from "#worker/db/schema/gerance.ts";
import { facturesHonoraires, reglementsHonoraires } from "#worker/db/schema/mandants.ts";
import { missions } from "#worker/db/schema/missions.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { extourner, poster } from "#worker/operations/gerance/livres/ecritures.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { tvaEnAttente } from "./tva-des-honoraires.ts";

/** The invoices of a mandate, credit notes below zero, with what their owner paid of each; cents. */
const facturees = (MissionId: SQL) => sql`(
  SELECT f.id, f.serie, f.date, f.contenu ->> '$.prelevee' AS prelevee, (SELECT coalesce(sum(r.montant), 0)
      FROM ${reglementsHonoraires} r WHERE r."FactureHonorairesId" = f.id AND r."annuleLe" IS NULL) AS regle,
    iif(f.serie = 'AV', -1, 1) * abs(f.ttc) AS ttc
  FROM ${facturesHonoraires} f WHERE f."MissionId" = ${MissionId})`;

/** All that a mandate owes for fees, less what was taken and waits for its transfer; cents. */
export const dettesHonoraires = (MissionId: SQL) => sql`
  (SELECT coalesce(sum(l.debit - l.credit), 0) FROM ${lignes} l WHERE l.mandat = ${MissionId} AND l.genre IN ('411H', '4680'))`;

/**
 * The fees of a mandate that are to be taken from its funds and are not yet, in cents (cloture/README §12.17): what it owes
 * for fees, less what was taken and waits for its transfer, and less what its owners are to pay themselves.
 */
export const honorairesAPrendre = (MissionId: SQL) => sql`(
  ${dettesHonoraires(MissionId)}
  - (SELECT coalesce(sum(f.ttc - f.regle), 0) FROM ${facturees(MissionId)} f WHERE NOT f.prelevee))`;

/**
 * The rest of each invoice of a mandate, in cents (cloture/README §12.17): of those taken from its funds, what is not taken
 * yet; of the others, what payments and credit notes leave. The oldest is settled first.
 */
const restes = (MissionId: SQL) => sql`(
  SELECT id, prelevee, regle, max(0, min(decouvert, du - apres)) AS reste FROM (
    SELECT u.id, u.prelevee, u.regle, u.ttc - u.regle AS decouvert,
      coalesce(sum(u.ttc - u.regle) OVER (PARTITION BY u.prelevee ORDER BY u.date DESC, u.id DESC
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS apres,
      iif(u.prelevee, ${honorairesAPrendre(MissionId)},
        (SELECT sum(f.ttc - f.regle) FROM ${facturees(MissionId)} f WHERE NOT f.prelevee)) AS du
    FROM ${facturees(MissionId)} u WHERE u.serie = 'FH'))`;

/**
 * The rest to pay of an invoice, in cents; null for one that was taken from the rents, and for a credit note.
 */
export const resteDeFacture = (id: SQL, MissionId: SQL) =>
  sql`(SELECT iif(x.prelevee AND x.regle = 0, nullif(x.reste, 0), x.reste) FROM ${restes(MissionId)} x WHERE x.id = ${id})`;

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
  /** All that its mandate owes for fees, in cents, and the version of the mandate. */
  dettes: number;
  version: number;
}

/** @throws NotFound */
async function lire(db: Db, id: number): Promise<FactureLue> {
  const [facture] = await db.all<FactureLue>(sql`
    SELECT g.id, g."MissionId", g.numero, g.date, ${resteDeFacture(sql`g.id`, sql`g."MissionId"`)} AS reste,
      (SELECT coalesce(sum(r.montant), 0) FROM ${reglementsHonoraires} r
        WHERE r."FactureHonorairesId" = g.id AND r."annuleLe" IS NULL) AS regle,
      ${dettesHonoraires(sql`g."MissionId"`)} AS dettes, m."versionDuCompte" AS version
    FROM ${facturesHonoraires} g JOIN ${missions} m ON m.id = g."MissionId" WHERE g.id = ${id}`);
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
    const { MissionId, numero, date: facturee, reste, dettes, version } = await lire(db, id);
    if (reste === null) throw new Conflict("Le mandant n’a rien à régler pour cette facture.");
    if (reste === 0) throw new Conflict("Cette facture est déjà réglée.");
    if (date < facturee)
      throw new Invalid({ date: `Cette facture est du ${formatJour(facturee)}.` });
    const enAttente = await db.all<TvaAuTaux>(tvaEnAttente(sql`${MissionId}`));
    const tva = tvaExigible(enAttente, { regle: reste, du: dettes });
    const commun = { date, piece: numero };
    await db.write({
      garde: provided(
        db,
        sql`${resteDeFacture(sql`${id}`, sql`${MissionId}`)} = ${reste}
          AND (SELECT "versionDuCompte" FROM ${missions} WHERE id = ${MissionId}) = ${version}`,
      ),
      reglement: db
        .insert(reglementsHonoraires)
        .values({ FactureHonorairesId: id, date, montant: reste, mode, user }),
      ...poster(
        db,
        [
          {
            ...honorairesRegles(MissionId, reste),
            ...commun,
            cle: cleDe(id) + crypto.randomUUID(),
            libelle: "Honoraires réglés par le mandant",
          },
          ...(tva.length === 0
            ? []
            : [
                {
                  ...tvaDesHonoraires(MissionId, tva),
                  ...commun,
                  cle: cleDe(id) + crypto.randomUUID(),
                  libelle: "TVA des honoraires réglés par le mandant",
                },
              ]),
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
