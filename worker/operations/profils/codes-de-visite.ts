import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { agenceDe } from "#domain/agence/agence.ts";
import { Conflict, Invalid, TooMany } from "#domain/erreurs.ts";
import {
  CODES_MANQUES_AU_PLUS,
  CODES_PAR_HEURE,
  type CodeEnvoye,
  ESSAIS_PAR_CODE,
  type EtatAcces,
  type LienProprietaire,
  MINUTES_DE_VISITE,
  MINUTES_DU_CODE,
  mailMasque,
  type VisiteProprietaire,
} from "#domain/gerance/mandats/acces-proprietaire.ts";
import type { EvenementSecurite } from "#domain/profils/securite.ts";
import type { Statement } from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";
import { courrielDuCode } from "#worker/mail/acces-proprietaire.ts";
import type { Texte } from "#worker/mail/composition.ts";
import { envoyer } from "#worker/mail/send.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { adresseDeLImage, lireReglages, papierDe } from "#worker/operations/fichiers/visuels.ts";
import { noter } from "#worker/operations/historique/securite.ts";
import {
  CODE_PASSE,
  codeFaux,
  dans,
  egales,
  empreinteDe,
  empreinteDuCode,
  nouveauCode,
  nouveauSecret,
} from "#worker/operations/secrets-de-lien.ts";

// The steps that all private links share: a person opens his link with a code sent to him by mail (mandats/README
// §12.20).

type Instant = Pick<Contexte, "db" | "now">;

export interface Post {
  env: Pick<Env, "EMAIL" | "MAIL_FROM">;
}

export const LIEN_INCONNU =
  "Ce lien n’existe pas. Vérifiez qu’il est entier, ou demandez-en un autre à votre agence.";
export const VISITE_FINIE = "Votre visite est finie. Demandez un nouveau code.";

const MINUTE = 60_000;
export const HEURE = 60 * MINUTE;
export const JOUR = 24 * HEURE;

/** A kind of private link: its table, and the table of its visits. */
export interface LiensPrives {
  /** A table with the columns of a private link. */
  table: SQLiteTable;
  visites: SQLiteTable;
  /** The column of a visit that names its link. */
  lien: string;
  /** The column that holds the instant at which a link was withdrawn. */
  retrait: "revoqueLe" | "retireLe";
  /**
   * The events for the journal of security. When `ouvert` is null, the journal has no line for the visits of this
   * kind of link.
   */
  evenements: Readonly<
    Record<"manque" | "retire", EvenementSecurite> & { ouvert: EvenementSecurite | null }
  >;
  /** Present: `vuLe` keeps the instant of the first visit. Absent: `vuLe` keeps that of the last visit. */
  premiereVue?: true;
}

/**
 * Other writes in the transaction that opens a visit or withdraws a link; `quand` is the condition of that
 * transaction.
 */
type Suites = (quand: SQL) => Record<string, Statement>;

/** A link that may be opened now, as read from the database. */
export interface LienOuvert {
  id: number;
  mail: string;
  codesDepuis: string | null;
  /** The facts for the journal of security: identifiers only. */
  sujet: Record<string, unknown>;
  ouverture?: Suites;
  retrait?: Suites;
}

/** The condition that finds the link with this secret, as long as nobody has withdrawn the link. */
const vivant = ({ retrait }: LiensPrives, id: number, jeton: string): SQL =>
  sql`id = ${id} AND empreinte = ${empreinteDe(jeton)} AND ${sql.identifier(retrait)} IS NULL`;

/**
 * Makes a new code for a link and mails it with `envoyer`; the former code stops working.
 * @throws TooMany beyond five codes an hour.
 */
