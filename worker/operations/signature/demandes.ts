import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import { type Demande, type Geste, type Place, refusDuGeste } from "#domain/signature/demande.ts";
import { consentementA, consentementAvecBail, type PapierLu } from "#domain/signature/preuve.ts";
import type { Db } from "#worker/db/client.ts";
import { demandesSignature, documentsScelles, signataires } from "#worker/db/schema/signature.ts";
import type { Contexte } from "#worker/operations/contexte.ts";

export type SignataireLu = typeof signataires.$inferSelect;

/** A request as the database holds it, with its signers in order, and its seal. */
export interface DemandeLue
  extends Omit<typeof demandesSignature.$inferSelect, "entite" | "entiteId" | "champ">,
    Demande,
    Place {
  empreinteScellee: string | null;
  signataires: SignataireLu[];
}

const requetes = (db: Db, lesquelles: SQL | undefined) => ({
  demandes: db
    .select({
      demande: demandesSignature,
      scelleLe: documentsScelles.scelleLe,
      empreinteScellee: documentsScelles.empreinte,
    })
    .from(demandesSignature)
    .leftJoin(documentsScelles, eq(documentsScelles.id, demandesSignature.DocumentScelleId))
    .where(lesquelles)
    .orderBy(asc(demandesSignature.id)),
  signataires: db
    .select()
    .from(signataires)
    .where(
      inArray(
        signataires.DemandeSignatureId,
        db.select({ id: demandesSignature.id }).from(demandesSignature).where(lesquelles),
      ),
    )
    .orderBy(asc(signataires.rang), asc(signataires.id)),
});

/** The requests that meet this condition, oldest first. */
export async function lireDemandes(
  { db }: Pick<Contexte, "db">,
  lesquelles: SQL | undefined,
): Promise<DemandeLue[]> {
  const lignes = await db.read(requetes(db, lesquelles));
  const parDemande = Map.groupBy(
    lignes.signataires,
    ({ DemandeSignatureId }) => DemandeSignatureId,
  );
  return lignes.demandes.map(({ demande, scelleLe, empreinteScellee }) => ({
    ...demande,
    ouverteLe: demande.createdAt,
    scelleLe,
    empreinteScellee,
    signataires: parDemande.get(demande.id) ?? [],
  }));
}

/**
 * A request of signature, with its signers.
 * @throws NotFound when there is no such request.
 */
export async function lireDemande(ctx: Pick<Contexte, "db">, id: number): Promise<DemandeLue> {
  const [demande] = await lireDemandes(ctx, eq(demandesSignature.id, id));
  if (!demande) throw new NotFound();
  return demande;
}

/**
 * The request of a signer, with his row in it.
 * @throws NotFound when there is no such signer.
 */
export async function lireDuSignataire(
  ctx: Pick<Contexte, "db">,
  SignataireId: number,
): Promise<{ demande: DemandeLue; signataire: SignataireLu }> {
  const [demande] = await lireDemandes(
    ctx,
    sql`${demandesSignature.id} = (SELECT "DemandeSignatureId" FROM "Signataire" WHERE id = ${SignataireId})`,
  );
  const signataire = demande?.signataires.find(({ id }) => id === SignataireId);
  if (!demande || !signataire) throw new NotFound();
  return { demande, signataire };
}

/** The facts by which the sentences of consent and the proof name the paper. */
export const papierDe = ({ titre, pages, octets, empreinte }: DemandeLue): PapierLu => ({
  titre,
  pages,
  octets,
  empreinte,
});

/** The sentence to which a signer agrees; a guarantor's sentence names the lease too. */
export const phraseDe = (demande: DemandeLue): string =>
  demande.annexeEmpreinte === null
    ? consentementA(papierDe(demande))
    : consentementAvecBail(papierDe(demande), demande.annexeEmpreinte);

/** A condition on the row `d`: neither sealed, cancelled nor replaced. It may have expired or been refused. */
export const vivante = (d: SQL) => sql`(${d}."annuleeLe" IS NULL AND ${d}."remplaceeLe" IS NULL
  AND ${d}."DocumentScelleId" IS NULL)`;

const sansRefus = (d: SQL) => sql`NOT EXISTS (SELECT 1 FROM "Signataire" refus
  WHERE refus."DemandeSignatureId" = ${d}.id AND refus."refuseLe" IS NOT NULL)`;

const toutSigne = (d: SQL) => sql`NOT EXISTS (SELECT 1 FROM "Signataire" attendu
  WHERE attendu."DemandeSignatureId" = ${d}.id AND attendu."signeLe" IS NULL)`;

