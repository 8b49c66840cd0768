import { and, desc, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import { Conflict, FICHE_MODIFIEE, NotFound, Unauthenticated } from "#domain/erreurs.ts";
import {
  type AccesRow,
  type CodeEnvoye,
  etatAcces,
  type LienProprietaire,
  mailMasque,
  REFUS_ACCES,
  type VisiteProprietaire,
} from "#domain/gerance/mandats/acces-proprietaire.ts";
import { contactParDefaut, MAILS_CLIENT } from "#domain/personnes/client.ts";
import { estEfface, nomComplet } from "#domain/personnes/personne.ts";
import type { Db } from "#worker/db/client.ts";
import { insertWhen, rowExists } from "#worker/db/rows.ts";
import { accesProprietaires, visitesProprietaires } from "#worker/db/schema/mandants.ts";
import { clients } from "#worker/db/schema/schema.ts";
import { courrielDuLien, courrielDuLienEnvoye } from "#worker/mail/acces-proprietaire.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  boitesAnciennes,
  lireAnciennesAdresses,
} from "#worker/operations/courriels/anciennes-adresses.ts";
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { noter } from "#worker/operations/historique/securite.ts";
import {
  demanderCode,
  EVENEMENTS_D_ACCES,
  JOUR,
  LIEN_INCONNU,
  type LiensPrives,
  oublierLiens,
  ouvrirParCode,
  type Post,
  pageDuLien,
  posterAuVisiteur,
  posterCode,
  VISITE_FINIE,
} from "#worker/operations/profils/codes-de-visite.ts";
import { dans, empreinteDe, nouveauSecret } from "#worker/operations/secrets-de-lien.ts";

type Instant = Pick<Contexte, "db" | "now">;

const LIENS: LiensPrives = {
  table: accesProprietaires,
  visites: visitesProprietaires,
  lien: "AccesProprietaireId",
  retrait: "revoqueLe",
  evenements: EVENEMENTS_D_ACCES,
};

/** The columns that give the mailbox of an owner. */
const coordonnees = {
  mailDefaut: clients.mailDefaut,
  mailPerso: clients.mailPerso,
  mailPro: clients.mailPro,
};

interface Coordonnees {
  mailDefaut: string;
  mailPerso: string | null;
  mailPro: string | null;
}

/** The mailbox of an owner; null without one. */
export const adresseDuProprietaire = (client: Coordonnees): string | null =>
  contactParDefaut(client, MAILS_CLIENT, client.mailDefaut)?.trim() || null;

/** The subject of a line of the journal of security: « Client 12 ». */
const sujet = (ClientId: number) => ({ personne: "Client", id: ClientId });

/**
 * Sends an owner the link to his page. Once the mail has left, the link replaces his earlier ones. The mailboxes that
 * he used in the last thirty days get a notice, without the link.
 *
 * @throws NotFound when there is no such owner; Conflict when he has no address, his record changed meanwhile, or the
 * mail surely did not leave.
 */
export async function envoyerAcces(
  ctx: Pick<Contexte, "env" | "db" | "now" | "user">,
  { ClientId, device }: { ClientId: number; device: string },
): Promise<void> {
  const { env, db, now } = ctx;
  const { trouves, reglages, changees } = await db.read({
    trouves: db.select().from(clients).where(eq(clients.id, ClientId)),
    reglages: lireReglages(db),
    changees: lireAnciennesAdresses(db, ClientId, now),
  });
  const [client] = trouves;
  if (!client) throw new NotFound();
  const mail = adresseDuProprietaire(client);
  if (!mail || estEfface(client))
    throw new Conflict("Ce propriétaire n’a pas d’adresse e-mail\u00A0: ajoutez-la à sa fiche.");
  const agence = agenceDe(reglages);
  const jours = agence.dureeAccesProprietaire;
  const { id, jeton } = await poserLien(ctx, { client, mail, jours, device });
  const url = `${env.PUBLIC_URL.replace(/\/+$/, "")}/proprietaire/${jeton}`;
  const texte = courrielDuLien(agence, { nom: nomComplet(client), url, jours });
  const parti = await posterAuVisiteur(ctx, agence, { mail, texte });
  // If the mail did not leave, nobody knows the new link: it is revoked. Otherwise, the earlier links are revoked.
  await db
    .update(accesProprietaires)
    .set({ revoqueLe: now.toISOString() })
    .where(
      and(
        eq(accesProprietaires.ClientId, ClientId),
        isNull(accesProprietaires.revoqueLe),
        parti ? lt(accesProprietaires.id, id) : eq(accesProprietaires.id, id),
      ),
    );
  if (!parti)
    throw new Conflict("Le courriel n’est pas parti\u00A0: vérifiez l’adresse, puis réessayez.");
  const annonce = courrielDuLienEnvoye(agence, {
    nom: nomComplet(client),
    boite: mailMasque(mail),
  });
  for (const boite of boitesAnciennes(client, changees))
    if (boite !== mail) await posterAuVisiteur(ctx, agence, { mail: boite, texte: annonce });
}

