import { createHash, randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import ical from "ical-generator";
import { ajouterJours, type Jour } from "#domain/dates.ts";
import { NotFound } from "#domain/erreurs.ts";
import {
  cleDeLActe,
  cleSuivi,
  GENRES_SUIVIS,
  genreDe,
  lignesDeSuivi,
  type MonSuivi,
  referenceDe,
} from "#domain/suivi/suivi.ts";
import { users } from "#worker/db/schema/agence.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { noter } from "#worker/operations/historique/securite.ts";
import { lireEcheances, lireGestes } from "./echeances-suivies.ts";
import type { EcheanceSituee } from "./source.ts";

const OCTETS_DE_CLE = 32;
/** The calendar holds this many days to come, and this many past ones. */
const JOURS_A_VENIR = 400;
const JOURS_PASSES = 60;

const empreinteDe = (cle: string): string => createHash("sha256").update(cle).digest("base64url");

/** Whether an account gets the mail of the week, and whether it has a calendar. */
export async function lireMonSuivi(
  { db }: Pick<Contexte, "db">,
  UserId: number,
): Promise<MonSuivi> {
  const [compte] = await db
    .select({ mail: users.suiviMail, cle: users.suiviCle })
    .from(users)
    .where(eq(users.id, UserId));
  return { mail: compte?.mail ?? false, agenda: Boolean(compte?.cle) };
}

/** Asks for the mail of the week, or stops it. */
export async function changerMonSuivi(
  { db }: Pick<Contexte, "db">,
  { UserId, mail }: { UserId: number; mail: boolean },
): Promise<void> {
  await db
    .update(users)
    .set({ suiviMail: mail, updatedAt: MAINTENANT })
    .where(eq(users.id, UserId));
}

/**
 * Makes the key of an account's calendar: 256 bits, of which only the hash is stored. The former key stops working.
 * @returns the key, shown this once
 */
export async function creerCleAgenda(
  { db, user }: Pick<Contexte, "db" | "user">,
  UserId: number,
): Promise<string> {
  const cle = randomBytes(OCTETS_DE_CLE).toString("base64url");
  await db.write({
    cle: db
      .update(users)
      .set({ suiviCle: empreinteDe(cle), updatedAt: MAINTENANT })
      .where(eq(users.id, UserId)),
    journal: noter(db, { evenement: "agenda", user, details: { acte: "créée" } }),
  });
  return cle;
}

/** Takes the key of an account's calendar away. */
export async function retirerCleAgenda(
  { db, user }: Pick<Contexte, "db" | "user">,
  UserId: number,
): Promise<void> {
  await db.write({
    journal: noter(db, {
      evenement: "agenda",
      user,
      details: { acte: "retirée" },
      quand: sql`EXISTS (SELECT 1 FROM ${users} WHERE id = ${UserId} AND "suiviCle" IS NOT NULL)`,
    }),
    cle: db
      .update(users)
      .set({ suiviCle: null, updatedAt: MAINTENANT })
      .where(eq(users.id, UserId)),
  });
}

/** A calendar, with a mark that changes with its content. */
export interface Agenda {
  etag: string;
  texte: string;
}

/**
 * The calendar of the account with this key: whole days, with kinds and numbers only, without personal data. Deadlines
 * given to somebody else, or done, are left out (suivi/README §17.3).
 * @throws NotFound when no account has this key.
 */
export async function lireAgenda(
  ctx: Pick<Contexte, "env" | "db" | "today">,
  cle: string,
): Promise<Agenda> {
  const { db, env, today } = ctx;
  const [compte] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.suiviCle, empreinteDe(cle)));
  if (!compte) throw new NotFound("Ce calendrier n’existe pas, ou n’existe plus.");
  const horizon = ajouterJours(today, JOURS_A_VENIR);
  const proches = (
    await lireEcheances(ctx, { today, horizon, genres: GENRES_SUIVIS, id: null })
  ).filter(({ date }) => date >= ajouterJours(today, -JOURS_PASSES) && date <= horizon);
  const { gestes } = await lireGestes(ctx, proches.map(cleSuivi));
  const echeances = proches.filter((echeance) => {
    const geste = gestes.get(cleSuivi(echeance));
    const charge = geste?.gestionnaireId ?? echeance.gestionnaireId;
    return geste?.etat !== "fait" && (charge === null || charge === compte.id);
  });
  const evenements = enEvenements(echeances);
  const contenu = JSON.stringify(evenements.map(({ cle, titre }) => [cle, titre]));
  return {
    etag: `"${createHash("sha256").update(contenu).digest("base64url")}"`,
    texte: enCalendrier(evenements, env.PUBLIC_URL.replace(/\/+$/, "")),
  };
}

const titreDe = (echeance: EcheanceSituee): string =>
  `${genreDe(echeance.genre).nom} – ${referenceDe(echeance)}`;

interface Evenement {
  cle: string;
  titre: string;
  depuis: Jour;
  date: Jour;
}

const enEvenements = (echeances: readonly EcheanceSituee[]): Evenement[] =>
  lignesDeSuivi(echeances).map(({ premiere, autres }) => ({
    ...(autres.length === 0
      ? { cle: cleSuivi(premiere), titre: titreDe(premiere) }
      : {
          cle: cleDeLActe(premiere),
          titre: `${genreDe(premiere.genre).nom} – ${autres.length + 1} échéances`,
        }),
    ...{ depuis: premiere.depuis, date: premiere.date },
  }));

function enCalendrier(evenements: readonly Evenement[], site: string): string {
  const calendrier = ical({
    name: "Échéances",
    prodId: { company: "Patrimoine Locatif", product: "Échéances", language: "FR" },
    ttl: 6 * 3600,
  });
  for (const { cle, titre, depuis, date } of evenements) {
    calendrier.createEvent({
      id: cle,
      // The stamp comes from the deadline, so that an unchanged calendar keeps the same text.
      stamp: new Date(`${depuis}T00:00:00Z`),
      start: new Date(`${date}T00:00:00Z`),
      allDay: true,
      summary: titre,
      url: `${site}/echeances`,
    });
  }
  return calendrier.toString();
}
