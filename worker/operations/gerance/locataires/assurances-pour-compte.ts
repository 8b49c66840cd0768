import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import { regime, sousLoi89 } from "#domain/bail/bail.ts";
import type { TYPES_BAIL } from "#domain/biens/dossier.ts";
import { ajouterJours, formatJour, type Jour, type Mois } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import {
  type AssuranceRow,
  type AssuranceSouscrite,
  type AssurancesDuDossier,
  aRecuperer,
  type DouziemesDemandes,
  douziemesDemandes,
  finDeLAssurance,
  premierMoisDemande,
} from "#domain/gerance/locataires/assurance-pour-compte.ts";
import type {
  FinDAssurance,
  Souscription,
} from "#domain/gerance/locataires/assurance-pour-compte-fiche.ts";
import { enCentimes, enEuros } from "#domain/montants.ts";
import type { Db } from "#worker/db/client.ts";
import { selected } from "#worker/db/conditions.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { assurancesPourCompte } from "#worker/db/schema/gerance.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import { dernierMoisFacture } from "#worker/operations/biens/loyers.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";
import { trace } from "#worker/operations/historique/history.ts";

/** The insurances of a dossier as the rules of its receipts read them: JSON, in cents. */
export const assurancesDe = (DossierId: SQL): SQL =>
  sql`(SELECT json_group_array(json_object('du', p.du, 'prime', p.prime, 'majoration', p.majoration,
    'premierMois', p."premierMois", 'finLe', p."finLe")) FROM ${assurancesPourCompte} p WHERE p."DossierId" = ${DossierId})`;

/** The twelfths of insurance premiums that the receipts of a dossier bill, from the JSON of {@link assurancesDe}. */
export const douziemesLus = (assurances: string): DouziemesDemandes =>
  douziemesDemandes(JSON.parse(assurances) as AssuranceSouscrite[]);

/**
 * The decoded twelfths of a query's dossier. A relational query decodes nothing: it uses {@link assurancesDe}, then
 * {@link douziemesLus}.
 */
export const douziemesDe = selected<DouziemesDemandes>(assurancesDe(sql`${dossiers.id}`)).mapWith(
  douziemesLus,
);

interface DossierLu {
  version: number;
  typeBail: (typeof TYPES_BAIL)[number] | null;
  rp: number;
  assuranceFin: Jour | null;
  /** The last day of the lease; null while it is unknown. */
  finLe: Jour | null;
  dernierMois: Mois | null;
  demandeLe: Jour | null;
}

/** The day of the last formal notice made since the proof of insurance ended; null without one. */
export const miseEnDemeureFaite = sql`(SELECT max(substr(o."createdAt", 1, 10)) FROM "Document" o
  WHERE o.entite = 'Dossier' AND o."entiteId" = d.id AND o.type = 'miseEnDemeureAssurance'
    AND substr(o."createdAt", 1, 10) > coalesce(d."assuranceFin", ''))`;

/** Whether the tenant of a dossier got a formal notice to prove his insurance, or is insured by his owner. */
export const assurePourCompte = (DossierId: number): SQL =>
  sql`(EXISTS (SELECT 1 FROM ${assurancesPourCompte} WHERE "DossierId" = ${DossierId})
    OR EXISTS (SELECT 1 FROM "Dossier" d WHERE d.id = ${DossierId} AND ${miseEnDemeureFaite} IS NOT NULL))`;

async function lire(db: Db, DossierId: number) {
  const {
    dossier: [dossier],
    assurances,
    reglages,
  } = await db.read({
    reglages: lireReglages(db),
    dossier: db.all<DossierLu>(sql`
      SELECT d.version, d."typeBail", t.rp, d."assuranceFin", coalesce(d."dateSortie", d."dateFinBail") AS "finLe",
        ${dernierMoisFacture(DossierId)} AS "dernierMois",
        ${miseEnDemeureFaite} AS "demandeLe"
      FROM "Dossier" d JOIN "Locataire" t ON t.id = d."LocataireId" WHERE d.id = ${DossierId}`),
    assurances: db
      .select()
      .from(assurancesPourCompte)
      .where(eq(assurancesPourCompte.DossierId, DossierId))
      .orderBy(desc(assurancesPourCompte.du)),
  });
  if (!dossier) throw new NotFound();
  return { dossier, assurances, delaiPostal: agenceDe(reglages).delaiPostal };
}

/**
 * The insurances that the owner took out for the tenant of a dossier.
 * @throws NotFound when there is no such dossier
 */
export async function lireAssurances(
  { db, today }: Pick<Contexte, "db" | "today">,
  DossierId: number,
): Promise<AssurancesDuDossier> {
  const { dossier, assurances, delaiPostal } = await lire(db, DossierId);
  const historique = assurances.map(
    ({ DossierId: _, ...assurance }): AssuranceRow => ({
      ...assurance,
      au: finDeLAssurance(assurance),
      total: enEuros(aRecuperer({ ...assurance, prime: enCentimes(assurance.prime) })),
    }),
  );
  return {
    actuelle: historique.findLast(({ au, finLe }) => finLe === null && au >= today) ?? null,
    historique,
    assuranceFin: dossier.assuranceFin,
    miseEnDemeureLe: dossier.demandeLe && ajouterJours(dossier.demandeLe, delaiPostal),
  };
}

