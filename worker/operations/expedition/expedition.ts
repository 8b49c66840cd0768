import { inArray, type SQL, sql } from "drizzle-orm";
import { estNommee, SANS_NOM } from "#domain/agence/nom-agence.ts";
import { aujourdhui } from "#domain/dates.ts";
import { courriels } from "#worker/db/schema/quittances.ts";
import { COURRIELS_COMPOSES } from "#worker/mail/courriels.ts";
import { envoyer, type Sort } from "#worker/mail/send.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { attenteEnSecondes } from "#worker/operations/courriels/file-attente.ts";
import {
  type CourrielPris,
  type CourrielReserve,
  consigner,
  direEnAttente,
  prendre,
  RESERVATION,
} from "#worker/operations/courriels/outbox.ts";
import { enParallele } from "#worker/operations/parallele.ts";
import { EtatChange, nomDuPdf, pdfsDe } from "#worker/operations/quittances/quittance-pdf.ts";
import {
  chargerQuittances,
  type QuittanceChargee,
} from "#worker/operations/quittances/quittances-chargees.ts";

const ENVOIS_A_LA_FOIS = 4;
/** The waits between tries to record a sending, in milliseconds: long enough for a restart of the database. */
const PATIENCE = [250, 500, 1000, 2000, 4000, 8000, 16_000];

const INACHEVEE = sql`("Quitance".file IS NULL OR EXISTS (
  SELECT 1 FROM ${courriels} WHERE "Courriel"."QuitanceId" = "Quitance".id
    AND "Courriel".etat IN ('a_envoyer', 'en_cours')))`;

/**
 * The remaining work for a receipt or a mail: none, another try after `dans` seconds, or another try after a failure.
 */
export type Reste = null | { dans: number } | { erreur: unknown };

/**
 * Finishes these receipts: stores the PDF in R2, sends the waiting mails, and records each sending. The PDF comes
 * first, so that a failure of R2 leaves its mail waiting. The mails are reserved just before the first one is sent,
 * and wait while the agency has no name to sign them with. A failure of one receipt does not stop the others; a
 * database that does not answer throws.
 * @returns the remaining work for each receipt that was unfinished; null when there is none.
 */
export async function expedier(
  ctx: Pick<Contexte, "env" | "db" | "today">,
  lesquelles: SQL,
): Promise<Map<number, Reste>> {
  const { env, db } = ctx;
  const reste = new Map<number, Reste>();
  const prets = new Map<number, { chargee: QuittanceChargee; octets: Uint8Array }>();
  const chargees = await chargerQuittances(ctx, {
    lesquelles: sql`${lesquelles} AND ${INACHEVEE}`,
  });
  const pdfs = await pdfsDe(ctx, chargees);
  for (const [rang, chargee] of chargees.entries()) {
    const pdf = pdfs[rang];
    if (pdf?.status === "fulfilled") {
      prets.set(chargee.id, { chargee, octets: pdf.value.octets });
      reste.set(chargee.id, null);
    } else {
      const change = pdf?.reason instanceof EtatChange;
      reste.set(chargee.id, change ? { dans: 1 } : { erreur: pdf?.reason });
    }
  }
  if (prets.size === 0) return reste;

  const sansNom = chargees.filter(({ donnees }) => !estNommee(donnees.agence)).map(({ id }) => id);
  for (const id of sansNom) prets.delete(id);
  if (sansNom.length > 0) await direEnAttente(db, inArray(courriels.QuitanceId, sansNom), SANS_NOM);
  if (prets.size === 0) return reste;

  const versions = [...prets.values()].map(({ chargee: { id, updatedAt, donnees } }) => ({
    id,
    updatedAt,
    regle: donnees.regle,
  }));
  const { pris, laisses } = await prendre(db, versions, new Date());
  for (const { QuitanceId, etat, partLe } of laisses) {
    if (etat === "a_envoyer") reste.set(QuitanceId, { dans: secondesAvant(partLe, new Date()) });
    if (etat === "en_cours") reste.set(QuitanceId, { dans: RESERVATION / 1000 + 10 });
  }
  const envois: { courriel: CourrielPris; sort: Sort }[] = [];
  await enParallele(pris, ENVOIS_A_LA_FOIS, async (courriel) => {
    const pret = prets.get(courriel.QuitanceId);
    if (!pret) return;
    const sort = estAMoi(courriel)
      ? await envoyer(env, envoiDe(courriel, pret, env.PUBLIC_URL))
      : TROP_TARD;
    envois.push({ courriel, sort });
    if (sort.etat === "a_reprendre") {
      reste.set(courriel.QuitanceId, { dans: sort.dans * courriel.tentatives });
    }
  });
  await avecPatience(() => consigner(db, envois, new Date()));
  return reste;
}

/** The seconds until the mail may leave; at least 1, whatever the reason of the wait. */
export const secondesAvant = (partLe: string | null, now: Date) =>
  Math.max(1, attenteEnSecondes(partLe, now));

/** Whether this sender still holds the reservation of the mail. */
export const estAMoi = ({ reserveJusqua }: CourrielReserve) =>
  new Date().toISOString() < reserveJusqua;

/** The outcome of a mail not sent: another sender may have reserved it while earlier mails of the batch were sent. */
export const TROP_TARD: Sort = {
  etat: "a_reprendre",
  erreur: "L’envoi est remis à plus tard (service lent).",
  dans: 1,
};

function envoiDe(
  { genre, destinataires }: CourrielPris,
  { chargee, octets }: { chargee: QuittanceChargee; octets: Uint8Array },
  publicUrl: string,
) {
  const { donnees, uuid } = chargee;
  const site = publicUrl.replace(/\/+$/, "");
  const reponse = (paye: boolean) => `${site}/quitance/validation/${paye}/${uuid}`;
  return {
    de: donnees.agence.agenceNom,
    repondreA: donnees.agence.agenceEmail,
    a: destinataires,
    ...COURRIELS_COMPOSES[genre].texte({ ...donnees, jour: aujourdhui(new Date()) }, reponse),
    piece: { nom: nomDuPdf(chargee), type: "application/pdf", octets },
  };
}

/** Retries a write for half a minute, then throws its error: a mail that has left must not be shown as waiting. */
export async function avecPatience(ecrire: () => Promise<void>): Promise<void> {
  for (const attente of PATIENCE) {
    try {
      return await ecrire();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, attente));
    }
  }
  return ecrire();
}
