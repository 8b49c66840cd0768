import { and, eq, sql } from "drizzle-orm";
import { type Agence, agenceDe } from "#domain/agence/agence.ts";
import { signataires, visitesSignature } from "#worker/db/schema/signature.ts";
import type { Env } from "#worker/env.ts";
import type { Texte } from "#worker/mail/composition.ts";
import { type Envoi, envoyer } from "#worker/mail/send.ts";
import {
  courrielALAgence,
  courrielDeFin,
  courrielDuLien,
  type FinSansSceau,
} from "#worker/mail/signature.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { empreinteDe, nouveauSecret } from "#worker/operations/secrets-de-lien.ts";
import type { DemandeLue, SignataireLu } from "./demandes.ts";

/** The context needed to send a mail in the agency's name. */
export type Postier = Pick<Contexte, "db" | "now"> & {
  env: Pick<Env, "EMAIL" | "MAIL_FROM" | "PUBLIC_URL">;
};

export const lireAgence = async ({ db }: Pick<Contexte, "db">): Promise<Agence> =>
  agenceDe(await lireReglages(db));

/** The address of a page of the product. */
export const adresse = ({ env }: Postier, chemin: string) =>
  `${env.PUBLIC_URL.replace(/\/+$/, "")}/${chemin}`;

/** Sends one mail in the agency's name. @returns false when the mail surely did not leave. */
export async function poster(
  { env }: Pick<Postier, "env">,
  agence: Agence,
  { mail, texte, piece }: { mail: string; texte: Texte; piece?: Envoi["piece"] },
): Promise<boolean> {
  const { etat, erreur } = await envoyer(env, {
    de: agence.agenceNom || "Gestion locative",
    repondreA: agence.agenceEmail,
    a: [mail],
    ...texte,
    ...(piece ? { piece } : {}),
  });
  if (etat !== "envoye")
    console.error(JSON.stringify({ message: "Signer not told by mail", etat, error: erreur }));
  return etat === "envoye" || etat === "incertain";
}

/**
 * Gives a signer a new link, which ends his former link and its visits, and mails it. A link whose mail did not leave
 * is known to nobody: the next daily round makes another.
 * @returns whether the mail left; false too when meanwhile the signer signed, refused, or got another mailbox or
 * another link
 */
export async function envoyerLien(
  ctx: Postier & Partial<Pick<Contexte, "user">>,
  {
    demande,
    signataire,
    rappel,
  }: { demande: DemandeLue; signataire: SignataireLu; rappel: boolean },
): Promise<boolean> {
  const { db, now } = ctx;
  const { id, mail, nom } = signataire;
  if (!mail) return false;
  const jeton = nouveauSecret();
  const instant = now.toISOString();
  const encore = sql`id = ${id} AND mail = ${mail} AND "signeLe" IS ${signataire.signeLe} AND "refuseLe" IS NULL
    AND "empreinte" IS ${signataire.empreinte}`;
  const { pose } = await db.write({
    historique: trace(db, {
      entite: "DemandeSignature",
      entiteId: demande.id,
      etat: rappel ? "Rappel de signature envoyé" : "Lien de signature envoyé",
      user: ctx.user ?? null,
      details: { SignataireId: id },
      quand: sql`EXISTS (SELECT 1 FROM "Signataire" WHERE ${encore})`,
    }),
    visites: db
      .delete(visitesSignature)
      .where(
        and(
          eq(visitesSignature.SignataireId, id),
          sql`EXISTS (SELECT 1 FROM "Signataire" WHERE ${encore})`,
        ),
      ),
    pose: db
      .update(signataires)
      .set({
        empreinte: empreinteDe(jeton),
        envoyeLe: instant,
        retireLe: null,
        manques: 0,
        codeEmpreinte: null,
        ...(rappel ? { rappeleLe: instant } : {}),
      })
      .where(encore),
  });
  if (pose.rowsAffected === 0) return false;
  const agence = await lireAgence(ctx);
  const url = adresse(ctx, `signature/${jeton}`);
  const texte = courrielDuLien(agence, {
    nom,
    titre: demande.titre,
    url,
    jusqua: demande.expireLe,
    rappel,
  });
  if (await poster(ctx, agence, { mail, texte })) return true;
  await db
    .update(signataires)
    .set({ empreinte: null, envoyeLe: null })
    .where(eq(signataires.empreinte, empreinteDe(jeton)));
  return false;
}

/**
 * Tells the agency that a paper waits for it, or how the paper ended. The mail goes to the person who opened the
 * request, else to the agency's mailbox.
 */
export async function prevenirLAgence(
  ctx: Postier,
  demande: Pick<DemandeLue, "id" | "titre" | "user">,
  phrase: string,
): Promise<void> {
  const agence = await lireAgence(ctx);
  const mail = demande.user ?? agence.agenceEmail;
  if (!mail) return;
  const url = adresse(ctx, `signatures/${demande.id}`);
  await poster(ctx, agence, {
    mail,
    texte: courrielALAgence(agence, { titre: demande.titre, phrase, url }),
  });
}

/** Tells the signers who received or signed the paper that it will not be signed. */
export async function prevenirDeLaFin(
  ctx: Postier,
  demande: DemandeLue,
  { fin, motif = null, sauf }: { fin: FinSansSceau; motif?: string | null; sauf?: number },
): Promise<void> {
  const agence = await lireAgence(ctx);
  for (const { id, role, mail, nom, envoyeLe, signeLe } of demande.signataires) {
    if (role === "agence" || !mail || id === sauf || (envoyeLe ?? signeLe) === null) continue;
    const texte = courrielDeFin(agence, { nom, titre: demande.titre, fin, motif });
    await poster(ctx, agence, { mail, texte });
  }
}
