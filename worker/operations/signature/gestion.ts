import { and, eq, sql } from "drizzle-orm";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import { refusDesBoites } from "#domain/signature/boites.ts";
import { seRetracte } from "#domain/signature/cases.ts";
import { aLeurTour, LIENS_OUVRANTS, REFUS_DU_LIEN } from "#domain/signature/demande.ts";
import { refusDesParties, signatairesProposes } from "#domain/signature/parties.ts";
import type { Correction } from "#domain/signature/signature-fiche.ts";
import { rowExists } from "#worker/db/rows.ts";
import { demandesSignature, signataires, visitesSignature } from "#worker/db/schema/signature.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { envoyerLien, type Postier, prevenirDeLaFin } from "./courriers.ts";
import {
  type DemandeLue,
  direLeRefus,
  encoreOuverte,
  lireDemande,
  type SignataireLu,
} from "./demandes.ts";
import { lienDe } from "./liens.ts";
import { situerDemande } from "./papiers.ts";

type Appel = Postier & Pick<Contexte, "env" | "user" | "today">;

/**
 * Sends a new link to the signers whose turn it is, or to one of them; the former link ends. A signer who may still
 * withdraw from the contract can get a link too, until the end of the delay for withdrawal.
 * @throws NotFound when there is no such request or signer; Conflict when nobody waits for a link, when the signer
 * may not get one or has no mailbox of his own, or when a mail surely did not leave.
 */
export async function relancer(
  ctx: Appel,
  { id, signataireId }: { id: number; signataireId: number | undefined },
): Promise<void> {
  const demande = await lireDemande(ctx, id);
  const tour = new Set(aLeurTour(demande, ctx.now).map((signataire) => signataire.id));
  const vises = demande.signataires.filter(
    (signataire) =>
      signataire.role !== "agence" &&
      (signataireId === undefined ? tour.has(signataire.id) : signataire.id === signataireId),
  );
  if (signataireId !== undefined && vises.length === 0) throw new NotFound();
  if (vises.length === 0) throw new Conflict("Personne n’est à relancer.");
  const { boites } = await situerDemande(ctx, demande);
  for (const signataire of vises) {
    const { etat } = lienDe({ demande, signataire: { ...signataire, retireLe: null } }, ctx.now);
    if (etat !== "retractable" && !tour.has(signataire.id))
      throw new Conflict(LIENS_OUVRANTS.includes(etat) ? DEJA_SIGNE : REFUS_DU_LIEN[etat]);
    if (seRetracte({ ...demande, lieu: "distance" }, signataire.role) && demande.lieu === "agence")
      throw new Conflict(SANS_RETRACTATION);
    if (signataire.mail === null) throw new Conflict(`${signataire.nom} n’a pas d’adresse e-mail.`);
    const boite = refusDesBoites([signataire], boites, "distance");
    if (boite !== null && tour.has(signataire.id)) throw new Conflict(boite);
    const rappel = signataire.envoyeLe !== null;
    if (!(await envoyerLien(ctx, { demande, signataire, rappel })))
      throw new Conflict("Le courriel n’est pas parti\u00A0: vérifiez l’adresse, puis réessayez.");
  }
}

/**
 * The refusal to send a link for a contract that was prepared for a signature at the agency. Signed by link, such a
 * contract gives a right to withdraw, for which it was not prepared.
 */
const SANS_RETRACTATION =
  "Ce mandat a été préparé pour être signé à l’agence. Pour l’envoyer par un lien, annulez puis remettez-le en signature à distance.";
const DEJA_SIGNE = "Cette personne a déjà signé.";

/**
 * Ends an open request, with the reason. Its links stop working; a mail tells the signers who had signed or had a
 * link.
 * @throws NotFound when there is no such request; Conflict when it ended before.
 */
