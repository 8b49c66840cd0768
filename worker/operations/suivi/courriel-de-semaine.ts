import { eq, sql } from "drizzle-orm";
import { ajouterJours, formatJour, type Jour } from "#domain/dates.ts";
import type { CourrielAPartir } from "#domain/quittances/courriel.ts";
import {
  type CompteSuivi,
  compter,
  type LigneDeSuivi,
  lignesDeSuivi,
  referenceDe,
  type SuiviRow,
} from "#domain/suivi/suivi.ts";
import { users } from "#worker/db/schema/agence.ts";
import { courriels } from "#worker/db/schema/quittances.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireConstat, noter } from "#worker/operations/copies/constats.ts";
import { mettreCourrielsEnFile } from "#worker/operations/courriels/file-attente.ts";
import { lireSuivi } from "./echeances-suivies.ts";

/** The most lines of a mail; the other deadlines are on the screen. */
const LIGNES_AU_PLUS = 60;

/**
 * Once a week, mails the deadlines that are late or due this week to each account that asked for this mail
 * (suivi/README §17.3). The run of Monday does it or, when that run was missed, the next run of the week. An account
 * gets its own deadlines and those that nobody is in charge of. Without a deadline there is no mail. The outbox sends
 * the mails.
 */
export async function ecrireLaSemaine(
  ctx: Pick<Contexte, "env" | "db" | "today" | "now">,
): Promise<void> {
  const { db, today } = ctx;
  const lundi = lundiDe(today);
  if ((await lireConstat(ctx, "semaine"))?.jour === lundi) return;
  const comptes = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(eq(users.suiviMail, true));
  if (comptes.length > 0) await ecrireAuxComptes(ctx, { comptes, lundi });
  await noter(ctx, { nom: "semaine", jour: lundi, manques: [] });
}

/** The Monday of the week of a day. */
const lundiDe = (jour: Jour): Jour => ajouterJours(jour, -((new Date(jour).getUTCDay() + 6) % 7));

async function ecrireAuxComptes(
  ctx: Pick<Contexte, "env" | "db" | "today" | "now">,
  { comptes, lundi }: { comptes: readonly { id: number; email: string }[]; lundi: Jour },
): Promise<void> {
  const { env } = ctx;
  const proches = (await lireSuivi(ctx, null)).filter(({ bande }) => bande !== "avenir");
  const site = env.PUBLIC_URL.replace(/\/+$/, "");
  const ecrits: CourrielAPartir[] = [];
  for (const { id, email } of comptes) {
    const echeances = proches.filter(
      ({ gestionnaireId }) => gestionnaireId === null || gestionnaireId === id,
    );
    if (echeances.length === 0) continue;
    ecrits.push(...(await ecrire(ctx, { id, email, lundi, siennes: echeances, site })));
  }
  await mettreCourrielsEnFile(ctx, ecrits);
}

interface Semaine {
  id: number;
  email: string;
  lundi: Jour;
  siennes: readonly SuiviRow[];
  site: string;
}

/** One mail per account and week: running again for the same week writes nothing. */
async function ecrire(
  { db }: Pick<Contexte, "db">,
  { id, email, lundi, siennes: echeances, site }: Semaine,
): Promise<CourrielAPartir[]> {
  const semaine = `semaine ${lundi}`;
  return db.all<CourrielAPartir>(sql`
    INSERT INTO ${courriels} (genre, destinataires, entite, "entiteId", champ, objet, texte)
    SELECT 'document', ${JSON.stringify([email])}, 'User', ${id}, ${semaine}, ${objetDe(compter(echeances))},
      ${texteDe(echeances, site)}
    WHERE NOT EXISTS (SELECT 1 FROM ${courriels} WHERE entite = 'User' AND "entiteId" = ${id} AND champ = ${semaine})
    RETURNING id, "partLe"`);
}

/** The subject of the mail, without a name: « 4 échéances en retard, 9 cette semaine ». */
function objetDe({ retard, semaine }: CompteSuivi): string {
  const echeances = (nombre: number) => `${nombre} échéance${nombre > 1 ? "s" : ""}`;
  if (retard === 0) return `${echeances(semaine)} cette semaine`;
  return `${echeances(retard)} en retard${semaine > 0 ? `, ${semaine} cette semaine` : ""}`;
}

/**
 * A line of the mail: « 31/12/2026 : Régulariser les charges (dossier D000123) », or « (12 échéances) » for several.
 */
function ligneDe({ premiere, autres }: LigneDeSuivi<SuiviRow>): string {
  const lesquelles =
    autres.length === 0
      ? referenceDe({ ...premiere, id: premiere.entiteId })
      : `${autres.length + 1} échéances`;
  return `${formatJour(premiere.date)} : ${premiere.quoi} (${lesquelles})`;
}

function texteDe(echeances: readonly SuiviRow[], site: string): string {
  const lignes = lignesDeSuivi(echeances);
  const lignesMontrees = lignes.slice(0, LIGNES_AU_PLUS);
  const reste = lignes
    .slice(LIGNES_AU_PLUS)
    .reduce((total, { autres }) => total + autres.length + 1, 0);
  return [
    "Bonjour,",
    lignesMontrees.map(ligneDe).join("\n"),
    ...(reste > 0 ? [`Et ${reste} ${reste > 1 ? "autres" : "autre"}.`] : []),
    `Tout voir :\n${site}/echeances`,
    "Vous recevez ce courriel parce que vous l’avez demandé, dans Mon compte.",
  ].join("\n\n");
}