/**
 * Notes the insurance that an owner took out for a tenant who proved none (loi n° 89-462, art. 7, g;
 * locataires/README §12.28): each of twelve receipts bills a twelfth of its cost, from the first month not billed
 * yet.
 * @throws NotFound when there is no such dossier; Conflict for a lease outside of the law of 1989; Invalid for a
 * formal notice received on a day to come, for a day after the lease, or while another insurance covers one of its
 * days.
 */
export const souscrireAssurance = (
  { db, user, today }: Pick<Contexte, "db" | "user" | "today">,
  { DossierId, ...souscription }: Souscription & { DossierId: number },
): Promise<void> =>
  onWhatIsRead(async () => {
    const { dossier, assurances } = await lire(db, DossierId);
    if (!sousLoi89({ regime: regime(dossier, dossier.rp === 1) }))
      throw new Conflict(
        "Ce bail ne relève pas de la loi du 6 juillet 1989 : rien n’y oblige le locataire.",
      );
    const { prime, majoration, du, miseEnDemeureLe } = souscription;
    if (miseEnDemeureLe > today) throw new Invalid({ miseEnDemeureLe: "Ce jour est à venir." });
    const { finLe } = dossier;
    if (finLe !== null && finLe < du)
      throw new Invalid({ du: `Le bail est terminé depuis le ${formatJour(finLe)}.` });
    const au = finDeLAssurance({ du, finLe: null });
    const couvre = assurances.find((autre) => autre.du <= au && finDeLAssurance(autre) >= du);
    if (couvre)
      throw new Invalid({
        du: `Déjà assuré pour son compte du ${formatJour(couvre.du)} au ${formatJour(finDeLAssurance(couvre))}.`,
      });
    const premierMois = premierMoisDemande(du, dossier.dernierMois);
    await db.write({
      garde: provided(
        db,
        sql`(SELECT version FROM ${dossiers} WHERE id = ${DossierId}) = ${dossier.version}
          AND ${dernierMoisFacture(DossierId)} IS ${dossier.dernierMois}`,
      ),
      assurance: db
        .insert(assurancesPourCompte)
        .values({ DossierId, ...souscription, premierMois, user }),
      // The new version makes a receipt that is being made read its lease again.
      dossier: nouvelleVersion(db, DossierId),
      historique: trace(db, {
        entite: "Dossier",
        entiteId: DossierId,
        etat: "Assurance souscrite pour le locataire",
        user,
        details: {
          prime,
          total: enEuros(aRecuperer({ prime: enCentimes(prime), majoration })),
          depuis: du,
        },
      }),
    });
  });

const nouvelleVersion = (db: Db, DossierId: number) =>
  db.update(dossiers).set({ updatedAt: MAINTENANT }).where(eq(dossiers.id, DossierId));

/**
 * Ends the insurance that an owner took out, once the tenant proved his own. The twelfths already billed stay. Later
 * receipts never bring the number of twelfths above the whole months that the insurance covered.
 * @throws NotFound when there is no such dossier or insurance; Invalid for a day outside of the contract; Conflict
 * when the insurance is ended already.
 */
export const finirAssurance = (
  { db, user }: Pick<Contexte, "db" | "user">,
  { DossierId, id, finLe, assuranceFin }: FinDAssurance & { DossierId: number; id: number },
): Promise<void> =>
  onWhatIsRead(async () => {
    const { dossier, assurances } = await lire(db, DossierId);
    const assurance = assurances.find((souscrite) => souscrite.id === id);
    if (!assurance) throw new NotFound();
    if (assurance.finLe !== null) throw new Conflict("Il y est déjà mis fin.");
    const terme = finDeLAssurance(assurance);
    if (finLe < assurance.du || finLe > terme)
      throw new Invalid({
        finLe: `Entre le ${formatJour(assurance.du)} et le ${formatJour(terme)}.`,
      });
    await db.write({
      garde: provided(
        db,
        sql`(SELECT version FROM ${dossiers} WHERE id = ${DossierId}) = ${dossier.version}`,
      ),
      assurance: db
        .update(assurancesPourCompte)
        .set({ finLe })
        .where(and(eq(assurancesPourCompte.id, id), isNull(assurancesPourCompte.finLe))),
      dossier: assuranceFin
        ? db
            .update(dossiers)
            .set({ assuranceFin, updatedAt: MAINTENANT })
            .where(eq(dossiers.id, DossierId))
        : nouvelleVersion(db, DossierId),
      historique: trace(db, {
        entite: "Dossier",
        entiteId: DossierId,
        etat: "Fin de l’assurance souscrite pour le locataire",
        user,
        details: { finLe, ...(assuranceFin ? { assuranceFin } : {}) },
      }),
    });
  });