export async function demanderCode(
  { db, now }: Instant,
  liens: LiensPrives,
  {
    lien: { id, mail, codesDepuis },
    jeton,
    envoyer,
  }: { lien: LienOuvert; jeton: string; envoyer(code: string): Promise<void> },
): Promise<CodeEnvoye> {
  const code = nouveauCode();
  const instant = now.toISOString();
  const codeJusqua = dans(now, MINUTES_DU_CODE * MINUTE);
  const heureFinie = sql`coalesce("codesDepuis" <= ${dans(now, -HEURE)}, true)`;
  const lienMisAJour = await db.all(sql`
    UPDATE ${liens.table} SET "codeEmpreinte" = ${empreinteDuCode(jeton, code)}, "codeExpireLe" = ${codeJusqua}, essais = 0,
      codes = iif(${heureFinie}, 1, codes + 1), "codesDepuis" = iif(${heureFinie}, ${instant}, "codesDepuis")
    WHERE ${vivant(liens, id, jeton)} AND (${heureFinie} OR codes < ${CODES_PAR_HEURE}) RETURNING id`);
  if (lienMisAJour.length === 0) {
    const reste = Date.parse(codesDepuis ?? instant) + HEURE - now.getTime();
    throw new TooMany(Math.max(1, Math.ceil(reste / 1000)), "de codes demandés");
  }
  await envoyer(code);
  return { mail: mailMasque(mail), codeJusqua };
}

/**
 * Opens a visit of a link with the mailed code. Each try is counted before it is checked: of many simultaneous tries,
 * at most five are checked. The statement that opens the visit also uses the code up, so a code opens once.
 *
 * @throws Invalid when the code is wrong, or no longer works.
 */
export async function ouvrirParCode(
  ctx: Instant,
  liens: LiensPrives,
  demande: { lien: LienOuvert; jeton: string; code: string; device: string },
): Promise<VisiteProprietaire> {
  const { db, now } = ctx;
  const { table, visites, evenements } = liens;
  const { lien, device } = demande;
  const encoreBon = await essayer(ctx, liens, demande);
  const visite = nouveauSecret();
  const jusqua = dans(now, MINUTES_DE_VISITE * MINUTE);
  const quand = sql`EXISTS (SELECT 1 FROM ${table} WHERE ${encoreBon})`;
  const vuLe = sql`${now.toISOString()}`;
  const { ouvert: evenement } = evenements;
  const { ouverte } = await db.write({
    ...(evenement && {
      evenement: noter(db, { evenement, user: null, device, details: lien.sujet, quand }),
    }),
    ...lien.ouverture?.(quand),
    ouverte: db.run(sql`
      INSERT INTO ${visites} (${sql.identifier(liens.lien)}, empreinte, "expireLe")
      SELECT ${lien.id}, ${empreinteDe(visite)}, ${jusqua} FROM ${table} WHERE ${encoreBon}`),
    acces: db.run(sql`
      UPDATE ${table} SET "codeEmpreinte" = NULL, manques = 0,
        "vuLe" = ${liens.premiereVue ? sql`coalesce("vuLe", ${vuLe})` : vuLe} WHERE ${encoreBon}`),
  });
  if (ouverte.rowsAffected === 0) throw new Invalid({ code: CODE_PASSE });
  return { jeton: visite, jusqua };
}

/**
 * Counts a try, then checks the code.
 * @returns the condition under which the code still opens
 * @throws Invalid when the code is wrong, or no longer works.
 */
async function essayer(
  ctx: Instant,
  liens: LiensPrives,
  demande: { lien: LienOuvert; jeton: string; code: string; device: string },
): Promise<SQL> {
  const { db, now } = ctx;
  const { jeton, code, lien } = demande;
  const ouvert = sql`${vivant(liens, lien.id, jeton)} AND "codeExpireLe" > ${now.toISOString()}`;
  const [essai] = await db.all<{ codeEmpreinte: string; essais: number }>(sql`
    UPDATE ${liens.table} SET essais = essais + 1
    WHERE ${ouvert} AND "codeEmpreinte" IS NOT NULL AND essais < ${ESSAIS_PAR_CODE} RETURNING "codeEmpreinte", essais`);
  if (!essai) throw new Invalid({ code: CODE_PASSE });
  if (!egales(essai.codeEmpreinte, empreinteDuCode(jeton, code))) {
    await compterManque(ctx, liens, demande);
    throw new Invalid({ code: codeFaux(ESSAIS_PAR_CODE - essai.essais) });
  }
  return sql`${ouvert} AND "codeEmpreinte" = ${essai.codeEmpreinte}`;
}

