import { eq, inArray, sql } from "drizzle-orm";
import {
  ajouterJours,
  ajouterMois,
  aujourdhui,
  dernierJour,
  type Jour,
  jourDuMois,
  joursDuMois,
  type Mois,
  moisDe,
  moisEnLettres,
} from "#domain/dates.ts";
import { prorata } from "#domain/montants.ts";
import type { CourrielPerdu } from "#domain/quittances/courriel.ts";
import { occupation } from "#domain/quittances/jours-de-loyer.ts";
import { LOT_AU_PLUS } from "#domain/quittances/limites.ts";
import { moisARattraper } from "#domain/quittances/mois-factures.ts";
import type { QuittanceRow } from "#domain/quittances/quittance-fiche.ts";
import type { Db } from "#worker/db/client.ts";
import { courriels } from "#worker/db/schema/quittances.ts";
import { dossiersDus } from "#worker/operations/quittances/dossiers-dus.ts";
import { genererQuittances } from "#worker/operations/quittances/generation.ts";
import { fireDailyRun } from "../machine/daily-run.ts";
import { Problem } from "../problem.ts";
import { type Api, forEach } from "./api.ts";
import type { DossierDemo } from "./dossiers.ts";
import { repliesOfLocataires, wantedEtat } from "./etats.ts";
import { replyLink } from "./replies.ts";

/** The number of past months with receipts and books. */
export const PAST_MOIS = 12;
const DAYS_OF_RUNS = [1, 5, 10];
const PATIENCE = 60_000;
const BETWEEN_LOOKS = 300;

/**
 * The tenants whose receipts the office makes by hand from this month on, so that the screen of the month still has
 * receipts to make.
 */
const BY_HAND = ["Guérin", "Yılmaz", "Ramanathan", "Tessier", "Carvalho", "Sjöström"];
const APPARTEMENTS_BY_HAND = ["10", "35"];

/** A lease of the demo, with the identifiers that its records received. */
export interface CreatedDossier extends DossierDemo {
  id: number;
  AppartementId: number;
  LocataireId: number;
  /** The e-mail address of the tenant. */
  mail: string;
  loyerHC: number;
  loyerCharge: number;
}

interface Context {
  api: Api;
  /** The database, to make the receipts of past days directly: the daily run would also do today's work. */
  db: Db;
  address: string;
  /** The folder into which the product writes the mails that it sent. */
  mails: string;
  dossiers: readonly CreatedDossier[];
  now: Date;
  say: (said: string) => void;
}

/**
 * Makes the receipts of the past year and of the present month, as the daily runs of their own days would have, and
 * lets today's run mail them. They are then paid, left unpaid, or answered by the tenants.
 * @throws Error when a past month lacks receipts; Problem when the queue makes no more progress
 */
export async function makeQuittances(context: Context): Promise<void> {
  const { api, address, db, dossiers, now, say } = context;
  const today = aujourdhui(now);
  const present = moisDe(today);
  const past = Array.from({ length: PAST_MOIS }, (_, rang) =>
    ajouterMois(present, rang - PAST_MOIS),
  );
  for (const mois of past) {
    const jours = DAYS_OF_RUNS.map((day) => jourDuMois(mois, day));
    for (const run of [...jours, dernierJour(mois)]) await makeDue(db, run);
    const made = (await quittancesOf(api, mois)).length;
    const due = dueCount(dossiers, mois, dernierJour(mois));
    if (made < due) throw new Error(`Demo, ${moisEnLettres(mois)}: ${made} receipts of ${due}`);
  }
  say(
    `  Quittances de ${moisEnLettres(past[0] ?? present)} à ${moisEnLettres(past.at(-1) ?? present)}.`,
  );

  await stopAutomatism(context);
  for (const day of DAYS_OF_RUNS) {
    const run = jourDuMois(present, day);
    if (run < today) await makeDue(db, run);
  }
  await letMailsBeFound(db, now);
  await fireDailyRun(address, now);
  await waitForQuittances(context, present, dueCount(dossiers.filter(isAutomatic), present, today));
  const all = [...past, present];
  for (const mois of all) await waitForCourriels(context, mois);
  say(`  Quittances de ${moisEnLettres(present)}, avis envoyés.`);

  await makeArrears(api, dossiers);
  const quittances = (await Promise.all(all.map((mois) => quittancesOf(api, mois)))).flat();
  await reply(context, quittances);
  await noteReglements(context, quittances);
  for (const mois of all) await waitForCourriels(context, mois);
  say(`  ${quittances.length} quittances, règlements notés.`);
}

/** Lets the product send the mails that have no queue message, and waits until all are sent. */
export async function letMailsLeave({ api, db, now }: Pick<Context, "api" | "db" | "now">) {
  await letMailsBeFound(db, now);
  const lost = await api.read<CourrielPerdu[]>("/Courriel/perdus");
  for (let from = 0; from < lost.length; from += LOT_AU_PLUS) {
    const ids = lost.slice(from, from + LOT_AU_PLUS).map(({ id }) => id);
    await api.call("POST", "/Courriel/perdus/reprendre", { ids });
  }
  const underWay = inArray(courriels.etat, ["a_envoyer", "en_cours"]);
  await waitFor("Les courriels", () => db.$count(courriels, underWay));
}

/** Makes the receipts that the daily run of that day would have made. */
async function makeDue(db: Db, run: Jour): Promise<void> {
  for (const mois of moisARattraper(run)) {
    for await (const ids of dossiersDus({ db, today: run }, mois)) {
      const demandes = ids.map((DossierId) => ({ DossierId, mois }));
      await genererQuittances({ db, today: run, user: null }, demandes);
    }
  }
}

/**
 * Dates the unsent mails from yesterday: today's run then finds them as it finds the mails whose queue message was
 * lost.
 */