export async function annuler(
  ctx: Appel,
  { id, motif }: { id: number; motif: string },
): Promise<void> {
  const { db, now, user } = ctx;
  const demande = await lireDemande(ctx, id);
  const encore = sql`id = ${id} AND ${encoreOuverte(sql`"DemandeSignature"`, now)}`;
  const { annulee } = await db.write({
    historique: trace(db, {
      entite: "DemandeSignature",
      entiteId: id,
      etat: "Demande annulée",
      user,
      quand: rowExists(demandesSignature, encore),
    }),
    annulee: db
      .update(demandesSignature)
      .set({ annuleeLe: now.toISOString(), motif, updatedAt: now.toISOString() })
      .where(encore),
  });
  if (annulee.rowsAffected === 0) await direLeRefus(ctx, id, { genre: "annuler" });
  await prevenirDeLaFin(ctx, demande, { fin: "annulee", motif });
}

/**
 * Corrects a signer who has not signed. A new mailbox ends his link, his visits and his reading; he gets a new link
 * if he had one.
 * @throws NotFound when there is no such signer; Invalid for a mailbox that may not receive a code, or a correction
 * that leaves a party without a signer; Conflict when he signed or refused, or the request ended.
 */
export async function corriger(
  ctx: Appel,
  { id, signataireId, correction }: { id: number; signataireId: number; correction: Correction },
): Promise<void> {
  const { db, now, user } = ctx;
  const demande = await lireDemande(ctx, id);
  const signataire = demande.signataires.find((candidat) => candidat.id === signataireId);
  if (!signataire) throw new NotFound();
  const { nom = signataire.nom, mail = signataire.mail, qualite = signataire.qualite } = correction;
  const apres = { ...signataire, nom, mail, qualite };
  if (signataire.signeLe !== null || signataire.refuseLe !== null)
    await direLeRefus(ctx, id, { genre: "signer", id: signataireId });
  await exigerCorrection(ctx, { demande, apres, correction });
  const autreBoite = "mail" in correction && apres.mail !== signataire.mail;
  const encore = sql`id = ${signataireId} AND "DemandeSignatureId" = ${id} AND "signeLe" IS NULL AND "refuseLe" IS NULL
    AND EXISTS (SELECT 1 FROM "DemandeSignature" d WHERE d.id = ${id} AND ${encoreOuverte(sql`d`, now)})`;
  const { corrige } = await db.write({
    historique: trace(db, {
      entite: "DemandeSignature",
      entiteId: id,
      etat: "Signataire corrigé",
      user,
      details: { SignataireId: signataireId, champs: Object.keys(correction).join(", ") },
      quand: rowExists(signataires, encore),
    }),
    visites: db
      .delete(visitesSignature)
      .where(
        and(
          eq(visitesSignature.SignataireId, signataireId),
          autreBoite ? rowExists(signataires, encore) : sql`false`,
        ),
      ),
    corrige: db
      .update(signataires)
      .set({ ...correction, ...(autreBoite ? SANS_LIEN : {}) })
      .where(encore),
  });
  if (corrige.rowsAffected === 0) await direLeRefus(ctx, id, { genre: "signer", id: signataireId });
  if (autreBoite && signataire.envoyeLe !== null && apres.mail)
    await relancer(ctx, { id, signataireId });
}

/**
 * @throws Invalid for a mailbox that may not receive a code, and for a name or a capacity that leaves a party without a
 * signer.
 */
async function exigerCorrection(
  ctx: Pick<Contexte, "db" | "today">,
  {
    demande,
    apres,
    correction,
  }: { demande: DemandeLue; apres: SignataireLu; correction: Correction },
): Promise<void> {
  const { boites, parties, agence } = await situerDemande(ctx, demande);
  const boite = refusDesBoites([apres], boites, demande.lieu);
  if (boite) throw new Invalid({ mail: boite });
  if (!("nom" in correction || "qualite" in correction)) return;
  const corriges = demande.signataires.map((signataire) =>
    signataire.id === apres.id ? apres : signataire,
  );
  const attendus = signatairesProposes(parties, agence, ctx.today);
  const sans = refusDesParties(corriges, attendus);
  if (sans) throw new Invalid({ nom: sans });
}

const SANS_LIEN = {
  empreinte: null,
  envoyeLe: null,
  codeEmpreinte: null,
  retireLe: null,
  vuLe: null,
  luLe: null,
  secondesDeLecture: null,
};