/**
 * Counts a wrong code. After too many wrong codes since the last visit, the link is withdrawn: only a person who
 * cannot read the mailed codes makes so many tries.
 */
async function compterManque(
  { db, now }: Instant,
  { table, retrait, evenements }: LiensPrives,
  { lien: { id, sujet, ...lien }, device }: { lien: LienOuvert; device: string },
): Promise<void> {
  const retire = sql.identifier(retrait);
  const trop = sql`id = ${id} AND ${retire} IS NULL AND manques >= ${CODES_MANQUES_AU_PLUS}`;
  const quand = sql`EXISTS (SELECT 1 FROM ${table} WHERE ${trop})`;
  const qui = { user: null, device, details: sujet };
  await db.write({
    evenement: noter(db, { evenement: evenements.manque, ...qui }),
    manque: db.run(sql`UPDATE ${table} SET manques = manques + 1 WHERE id = ${id}`),
    retire: noter(db, { evenement: evenements.retire, ...qui, quand }),
    ...lien.retrait?.(quand),
    acces: db.run(sql`UPDATE ${table} SET ${retire} = ${now.toISOString()} WHERE ${trop}`),
  });
}

/** The events of the journal of security about the links of owners and accountants. */
export const EVENEMENTS_D_ACCES = {
  manque: "acces_manque",
  retire: "acces_retire",
  ouvert: "acces_ouvert",
} as const;

/** The statements that delete the ended visits of one kind of link, and the links that expired a year ago. */
export const oublierLiens = ({ db, now }: Instant, { table, visites }: LiensPrives) => ({
  visites: db.run(sql`DELETE FROM ${visites} WHERE "expireLe" < ${now.toISOString()}`),
  acces: db.run(sql`DELETE FROM ${table} WHERE "expireLe" < ${dans(now, -365 * JOUR)}`),
});

/**
 * Sends a mail to a person without an account. @returns false when the mail surely did not leave; true when it left,
 * or may have left.
 */
export async function posterAuVisiteur(
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
    console.error(JSON.stringify({ message: "Visitor not told by mail", etat, error: erreur }));
  }
  return etat === "envoye" || etat === "incertain";
}

/** The content of the page of a link before a code is given. */
export async function pageDuLien(
  ctx: Pick<Contexte, "env" | "db" | "now">,
  { etat, mail, ...code }: { etat: EtatAcces; mail: string } & Parameters<typeof codeJusqua>[0],
): Promise<LienProprietaire> {
  const { agence, logo } = await papierDe(ctx, await lireReglages(ctx.db));
  return {
    agenceNom: agence.agenceNom,
    agenceEmail: agence.agenceEmail,
    agenceTel: agence.agenceTel,
    logo: logo ? adresseDeLImage(logo) : null,
    etat,
    mail: mailMasque(mail),
    codeJusqua: etat === "ouvert" ? codeJusqua(code, ctx.now) : null,
  };
}

/** The instant until which the mailed code can be used; null when this code no longer opens a visit. */
export function codeJusqua(
  {
    codeEmpreinte,
    codeExpireLe,
    essais,
  }: { codeEmpreinte: string | null; codeExpireLe: string | null; essais: number },
  now: Date,
): string | null {
  const vaut = codeEmpreinte !== null && essais < ESSAIS_PAR_CODE && codeExpireLe !== null;
  return vaut && codeExpireLe > now.toISOString() ? codeExpireLe : null;
}

/**
 * Mails the code of a visit to its visitor.
 *
 * @param ouvre what the code opens, in French
 * @throws Conflict when the mail surely did not leave.
 */
export async function posterCode(
  ctx: Post & Pick<Contexte, "db">,
  { mail, code, ouvre }: { mail: string; code: string; ouvre: string },
): Promise<void> {
  const agence = agenceDe(await lireReglages(ctx.db));
  if (
    !(await posterAuVisiteur(ctx, agence, { mail, texte: courrielDuCode(agence, { code, ouvre }) }))
  )
    throw new Conflict("Le code n’est pas parti. Réessayez, ou appelez votre agence.");
}