/** Writes a new link and its secret. @throws Conflict when the owner's record changed since it was read. */
async function poserLien(
  { db, now, user }: Pick<Contexte, "db" | "now" | "user">,
  {
    client: { id: ClientId, version },
    mail,
    jours,
    device,
  }: { client: { id: number; version: number }; mail: string; jours: number; device: string },
): Promise<{ id: number; jeton: string }> {
  const jeton = nouveauSecret();
  const empreinte = empreinteDe(jeton);
  const pose = eq(accesProprietaires.empreinte, empreinte);
  const quand = rowExists(accesProprietaires, pose);
  const {
    nouvel: [nouvel],
  } = await db.write({
    // The link is written, and its mail sent, only if the owner still has this mailbox and was not erased.
    acces: insertWhen(
      db,
      accesProprietaires,
      { ClientId, empreinte, mail, expireLe: dans(now, jours * JOUR), user },
      rowExists(clients, and(eq(clients.id, ClientId), eq(clients.version, version))),
    ),
    nouvel: db.select({ id: accesProprietaires.id }).from(accesProprietaires).where(pose),
    evenement: noter(db, {
      evenement: "acces_envoye",
      user,
      device,
      details: sujet(ClientId),
      quand,
    }),
    historique: trace(db, {
      entite: "Client",
      entiteId: ClientId,
      etat: "Lien privé envoyé",
      user,
      quand,
    }),
  });
  if (!nouvel) throw new Conflict(FICHE_MODIFIEE);
  return { id: nouvel.id, jeton };
}

/** The queries of the links of an owner, the latest first; {@link accesLus} reads their answers. */
export const requetesDesAcces = (db: Db, ClientId: number) => ({
  client: db.select(coordonnees).from(clients).where(eq(clients.id, ClientId)),
  acces: db
    .select({
      id: accesProprietaires.id,
      mail: accesProprietaires.mail,
      expireLe: accesProprietaires.expireLe,
      revoqueLe: accesProprietaires.revoqueLe,
      vuLe: accesProprietaires.vuLe,
      user: accesProprietaires.user,
      createdAt: accesProprietaires.createdAt,
    })
    .from(accesProprietaires)
    .where(eq(accesProprietaires.ClientId, ClientId))
    .orderBy(desc(accesProprietaires.id)),
});

/** The links of an owner. @throws NotFound when there is no such owner. */
export function accesLus(
  { client: [client], acces }: { client: Coordonnees[]; acces: Omit<AccesRow, "etat">[] },
  now: Date,
): AccesRow[] {
  if (!client) throw new NotFound();
  const adresse = adresseDuProprietaire(client);
  return acces.map((lien) => ({ ...lien, etat: etatAcces(lien, adresse, now) }));
}

/** Withdraws a link for good, and ends its visits. @throws NotFound when the owner has no such link. */
export async function retirerAcces(
  { db, now, user }: Pick<Contexte, "db" | "now" | "user">,
  { ClientId, id, device }: { ClientId: number; id: number; device: string },
): Promise<void> {
  const lequel = and(eq(accesProprietaires.id, id), eq(accesProprietaires.ClientId, ClientId));
  const encore = and(lequel, isNull(accesProprietaires.revoqueLe));
  const { trouves } = await db.write({
    trouves: db.select({ id: accesProprietaires.id }).from(accesProprietaires).where(lequel),
    evenement: noter(db, {
      evenement: "acces_retire",
      user,
      device,
      details: sujet(ClientId),
      quand: rowExists(accesProprietaires, encore),
    }),
    historique: trace(db, {
      entite: "Client",
      entiteId: ClientId,
      etat: "Lien privé retiré",
      user,
      quand: rowExists(accesProprietaires, encore),
    }),
    visites: db
      .delete(visitesProprietaires)
      .where(
        eq(
          visitesProprietaires.AccesProprietaireId,
          sql`(SELECT id FROM ${accesProprietaires} WHERE ${lequel})`,
        ),
      ),
    acces: db.update(accesProprietaires).set({ revoqueLe: now.toISOString() }).where(encore),
  });
  if (trouves.length === 0) throw new NotFound();
}

