import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { and, desc, eq, gt, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import {
  Conflict,
  FICHE_MODIFIEE,
  Invalid,
  NotFound,
  TooMany,
  Unauthenticated,
} from "#domain/erreurs.ts";
import {
  type AccesRow,
  CODES_MANQUES_AU_PLUS,
  CODES_PAR_HEURE,
  type CodeEnvoye,
  ESSAIS_PAR_CODE,
  etatAcces,
  type LienProprietaire,
  MINUTES_DE_VISITE,
  MINUTES_DU_CODE,
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
import type { Env } from "#worker/env.ts";
import {
  courrielDuCode,
  courrielDuLien,
  courrielDuLienEnvoye,
} from "#worker/mail/acces-proprietaire.ts";
import type { Texte } from "#worker/mail/composition.ts";
import { envoyer } from "#worker/mail/send.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  boitesAnciennes,
  lireAnciennesAdresses,
} from "#worker/operations/courriels/anciennes-adresses.ts";
import { lireReglages, papierDe } from "#worker/operations/fichiers/visuels.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { noter } from "#worker/operations/profils/securite.ts";

interface Post {
  env: Pick<Env, "EMAIL" | "MAIL_FROM">;
}

type Instant = Pick<Contexte, "db" | "now">;

const MINUTE = 60_000;
const HEURE = 60 * MINUTE;
const JOUR = 24 * HEURE;

const LIEN_INCONNU =
  "Ce lien n’existe pas. Vérifiez qu’il est entier, ou demandez-en un autre à votre agence.";
/** One answer for a code never asked for, expired, tried too often or already used. */
const CODE_PASSE = "Ce code ne vaut plus\u00A0: demandez-en un autre.";
const VISITE_FINIE = "Votre visite est finie. Demandez un nouveau code.";

const nouveauSecret = (): string => randomBytes(32).toString("base64url");

/** Only the hash of a secret of 256 bits is kept: reading the database opens nothing. */
export const empreinteDe = (secret: string): string =>
  createHash("sha256").update(secret).digest("base64url");

/**
 * Keyed with the secret of the link, which is not kept: reading the database does not help to guess a code of six
 * digits.
 */
const empreinteDuCode = (jeton: string, code: string): string =>
  createHmac("sha256", jeton).update(code).digest("base64url");

const egales = (une: string, autre: string): boolean =>
  timingSafeEqual(
    createHash("sha256").update(une).digest(),
    createHash("sha256").update(autre).digest(),
  );

const dans = (now: Date, duree: number): string => new Date(now.getTime() + duree).toISOString();

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

const adresseDe = (client: Coordonnees): string | null =>
  contactParDefaut(client, MAILS_CLIENT, client.mailDefaut)?.trim() || null;

/** The subject of a line of the journal of security: « Client 12 ». */
const sujet = (ClientId: number) => ({ personne: "Client", id: ClientId });

/**
 * Sends an owner the link to his page, which replaces his earlier links once the mail has left; a mailbox that was his
 * in the last thirty days is told so, without the link.
 *
 * @throws NotFound; Conflict when he has no address, or the mail surely did not leave.
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
  const mail = adresseDe(client);
  if (!mail || estEfface(client))
    throw new Conflict("Ce propriétaire n’a pas d’adresse e-mail\u00A0: ajoutez-la à sa fiche.");
  const agence = agenceDe(reglages);
  const jours = agence.dureeAccesProprietaire;
  const { id, jeton } = await poserLien(ctx, { client, mail, jours, device });
  const url = `${env.PUBLIC_URL.replace(/\/+$/, "")}/proprietaire/${jeton}`;
  const texte = courrielDuLien(agence, { nom: nomComplet(client), url, jours });
  const parti = await poster(ctx, agence, { mail, texte });
  // A link whose mail did not leave is known to nobody, and is deleted; otherwise it replaces the earlier ones.
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
    if (boite !== mail) await poster(ctx, agence, { mail: boite, texte: annonce });
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
    // An owner who was erased, or got another mailbox meanwhile, gets no mail at this one.
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

/** @returns false when the mail surely did not leave. */
async function poster(
  { env }: Post,
  agence: { agenceNom: string; agenceEmail: string },
  { mail, texte }: { mail: string; texte: Texte },
): Promise<boolean> {
  const { etat, erreur } = await envoyer(env, {
    de: agence.agenceNom || "Gestion locative",
    repondreA: agence.agenceEmail,
    a: [mail],
    ...texte,
  });
  if (etat !== "envoye") {
    console.error(JSON.stringify({ message: "Owner not told by mail", etat, error: erreur }));
  }
  return etat === "envoye" || etat === "incertain";
}

/** The queries of the links of an owner, the latest first; see {@link accesLus}. */
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
  const adresse = adresseDe(client);
  return acces.map((lien) => ({ ...lien, etat: etatAcces(lien, adresse, now) }));
}