/** The twin in SQL of `estOuverte()`: a condition that the request `d` may still become a signed file. */
export const encoreOuverte = (d: SQL, now: Date) => sql`(${vivante(d)} AND ${sansRefus(d)}
  AND (${d}."expireLe" > ${now.toISOString()} OR ${toutSigne(d)}))`;

/**
 * A condition that a paper is being signed.
 * @param lesquelles the condition on the request `d`
 */
export const enSignature = (
  lesquelles: SQL,
  now: Date,
) => sql`EXISTS (SELECT 1 FROM "DemandeSignature" d
  WHERE ${lesquelles} AND ${encoreOuverte(sql`d`, now)})`;

/**
 * The twin in SQL of the state « à sceller »: a condition that everyone has signed, and that nothing ended the request
 * `d`.
 */
export const prete = (d: SQL) => sql`(${vivante(d)} AND ${sansRefus(d)} AND ${toutSigne(d)})`;

/** A condition on the row `d`: all but the agency have signed, so it is the agency's turn or the seal's. */
export const attendLAgence = (d: SQL, now: Date) => sql`(${encoreOuverte(d, now)}
  AND NOT EXISTS (SELECT 1 FROM "Signataire" autre WHERE autre."DemandeSignatureId" = ${d}.id
    AND autre.role <> 'agence' AND autre."signeLe" IS NULL))`;

/** The twin in SQL of `refusDuGeste()`: a condition that this signer may sign at this instant. */
export const peutSigner = (SignataireId: number, now: Date) => sql`EXISTS (
  SELECT 1 FROM "Signataire" s JOIN "DemandeSignature" d ON d.id = s."DemandeSignatureId"
  WHERE s.id = ${SignataireId} AND s."signeLe" IS NULL AND s."refuseLe" IS NULL
    AND ${vivante(sql`d`)} AND ${sansRefus(sql`d`)} AND d."expireLe" > ${now.toISOString()}
    AND NOT EXISTS (SELECT 1 FROM "Signataire" avant WHERE avant."DemandeSignatureId" = d.id
      AND avant.id <> s.id AND avant."signeLe" IS NULL
      AND (s.role = 'agence' OR (avant.role <> 'agence' AND avant.rang < s.rang))))`;

/**
 * The twin in SQL of `refusDuGeste()`: a condition that this signer may refuse at this instant, whether it is his turn
 * or not.
 */
export const peutRefuser = (SignataireId: number, now: Date) => sql`EXISTS (
  SELECT 1 FROM "Signataire" s JOIN "DemandeSignature" d ON d.id = s."DemandeSignatureId"
  WHERE s.id = ${SignataireId} AND s.role <> 'agence' AND s."signeLe" IS NULL AND s."refuseLe" IS NULL
    AND ${encoreOuverte(sql`d`, now)})`;

/**
 * Finds out why a statement with the condition of this act wrote nothing.
 * @throws Conflict, always, with the reason.
 */
export async function direLeRefus(
  ctx: Pick<Contexte, "db" | "now">,
  DemandeId: number,
  geste: Geste,
): Promise<never> {
  const refus = refusDuGeste(await lireDemande(ctx, DemandeId), geste, ctx.now);
  throw new Conflict(refus ?? "Ce document vient de changer\u00A0: relisez-le.");
}

/**
 * The query for the records that held a signed paper one after the other. When a new provision replaces the row of
 * rent that an avenant changes, the avenant moves to the new row. The last record holds the paper.
 */
export const fichesDuPapier = ({ entite, id }: { entite: string; id: number }): SQL =>
  entite === "LoyerHistorique"
    ? sql`(SELECT autre.id FROM "LoyerHistorique" une JOIN "LoyerHistorique" autre ON autre.id = une.id
        OR (autre."DossierId", autre.rang, autre.depuis) = (une."DossierId", une.rang, une.depuis) WHERE une.id = ${id})`
    : sql`(SELECT ${id} AS id)`;

/** The open requests of signature for this field of a record. */
export const ouvertesDe = (
  ctx: Pick<Contexte, "db" | "now">,
  { entite, entiteId, champ }: Place,
): Promise<DemandeLue[]> =>
  lireDemandes(
    ctx,
    and(
      eq(demandesSignature.entite, entite),
      sql`${demandesSignature.entiteId} IN ${fichesDuPapier({ entite, id: entiteId })}`,
      eq(demandesSignature.champ, champ),
      encoreOuverte(sql`"DemandeSignature"`, ctx.now),
    ),
  );