async function letMailsBeFound(db: Db, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - 86_400_000).toISOString();
  await db
    .update(courriels)
    // A trigger refuses an earlier `updatedAt`, except when the version changes too: so the version changes.
    .set({ updatedAt: yesterday, partLe: null, version: sql`${courriels.version} + 1` })
    .where(eq(courriels.etat, "a_envoyer"));
}

function quittancesOf(api: Api, mois: Mois): Promise<QuittanceRow[]> {
  return api.read(`/Quitance/byDate/${mois.slice(5)}-${mois.slice(0, 4)}`);
}

/** How many receipts of a month the daily runs make, up to the day `jusquAu`. */
function dueCount(dossiers: readonly DossierDemo[], mois: Mois, jusquAu: Jour): number {
  return dossiers.filter(({ debut, preavis, terme, sortie, jourQuitance }) => {
    const fin = preavis?.fin ?? terme;
    const dates = {
      dateDebutBail: debut,
      dateFinBail: fin,
      dateDebutPreavis: null,
      dateFinPreavis: fin,
      dateRelocation: null,
    };
    return (
      occupation({ ...dates, dateSortie: sortie }, mois) &&
      jourDuMois(mois, jourQuitance) <= jusquAu
    );
  }).length;
}

function isAutomatic({ appartement, locataire }: DossierDemo): boolean {
  return !BY_HAND.includes(locataire) && !APPARTEMENTS_BY_HAND.includes(appartement);
}

async function stopAutomatism({ api, dossiers }: Context): Promise<void> {
  await forEach(dossiers, async ({ locataire, LocataireId, appartement, AppartementId }) => {
    const body = { quitanceAuto: false };
    if (BY_HAND.includes(locataire)) {
      await api.call("PUT", `/Locataire/${LocataireId}`, body);
    }
    if (APPARTEMENTS_BY_HAND.includes(appartement)) {
      await api.call("PUT", `/Appartement/${AppartementId}`, body);
    }
  });
}

async function waitForQuittances({ api }: Context, mois: Mois, expected: number) {
  await waitFor(
    `Les quittances de ${moisEnLettres(mois)}`,
    async () => expected - (await quittancesOf(api, mois)).length,
  );
}

async function waitForCourriels({ api }: Pick<Context, "api">, mois: Mois) {
  const underWay = (etat: QuittanceRow["avis"]) => etat === "a_envoyer" || etat === "en_cours";
  await waitFor(
    `Les courriels de ${moisEnLettres(mois)}`,
    async () =>
      (await quittancesOf(api, mois)).filter(
        ({ avis, quittance }) => underWay(avis) || underWay(quittance),
      ).length,
  );
}

/**
 * Waits until `left` gives zero.
 * @throws Problem when the number stops falling for a minute
 */
async function waitFor(what: string, left: () => Promise<number>): Promise<void> {
  let minimum = Number.POSITIVE_INFINITY;
  let since = Date.now();
  for (;;) {
    const count = await left();
    if (count <= 0) return;
    if (count < minimum) [minimum, since] = [count, Date.now()];
    if (Date.now() - since > PATIENCE) {
      throw new Problem(
        `${what} n’avancent plus : il en manque ${count}.\n` +
          "Relancez « npm start » : la démonstration sera reprise du début (ou SEED=none pour s’en passer).",
      );
    }
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS));
  }
}

const DAYS_EARLY = 5;

/** A tenant moved in before his lease began: the office makes by hand a receipt for those first days. */
async function makeArrears(api: Api, dossiers: readonly CreatedDossier[]): Promise<void> {
  const dossier = dossiers.find(({ locataire }) => locataire === "Żółć");
  if (!dossier) return;
  const { debut, loyerHC, loyerCharge } = dossier;
  const jours = joursDuMois(moisDe(debut));
  await api.create(`/Quitance/generate/manual/${dossier.id}`, {
    date: ajouterJours(debut, -DAYS_EARLY),
    dateFin: ajouterJours(debut, -1),
    prixHC: prorata(loyerHC, DAYS_EARLY, jours),
    charge: prorata(loyerCharge, DAYS_EARLY, jours),
  });
}

/** Some tenants follow the link in a mail and answer whether they paid. */
async function reply({ api, mails, dossiers, now }: Context, quittances: QuittanceRow[]) {
  const present = moisDe(aujourdhui(now));
  await forEach(repliesOfLocataires(present), async ({ locataire, mois, paye }) => {
    const dossier = dossiers.findLast((candidate) => candidate.locataire === locataire);
    const quittance = quittances.find(
      ({ DossierId, date }) => DossierId === dossier?.id && moisDe(date) === mois,
    );
    const uuid = dossier && quittance && replyLink(mails, dossier.mail, quittance);
    if (uuid) await api.call("POST", `/Quitance/validation/${paye}/${uuid}`);
  });
}

/**
 * The office notes each receipt whose state it knows: paid, with a day and a mode, or unpaid. Receipts that tenants
 * answered are left out.
 */
async function noteReglements({ api, dossiers, now }: Context, quittances: QuittanceRow[]) {
  const today = aujourdhui(now);
  const present = moisDe(today);
  const answered = new Set(
    repliesOfLocataires(present).map(({ locataire, mois }) => `${locataire} ${mois}`),
  );
  const rangs = new Map(dossiers.map((dossier, rang) => [dossier.id, { ...dossier, rang }]));
  await forEach(quittances, async (quittance) => {
    const dossier = rangs.get(quittance.DossierId);
    if (!dossier || answered.has(`${dossier.locataire} ${moisDe(quittance.date)}`)) return;
    const etat = wantedEtat(quittance, { ...dossier, today });
    if (etat) await api.call("PUT", `/Quitance/${quittance.id}`, etat);
  });
}
