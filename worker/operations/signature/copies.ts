import { and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Agence } from "#domain/agence/agence.ts";
import { aujourdhui, formatJour } from "#domain/dates.ts";
import { motsDeFichier } from "#domain/fichiers/nom-de-fichier.ts";
import { seRetracte } from "#domain/signature/cases.ts";
import type { Role } from "#domain/signature/demande.ts";
import { etatsLieux } from "#worker/db/schema/schema.ts";
import { demandesSignature, signataires } from "#worker/db/schema/signature.ts";
import { courrielDuConstat } from "#worker/mail/constat.ts";
import { courrielDeLaCopie, courrielDuBailALaCaution } from "#worker/mail/signature.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { empreinteDe, nouveauSecret } from "#worker/operations/secrets-de-lien.ts";
import { adresse, lireAgence, type Postier, poster } from "./courriers.ts";
import { delaisDuConstat } from "./delais.ts";
import { type DemandeLue, lireDemandes, type SignataireLu } from "./demandes.ts";
import { lireFichier } from "./lecture.ts";
import { sansRetenir } from "./sans-retenir.ts";

type Appel = Postier & Pick<Contexte, "env">;

interface Envoi {
  demande: DemandeLue;
  agence: Agence;
  piece: { nom: string; type: string; octets: Uint8Array };
}

/**
 * Mails the sealed file once to each signer who has not had it; a sealed lease also goes to its guarantors. A mail
 * that surely did not leave is sent again by the next daily round.
 */
export async function envoyerLesCopies(ctx: Appel, demande: DemandeLue): Promise<void> {
  const attendus = demande.signataires.filter(
    ({ role, mail, copieLe }) => role !== "agence" && mail !== null && copieLe === null,
  );
  const garants = await garantsSansBail(ctx, demande);
  if (demande.ScelleId === null || attendus.length + garants.length === 0) return;
  const octets = await lireFichier(ctx, demande.ScelleId, demande.empreinteScellee);
  const nom = `${motsDeFichier(demande.titre, "_")}_signe.pdf`;
  const envoi = {
    demande,
    agence: await lireAgence(ctx),
    piece: { nom, type: "application/pdf", octets },
  };
  for (const signataire of attendus) await envoyerUneCopie(ctx, envoi, signataire);
  for (const garant of garants) await envoyerAuGarant(ctx, envoi, garant);
}

async function envoyerUneCopie(
  ctx: Appel,
  { demande, agence, piece }: Envoi,
  { id, nom, mail, role }: SignataireLu,
): Promise<void> {
  const { db, now } = ctx;
  const copieLe = now.toISOString();
  const jeton = nouveauSecret();
  const reservation = await db
    .update(signataires)
    .set({ copieLe, ...(seComplete(demande, role) ? { empreinte: empreinteDe(jeton) } : {}) })
    .where(and(eq(signataires.id, id), isNull(signataires.copieLe)));
  if (reservation.rowsAffected === 0 || mail === null) return;
  const texte = seComplete(demande, role)
    ? courrielDuConstat(agence, {
        nom,
        titre: demande.titre,
        url: adresse(ctx, `signature/${jeton}`),
        delais: await delaisDeLEntree(ctx, demande),
      })
    : courrielDeLaCopie(agence, {
        nom,
        titre: demande.titre,
        retractation: dernierJour(demande, role),
      });
  if (await poster(ctx, agence, { mail, texte, piece })) return;
  await db.update(signataires).set({ copieLe: null }).where(eq(signataires.id, id));
}

/** The last day on which this signer may withdraw, in words; null when he may not. */
const dernierJour = (demande: DemandeLue, role: Role): string | null =>
  demande.retractationJusqua !== null && seRetracte(demande, role)
    ? formatJour(demande.retractationJusqua)
    : null;

/** Whether the copy has a link to ask for a complement: the tenant's copy of an entry inventory. */
const seComplete = ({ type }: DemandeLue, role: Role): boolean =>
  type === "etatIn" && role === "locataire";

async function delaisDeLEntree(ctx: Appel, { entiteId }: DemandeLue) {
  const [etat] = await ctx.db
    .select({ date: etatsLieux.date })
    .from(etatsLieux)
    .where(eq(etatsLieux.id, entiteId));
  return delaisDuConstat(ctx, etat?.date ?? aujourdhui(ctx.now));
}

/** The line in the history of a guarantee: the signed lease was mailed to the guarantor. */
const BAIL_REMIS = "Bail signé envoyé à la caution";

/** The condition that this signed lease was not mailed yet to a signer of a guarantee. */
const sansBail = (acte: SQL, bail: SQL) => sql`${acte}.type = 'acteCautionnement'
  AND ${acte}."DossierId" = ${bail} AND ${acte}."annuleeLe" IS NULL AND ${acte}."remplaceeLe" IS NULL
  AND NOT EXISTS (SELECT 1 FROM "History" h WHERE h.entite = 'DemandeSignature' AND h."entiteId" = ${acte}.id
    AND h.etat = ${BAIL_REMIS})`;

interface Garant {
  acte: DemandeLue;
  signataire: SignataireLu;
}

/** The persons who sign or signed a guarantee of this lease, and have not received the signed lease. */
async function garantsSansBail(ctx: Appel, { type, DossierId }: DemandeLue): Promise<Garant[]> {
  if (type !== "contratLocation") return [];
  const actes = await lireDemandes(ctx, sansBail(sql`"DemandeSignature"`, sql`${DossierId}`));
  return actes.flatMap((acte) =>
    acte.signataires.flatMap((signataire) =>
      signataire.role === "caution" && signataire.mail !== null ? [{ acte, signataire }] : [],
    ),
  );
}

async function envoyerAuGarant(
  ctx: Appel,
  { demande, agence, piece }: Envoi,
  { acte, signataire: { id, nom, mail } }: Garant,
): Promise<void> {
  const texte = courrielDuBailALaCaution(agence, { nom, titre: demande.titre });
  if (!(await poster(ctx, agence, { mail: mail ?? "", texte, piece }))) return;
  await trace(ctx.db, {
    entite: "DemandeSignature",
    entiteId: acte.id,
    etat: BAIL_REMIS,
    user: null,
    details: { SignataireId: id, empreinte: demande.empreinteScellee },
  });
}

/** Mails the copies that did not leave, and the signed leases to their guarantors. */
export async function envoyerLesCopiesDues(ctx: Appel): Promise<void> {
  const dues = await lireDemandes(
    ctx,
    and(
      sql`"DocumentScelleId" IS NOT NULL AND "ScelleId" IS NOT NULL`,
      or(
        inArray(
          demandesSignature.id,
          ctx.db
            .select({ id: signataires.DemandeSignatureId })
            .from(signataires)
            .where(sql`role <> 'agence' AND mail IS NOT NULL AND "copieLe" IS NULL`),
        ),
        sql`"DemandeSignature".type = 'contratLocation' AND EXISTS (SELECT 1 FROM "DemandeSignature" acte
          WHERE ${sansBail(sql`acte`, sql`"DemandeSignature"."DossierId"`)} AND EXISTS (SELECT 1 FROM "Signataire" s
            WHERE s."DemandeSignatureId" = acte.id AND s.role = 'caution' AND s.mail IS NOT NULL))`,
      ),
    ),
  );
  for (const demande of dues) await sansRetenir(() => envoyerLesCopies(ctx, demande));
}