/**
 * Withdraws a link: it stops opening, and so do its visits. A withdrawn link stays so.
 *
 * @throws NotFound when the owner has no such link.
 */
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

/**
 * The link of this secret.
 *
 * @throws NotFound: there is none, or its owner was deleted or erased.
 */
async function lireAcces({ db, now }: Instant, jeton: string) {
  const [acces] = await db
    .select({ acces: accesProprietaires, client: coordonnees })
    .from(accesProprietaires)
    .innerJoin(clients, eq(clients.id, accesProprietaires.ClientId))
    .where(eq(accesProprietaires.empreinte, empreinteDe(jeton)));
  if (!acces) throw new NotFound(LIEN_INCONNU);
  return { ...acces.acces, etat: etatAcces(acces.acces, adresseDe(acces.client), now) };
}

/**
 * The link of this secret, which opens now.
 *
 * @throws Conflict when it expired or was withdrawn.
 */
async function accesOuvert(ctx: Instant, jeton: string) {
  const acces = await lireAcces(ctx, jeton);
  if (acces.etat !== "ouvert") throw new Conflict(REFUS_ACCES[acces.etat]);
  return acces;
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
  const { etat, mail, codeEmpreinte, codeExpireLe, essais } = await lireAcces(ctx, jeton);
  const { agence, logo } = await papierDe(ctx, await lireReglages(ctx.db));
  const codeVaut =
    etat === "ouvert" &&
    codeEmpreinte !== null &&
    essais < ESSAIS_PAR_CODE &&
    codeExpireLe !== null;
  return {
    agenceNom: agence.agenceNom,
    agenceEmail: agence.agenceEmail,
    agenceTel: agence.agenceTel,
    logo: logo ? adresseDeLImage(logo) : null,
    etat,
    mail: mailMasque(mail),
    codeJusqua: codeVaut && codeExpireLe > ctx.now.toISOString() ? codeExpireLe : null,
  };
}

/** The `data:` address of an image, PNG or JPEG as `poserVisuel` accepts them. */
function adresseDeLImage(octets: Uint8Array): string {
  const type = octets[0] === 0x89 ? "image/png" : "image/jpeg";
  return `data:${type};base64,${Buffer.from(octets).toString("base64")}`;
}

/**
 * Mails the code of a visit to the mailbox of the link; the code before it stops working.
 *
 * @throws NotFound; Conflict when the link no longer opens, or the mail surely did not leave; TooMany beyond five an
 * hour.
 */
export async function envoyerCode(ctx: Instant & Post, jeton: string): Promise<CodeEnvoye> {
  const { db, now } = ctx;
  const { id, mail, codesDepuis } = await accesOuvert(ctx, jeton);
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const instant = now.toISOString();
  const codeExpireLe = dans(now, MINUTES_DU_CODE * MINUTE);
  const heureFinie = sql`coalesce(${accesProprietaires.codesDepuis} <= ${dans(now, -HEURE)}, true)`;
  const pris = await db
    .update(accesProprietaires)
    .set({
      codeEmpreinte: empreinteDuCode(jeton, code),
      codeExpireLe,
      essais: 0,
      codes: sql`CASE WHEN ${heureFinie} THEN 1 ELSE ${accesProprietaires.codes} + 1 END`,
      codesDepuis: sql`CASE WHEN ${heureFinie} THEN ${instant} ELSE ${accesProprietaires.codesDepuis} END`,
    })
    .where(
      and(
        eq(accesProprietaires.id, id),
        isNull(accesProprietaires.revoqueLe),
        or(heureFinie, lt(accesProprietaires.codes, CODES_PAR_HEURE)),
      ),
    )
    .returning({ id: accesProprietaires.id });
  if (pris.length === 0) {
    const reste = Date.parse(codesDepuis ?? instant) + HEURE - now.getTime();
    throw new TooMany(Math.max(1, Math.ceil(reste / 1000)), "de codes demandés");
  }
  const agence = agenceDe(await lireReglages(db));
  if (!(await poster(ctx, agence, { mail, texte: courrielDuCode(agence, code) })))
    throw new Conflict("Le code n’est pas parti. Réessayez, ou appelez votre agence.");
  return { mail: mailMasque(mail), codeJusqua: codeExpireLe };
}

