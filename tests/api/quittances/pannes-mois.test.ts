import { env } from "cloudflare:workers";
import { and, asc, eq, ne, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { ajouterJours, type Jour, periodeEnLettres } from "#domain/dates.ts";
import { openDb } from "#worker/db/client.ts";
import { history } from "#worker/db/schema/agence.ts";
import { courriels, quitances } from "#worker/db/schema/quittances.ts";
import { creerBaux, jeton } from "../../support/agence/baux.ts";
import type { Answer } from "../../support/worker/api.ts";
import { freshHouse } from "../../support/worker/database.ts";
import { type House, openHouse } from "../../support/worker/house.ts";
import { type Appel, dehors, type Sort } from "../../support/worker/pannes.ts";

/**
 * The number of months simulated with faults; `FUZZ=40 npm run test:faults` simulates forty, each run with new seeds.
 */
const RUNS = inject("fuzz") ?? 1;
const SEED = inject("fuzz") === null ? { seed: 75 } : {};
const DOSSIERS = 15;
const JOURS_AU_PLUS = 25;
/** A day far in the future: the daily run then counts all objects in R2 as older than a day. */
const DEBUT = "2099-03-05";
/** Leases that begin in the month of `DEBUT`, because a daily run would also make the receipts of the month before. */
const DU_MOIS = { dossier: { dateDebutBail: "2099-03-01" } };
const DIX_MINUTES = 10 * 60_000;

const db = () => openDb(env);

beforeEach(async () => {
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(console, "warn").mockReturnValue();
  vi.useFakeTimers({ toFake: ["Date"] });
  await freshHouse();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/**
 * Ends at once the waits between two tries. Long waits stay, so that no abandoned copy goes on into the next test.
 */
function sansAttendre(): void {
  const vrai = globalThis.setTimeout;
  const court = (faire: () => void, attente = 0) => vrai(faire, attente < 100_000 ? 0 : attente);
  vi.spyOn(globalThis, "setTimeout").mockImplementation(court as unknown as typeof setTimeout);
}

async function passage(maison: House, jour: Jour): Promise<void> {
  vi.setSystemTime(`${jour}T05:00:00Z`);
  await maison.cron(`${jour}T05:00:00Z`);
}

describe("le mois où chaque appel au dehors échoue une fois sur cinq", () => {
  it("finit comme un mois sans panne : mêmes tables, mêmes objets, mêmes courriels", async () => {
    sansAttendre();
    const attendu = await vivre(() => "passe");
    const tirages = fc.noShrink(fc.infiniteStream(fc.nat(9)));
    await fc.assert(
      fc.asyncProperty(tirages, async (tirage) => {
        const destin = ({ vers }: Appel): Sort => {
          const { value } = tirage.next();
          // A mail without an answer stays uncertain for good: another test covers it, this one loses the mail
          // instead.
          if (value === 1) return vers === "courriel" ? "perdue" : "sans_reponse";
          return value === 0 ? "perdue" : "passe";
        };
        expect(await vivre(destin)).toEqual(attendu);
      }),
      { numRuns: RUNS, ...SEED },
    );
  }, 600_000);
});

/**
 * Simulates day after day, the daily run then the work of the staff, until nothing is left to do or for
 * `JOURS_AU_PLUS` days; then one day without faults.
 */
async function vivre(destin: (appel: Appel) => Sort) {
  await freshHouse();
  await creerBaux(env, DOSSIERS, DU_MOIS);
  const maison = openHouse();
  const monde = dehors(maison.env, destin);
  const malade = maison.servedWith(monde.env);
  let jour: Jour = DEBUT;
  for (let jours = 0; jours < JOURS_AU_PLUS && (await reste()) > 0; jours++) {
    await passage(malade, jour).catch(() => {});
    await malade.drain();
    await travailler(malade);
    await malade.drain();
    jour = ajouterJours(jour, 1);
  }
  await monde.finir();
  await passage(maison, jour);
  await maison.drain();
  return bilan(maison);
}

async function reste(): Promise<number> {
  const [compte] = await db().all<{ reste: number }>(sql`
    SELECT (SELECT count(*) FROM "Dossier") - (SELECT count(file) FROM "Quitance")
      + (SELECT count(*) FROM "Courriel" WHERE etat <> 'envoye')
      + (SELECT count(*) FROM "Rebut" WHERE "repriseLe" IS NULL) AS reste`);
  return compte?.reste ?? 0;
}

/** Staff take up the dead letters, and send again the mails that never reached their tenants. */
async function travailler(maison: House): Promise<void> {
  const api = maison.api(await jeton(env));
  const rebuts = await insister(() => api.get<{ id: number }[]>("/Rebut"));
  for (const { id } of rebuts.data) await insister(() => api.post(`/Rebut/${id}/reprendre`));
  const perdus = await db()
    .select({
      id: courriels.id,
      destinataires: courriels.destinataires,
      date: quitances.date,
      dateFin: quitances.dateFin,
    })
    .from(courriels)
    .innerJoin(quitances, eq(quitances.id, courriels.QuitanceId))
    .where(sql`${courriels.etat} IN ('incertain', 'refuse')`);
  for (const { id, destinataires, date, dateFin } of perdus) {
    const periode = periodeEnLettres(date, dateFin);
    const arrives = maison.mails.filter(({ subject }) => subject.includes(periode));
    expect(arrives.map(({ to }) => String(to))).not.toContain(destinataires.join());
    await insister(() => api.post(`/Quitance/courriel/${id}/renvoyer`));
  }
}

/** Asks again, as staff would, as long as the service answers that it is out of order. */
async function insister<T>(demander: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (;;) {
    const reponse = await demander();
    if (reponse.status !== 503) {
      expect([200, 409]).toContain(reponse.status);
      return reponse;
    }
    expect(reponse.headers.get("Retry-After")).toBe("5");
  }
}

const recus = ({ mails }: House) => mails.map(({ to }) => String(to)).toSorted();

/**
 * The receipts, mails, history and files at the end of the month, without the values that come from chance or the
 * clock.
 */
async function bilan(maison: House) {
  const faites = await db().select().from(quitances).orderBy(asc(quitances.DossierId));
  const boite = await db()
    .select({
      DossierId: quitances.DossierId,
      genre: courriels.genre,
      etat: courriels.etat,
      destinataires: courriels.destinataires,
    })
    .from(courriels)
    .innerJoin(quitances, eq(quitances.id, courriels.QuitanceId))
    .orderBy(asc(quitances.DossierId));
  const traces = await db()
    .select({ DossierId: quitances.DossierId, etat: history.etat })
    .from(history)
    .innerJoin(quitances, eq(quitances.id, history.entiteId))
    .where(and(eq(history.entite, "Quitance"), ne(history.etat, "Courriel renvoyé")))
    .orderBy(asc(quitances.DossierId));
  const { objects } = await env.FILES.list();
  return {
    quittances: faites.map(
      ({
        id: _id,
        numero: _n,
        emission: _e,
        uuid: _u,
        clePdf: _f,
        createdAt: _c,
        updatedAt: _m,
        servieLe,
        ...quittance
      }) => ({ ...quittance, servie: servieLe !== null }),
    ),
    numeros: faites.map(({ numero }) => numero).toSorted(),
    boite,
    traces,
    objets: objects.length,
    objetsTenus: faites.filter(({ clePdf }) => objects.some(({ key }) => key === clePdf)).length,
    copieDuJour: (await env.BACKUPS.list()).objects.length > 0,
    recus: recus(maison),
  };
}

describe("le worker meurt", () => {
  it("à n’importe quel appel du passage ou de la livraison : une quittance, jamais deux courriels", async () => {
    for (let rang = 0, mort = true; mort; rang++) {
      const [DossierId = 0] = await creerBaux(env, 1, DU_MOIS);
      const maison = openHouse();
      const monde = dehors(maison.env, (_, n) => (n === rang ? "mort" : "passe"));
      const mourante = maison.servedWith(monde.env);
      let enFile = maison.waiting;
      const vie = async () => {
        await passage(mourante, DEBUT);
        enFile = [...maison.waiting];
        await mourante.drain();
      };
      mort = (await Promise.race([vie(), monde.mort])) === "mort";
      await monde.finir();

      maison.waiting.splice(0, Number.POSITIVE_INFINITY, ...enFile);
      vi.setSystemTime(Date.now() + DIX_MINUTES);
      await maison.drain();
      await passage(maison, ajouterJours(DEBUT, 1));
      await maison.drain();

      const cas = `${rang} ${JSON.stringify(monde.appels[rang])}`;
      const faites = await db()
        .select({ clePdf: quitances.clePdf, etat: courriels.etat })
        .from(quitances)
        .innerJoin(courriels, eq(courriels.QuitanceId, quitances.id))
        .where(eq(quitances.DossierId, DossierId));
      const [{ clePdf, etat } = {}] = faites;
      expect([cas, faites.length, clePdf]).toEqual([cas, 1, expect.any(String)]);
      const fini = { 0: ["incertain"], 1: ["envoye", "incertain"] }[maison.mails.length];
      expect([cas, fini]).toEqual([cas, expect.arrayContaining([etat])]);
      vi.mocked(globalThis.fetch).mockRestore();
    }
  }, 600_000);
});

describe("le service d’envoi est lent", () => {
  it("le message livré de nouveau, même la réservation finie, n’envoie pas un second courriel", async () => {
    const commence = Promise.withResolvers<void>();
    const libere = Promise.withResolvers<void>();
    let envois = 0;
    const EMAIL: SendEmail = {
      send: async () => {
        envois++;
        commence.resolve();
        await libere.promise;
        return { messageId: "1" };
      },
    };
    const maison = openHouse({ EMAIL });
    await creerBaux(env, 1, DU_MOIS);
    await passage(maison, DEBUT);
    const enFile = [...maison.waiting];
    const livraison = maison.drain();
    await commence.promise;
    vi.setSystemTime(Date.now() + DIX_MINUTES);
    maison.waiting.push(...enFile);
    await maison.drain();
    const etat = async () => (await db().select({ etat: courriels.etat }).from(courriels))[0]?.etat;
    expect(await etat()).toBe("incertain");
    libere.resolve();
    await livraison;
    expect([envois, await etat()]).toEqual([1, "envoye"]);
  });
});

describe("l’horloge", () => {
  it("recule d’un jour, puis repart : rien ne se fait deux fois", async () => {
    const maison = openHouse();
    await creerBaux(env, 3);
    for (const jour of ["2026-11-05", "2026-11-04", "2026-11-03", "2026-11-05", "2026-11-06"]) {
      await maison.journee(jour);
    }
    const faites = await db().select().from(quitances).orderBy(asc(quitances.id));
    expect(faites.map(({ numero }) => numero)).toEqual([
      "2026-000001",
      "2026-000002",
      "2026-000003",
    ]);
    expect(maison.mails).toHaveLength(3);
  });

  it("a un jour été en avance d’un an : les jours manqués depuis se rattrapent encore", async () => {
    const maison = openHouse();
    await maison.journee("2027-11-20");
    await creerBaux(env, 1, {
      dossier: { jourQuitance: 30, createdAt: "2026-11-01T08:00:00.000Z" },
    });
    await maison.journee("2026-11-28");
    await maison.journee("2026-12-01");
    const faites = await db().select({ mois: quitances.mois }).from(quitances);
    expect(faites).toEqual([{ mois: "2026-11" }]);
  });
});