/** The link of this secret. @throws NotFound when no link has this secret, or its owner was deleted or erased. */
async function lireAcces({ db, now }: Instant, jeton: string) {
  const [acces] = await db
    .select({ acces: accesProprietaires, client: coordonnees })
    .from(accesProprietaires)
    .innerJoin(clients, eq(clients.id, accesProprietaires.ClientId))
    .where(eq(accesProprietaires.empreinte, empreinteDe(jeton)));
  if (!acces) throw new NotFound(LIEN_INCONNU);
  return { ...acces.acces, etat: etatAcces(acces.acces, adresseDuProprietaire(acces.client), now) };
}

/**
 * The link of this secret, provided that it still opens.
 * @throws NotFound as {@link lireAcces}; Conflict when it expired or was withdrawn.
 */
async function accesOuvert(ctx: Instant, jeton: string) {
  const acces = await lireAcces(ctx, jeton);
  if (acces.etat !== "ouvert") throw new Conflict(REFUS_ACCES[acces.etat]);
  return { ...acces, sujet: sujet(acces.ClientId) };
}

/**
 * The content of the page of a link before a code is given.
 *
 * @throws NotFound for an unknown secret.
 */
export async function lireLien(
  ctx: Pick<Contexte, "env" | "db" | "now">,
  jeton: string,
): Promise<LienProprietaire> {
  return pageDuLien(ctx, await lireAcces(ctx, jeton));
}

/**
 * Mails the code of a visit to the mailbox of the link; an earlier code stops working.
 * @throws NotFound as {@link lireAcces}; Conflict when the link no longer opens, or the mail surely did not leave;
 * TooMany beyond five an hour.
 */
export async function envoyerCode(ctx: Instant & Post, jeton: string): Promise<CodeEnvoye> {
  const lien = await accesOuvert(ctx, jeton);
  return demanderCode(ctx, LIENS, {
    lien,
    jeton,
    envoyer: (code) =>
      posterCode(ctx, { mail: lien.mail, code, ouvre: "votre compte de propriétaire" }),
  });
}

/**
 * Opens a visit with the mailed code.
 *
 * @throws NotFound as {@link lireAcces}; Conflict when the link no longer opens; Invalid when the code is wrong, or
 * no longer works.
 */
export async function ouvrirVisite(
  ctx: Instant,
  demande: { jeton: string; code: string; device: string },
): Promise<VisiteProprietaire> {
  return ouvrirParCode(ctx, LIENS, { ...demande, lien: await accesOuvert(ctx, demande.jeton) });
}

/**
 * The owner of the visit of this token, read at each request. His visits end at once when the link expired or was
 * withdrawn, and when he changed mailbox, was erased or deleted.
 *
 * @returns the identifier of the owner.
 * @throws Unauthenticated when the token is unknown, or the visit has ended
 */
export async function visiteur({ db, now }: Instant, jeton: string): Promise<number> {
  const [visite] = await db
    .select({ acces: accesProprietaires, client: coordonnees })
    .from(visitesProprietaires)
    .innerJoin(
      accesProprietaires,
      eq(accesProprietaires.id, visitesProprietaires.AccesProprietaireId),
    )
    .innerJoin(clients, eq(clients.id, accesProprietaires.ClientId))
    .where(
      and(
        eq(visitesProprietaires.empreinte, empreinteDe(jeton)),
        gt(visitesProprietaires.expireLe, now.toISOString()),
      ),
    );
  if (!visite || etatAcces(visite.acces, adresseDuProprietaire(visite.client), now) !== "ouvert")
    throw new Unauthenticated(VISITE_FINIE);
  return visite.acces.ClientId;
}

/** Deletes the visits of owners that ended, and the links that expired a year ago. */
export async function oublierVisites(ctx: Instant): Promise<void> {
  await ctx.db.write(oublierLiens(ctx, LIENS));
}