/**
 * Opens a visit with the mailed code. A try is counted before it is checked, so that only five of many at once are;
 * the code is used up in the statement that opens, so it opens once.
 *
 * @throws NotFound; Conflict when the link no longer opens; Invalid when the code is wrong, or no longer works.
 */
export async function ouvrirVisite(
  ctx: Instant,
  { jeton, code, device }: { jeton: string; code: string; device: string },
): Promise<VisiteProprietaire> {
  const { db, now } = ctx;
  const { id, ClientId } = await accesOuvert(ctx, jeton);
  const instant = now.toISOString();
  const ouvert = and(
    eq(accesProprietaires.id, id),
    isNull(accesProprietaires.revoqueLe),
    gt(accesProprietaires.codeExpireLe, instant),
  );
  const [essai] = await db
    .update(accesProprietaires)
    .set({ essais: sql`${accesProprietaires.essais} + 1` })
    .where(
      and(
        ouvert,
        isNotNull(accesProprietaires.codeEmpreinte),
        lt(accesProprietaires.essais, ESSAIS_PAR_CODE),
      ),
    )
    .returning({
      codeEmpreinte: accesProprietaires.codeEmpreinte,
      essais: accesProprietaires.essais,
    });
  if (!essai?.codeEmpreinte) throw new Invalid({ code: CODE_PASSE });
  if (!egales(essai.codeEmpreinte, empreinteDuCode(jeton, code))) {
    await compterManque(ctx, { id, ClientId, device });
    throw new Invalid({ code: codeFaux(ESSAIS_PAR_CODE - essai.essais) });
  }
  const visite = nouveauSecret();
  const jusqua = dans(now, MINUTES_DE_VISITE * MINUTE);
  const encoreBon = and(ouvert, eq(accesProprietaires.codeEmpreinte, essai.codeEmpreinte));
  const { ouverte } = await db.write({
    evenement: noter(db, {
      evenement: "acces_ouvert",
      user: null,
      device,
      details: sujet(ClientId),
      quand: rowExists(accesProprietaires, encoreBon),
    }),
    ouverte: insertWhen(
      db,
      visitesProprietaires,
      { AccesProprietaireId: id, empreinte: empreinteDe(visite), expireLe: jusqua },
      rowExists(accesProprietaires, encoreBon),
    ),
    acces: db
      .update(accesProprietaires)
      .set({ codeEmpreinte: null, manques: 0, vuLe: instant })
      .where(encoreBon),
  });
  if (ouverte.rowsAffected === 0) throw new Invalid({ code: CODE_PASSE });
  return { jeton: visite, jusqua };
}

function codeFaux(reste: number): string {
  if (reste <= 0) return CODE_PASSE;
  return `Ce code n’est pas le bon\u00A0: il vous reste ${reste} essai${reste > 1 ? "s" : ""}.`;
}

/** Counts a wrong code; after too many, the link is withdrawn, for whoever tries cannot read the mails. */
async function compterManque(
  { db, now }: Instant,
  { id, ClientId, device }: { id: number; ClientId: number; device: string },
): Promise<void> {
  const trop = and(
    eq(accesProprietaires.id, id),
    isNull(accesProprietaires.revoqueLe),
    sql`${accesProprietaires.manques} >= ${CODES_MANQUES_AU_PLUS}`,
  );
  const qui = { user: null, device, details: sujet(ClientId) };
  await db.write({
    evenement: noter(db, { evenement: "acces_manque", ...qui }),
    manque: db
      .update(accesProprietaires)
      .set({ manques: sql`${accesProprietaires.manques} + 1` })
      .where(eq(accesProprietaires.id, id)),
    retire: noter(db, {
      evenement: "acces_retire",
      ...qui,
      quand: rowExists(accesProprietaires, trop),
    }),
    acces: db.update(accesProprietaires).set({ revoqueLe: now.toISOString() }).where(trop),
  });
}

/**
 * The owner of the visit of this token, read at each request. His visits end at once when the link expired or was
 * withdrawn, and when he changed mailbox, was erased or deleted.
 *
 * @returns the identifier of the owner.
 * @throws Unauthenticated
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
  if (!visite || etatAcces(visite.acces, adresseDe(visite.client), now) !== "ouvert")
    throw new Unauthenticated(VISITE_FINIE);
  return visite.acces.ClientId;
}

/** Deletes ended visits, and links that have opened nothing for a year. */
export async function oublierVisites({ db, now }: Instant): Promise<void> {
  await db.write({
    visites: db
      .delete(visitesProprietaires)
      .where(lt(visitesProprietaires.expireLe, now.toISOString())),
    acces: db
      .delete(accesProprietaires)
      .where(lt(accesProprietaires.expireLe, dans(now, -365 * JOUR))),
  });
}
