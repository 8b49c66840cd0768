import { env } from "cloudflare:workers";
import { asc, eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { courriels, quitances, rebuts } from "#worker/db/schema/quittances.ts";
import { locataires } from "#worker/db/schema/schema.ts";
import { mettreCourrielsEnFile } from "#worker/operations/courriels/file-attente.ts";
import { rendreIncertains, renvoyerCourriel } from "#worker/operations/courriels/outbox.ts";
import { garderRebuts } from "#worker/operations/courriels/rebuts.ts";
import { changerEtat } from "#worker/operations/quittances/etat-quittance.ts";
import { creerBaux, jeton } from "../../support/agence/baux.ts";
import { freshHouse, killDatabase, startDatabase } from "../../support/worker/database.ts";
import { openHouse } from "../../support/worker/house.ts";

const db = () => openDb(env);
const lesQuittances = () => db().select().from(quitances).orderBy(asc(quitances.id));

const boite = () =>
  db()
    .select({ QuitanceId: courriels.QuitanceId, etat: courriels.etat })
    .from(courriels)
    .orderBy(asc(courriels.QuitanceId), asc(courriels.id));

/** An R2 bucket whose `put` fails when `panne` returns true. */
function fichiers(panne: () => boolean | Promise<boolean>): R2Bucket {
  return new Proxy(env.FILES, {
    get(bucket, nom) {
      const membre: unknown = Reflect.get(bucket, nom);
      if (typeof membre !== "function") return membre;
      return async (...args: unknown[]) => {
        if (nom === "put" && (await panne())) throw new Error("R2 is out of order");
        return membre.apply(bucket, args);
      };
    },
  });
}

/**
 * A mail service that fails with the error that `panne` returns for a recipient; `recus` lists the recipients of the
 * mails that it accepted.
 */
function facteur(panne: (destinataire: string) => Error | null) {
  const recus: string[] = [];
  const EMAIL: SendEmail = {
    send: async (mail: EmailMessage | EmailMessageBuilder) => {
      const destinataire = String(mail.to);
      const erreur = panne(destinataire);
      if (erreur) throw erreur;
      recus.push(destinataire);
      return { messageId: destinataire };
    },
  };
  return { EMAIL, recus };
}

const refus = (code: string) => Object.assign(new Error("refused"), { code });
const adresse = (LocataireId: number) => `locataire${LocataireId}@exemple.fr`;

beforeEach(async () => {
  vi.spyOn(console, "error").mockReturnValue();
  await freshHouse();
});

describe("une panne ne touche que son message", () => {
  it("quand R2 refuse un PDF, les voisins partent, et celui-ci ensuite, une seule fois", async () => {
    let pannes = 2;
    const maison = openHouse({ FILES: fichiers(() => pannes-- > 0) });
    await creerBaux(env, 10);
    await maison.cron("2026-11-05T05:00:00Z");
    const livraisons = vi.spyOn(maison.env.EMAIL, "send");
    await maison.drain();
    expect(livraisons).toHaveBeenCalledTimes(10);
    expect((await lesQuittances()).filter(({ clePdf }) => clePdf === null)).toEqual([]);
    expect((await boite()).map(({ etat }) => etat)).toEqual(Array(10).fill("envoye"));
  });

  it("quand le service d’envoi en reporte un, il est repris ; quand il en refuse un, l’agence le voit", async () => {
    let reports = 3;
    const { EMAIL, recus } = facteur((a) => {
      if (a === adresse(2) && reports-- > 0) return refus("E_RATE_LIMIT_EXCEEDED");
      return a === adresse(3) ? refus("E_RECIPIENT_SUPPRESSED") : null;
    });
    const maison = openHouse({ EMAIL });
    await creerBaux(env, 5);
    await maison.journee("2026-11-05");
    expect(recus.toSorted()).toEqual([1, 2, 4, 5].map(adresse));
    const [refuse] = await db().select().from(courriels).where(eq(courriels.etat, "refuse"));
    expect(refuse?.erreur).toContain("E_RECIPIENT_SUPPRESSED");
    expect(await db().select().from(rebuts)).toEqual([]);
  });

  it("quand le sort d’un courriel est incertain, il n’est jamais renvoyé que sur décision", async () => {
    let coupures = 1;
    const { EMAIL, recus } = facteur((a) =>
      a === adresse(2) && coupures-- > 0 ? new Error("Network connection lost.") : null,
    );
    const maison = openHouse({ EMAIL });
    await creerBaux(env, 3);
    await maison.journee("2026-11-05");
    await maison.journee("2026-11-06");
    expect(recus.toSorted()).toEqual([1, 3].map(adresse));
    const [incertain] = await db().select().from(courriels).where(eq(courriels.etat, "incertain"));

    await db().update(locataires).set({ mail: "nouvelle@exemple.fr" }).where(eq(locataires.id, 2));
    const { id: CourrielId } = await renvoyerCourriel(
      { db: db(), user: "a@b.fr" },
      incertain?.id ?? 0,
    );
    await maison.env.QUEUE.send({ type: "courriel", CourrielId });
    await maison.drain();
    expect(recus).toContain("nouvelle@exemple.fr");
    await expect(renvoyerCourriel({ db: db(), user: "a@b.fr" }, CourrielId)).rejects.toThrow(
      "ne peut pas être renvoyé",
    );
  });

  it("quand la quittance redevient impayée pendant que son courriel se prépare, il ne part pas", async () => {
    const ctx = { db: db(), today: "2026-11-06", user: null };
    const bascule = (regle: boolean) =>
      changerEtat(ctx, { id: 1, regle, statusInconu: false, source: "agence" });
    let pendantLeRendu = async () => {};
    const FILES = fichiers(() => pendantLeRendu().then(() => false));
    const maison = openHouse({ FILES });
    await creerBaux(env, 1);
    await maison.journee("2026-11-05");
    const { courriels: enAttente } = await bascule(true);
    pendantLeRendu = async () => {
      pendantLeRendu = async () => {};
      await bascule(false);
    };
    await mettreCourrielsEnFile({ env: maison.env, now: new Date() }, enAttente);
    await maison.drain();
    expect(maison.mails.map(({ subject }) => subject)).toEqual([
      "Avis d’échéance du 1er au 30 novembre 2026",
    ]);
    expect((await boite()).map(({ etat }) => etat)).toEqual(["envoye", "annule"]);
  });

  it("quand l’envoi est mort en chemin, le courriel devient incertain au bout de sa réservation", async () => {
    const maison = openHouse();
    await creerBaux(env, 1);
    await maison.journee("2026-11-05");
    await db().run(
      sql`UPDATE "Courriel" SET etat = 'en_cours', "bailJusqua" = '2026-01-01T00:00:00.000Z'`,
    );
    await maison.env.QUEUE.send({ type: "courriel", CourrielId: 1 });
    await maison.drain();
    expect(await boite()).toEqual([{ QuitanceId: 1, etat: "incertain" }]);
    expect(maison.mails).toHaveLength(1);
  });

  it("quand le service est si lent qu’on renvoie ce qui attend, rien d’autre que ce qui était en route ne part deux fois", async () => {
    await creerBaux(env, 20);
    vi.useFakeTimers({ toFake: ["Date"] });
    const enRoute: string[] = [];
    const recus: string[] = [];
    let enLent: string[] = [];
    let attente: Promise<void> | undefined;
    const EMAIL: SendEmail = {
      send: async (mail: EmailMessage | EmailMessageBuilder) => {
        attente ??= scheduler.wait(20).then(renvoyerLesIncertains);
        enRoute.push(String(mail.to));
        await attente;
        recus.push(String(mail.to));
        return { messageId: String(mail.to) };
      },
    };
    const maison = openHouse({ EMAIL });
    const renvoyerLesIncertains = async () => {
      vi.setSystemTime(Date.now() + 6 * 60_000);
      await rendreIncertains(db(), new Date());
      const incertains = await db().select().from(courriels).where(eq(courriels.etat, "incertain"));
      for (const { id } of incertains) await renvoyerCourriel({ db: db(), user: null }, id);
      await mettreCourrielsEnFile({ env: maison.env, now: new Date() }, incertains);
      enLent = [...enRoute];
    };
    await maison.cron("2026-11-05T05:00:00Z");
    await maison.drain().finally(() => vi.useRealTimers());
    const deuxFois = recus.filter((qui, rang) => recus.indexOf(qui) < rang);
    expect(new Set(recus).size).toBe(20);
    expect(deuxFois.filter((qui) => !enLent.includes(qui))).toEqual([]);
    expect((await boite()).map(({ etat }) => etat)).toEqual(Array(20).fill("envoye"));
  });

  it("une adresse absente ou qui porte un saut de ligne n’est jamais remise au service d’envoi", async () => {
    const maison = openHouse();
    await creerBaux(env, 1, { locataire: { mail: "" } });
    await creerBaux(env, 1, { locataire: { mail: "a@exemple.fr\r\nBcc: tous@exemple.fr" } });
    await maison.journee("2026-11-05");
    expect(maison.mails).toEqual([]);
    expect((await boite()).map(({ etat }) => etat)).toEqual(["refuse", "refuse"]);
  });

  it("un message empoisonné finit aux rebuts, une fois, sans retenir les autres", async () => {
    const maison = openHouse();
    await creerBaux(env, 3);
    await maison.cron("2026-11-05T05:00:00Z");
    const poison = JSON.parse('{"type":"quitance","DossierId":"1; DROP TABLE"}');
    await maison.env.QUEUE.sendBatch([{ body: poison }, { body: poison }]);
    await maison.env.QUEUE.send({
      type: "quitance",
      DossierId: 999,
      mois: "2026-11",
      today: "2026-11-05",
    });
    await maison.env.QUEUE.send({ type: "courriel", CourrielId: 999 });
    await maison.drain();
    expect(maison.mails).toHaveLength(3);
    expect((await db().select().from(rebuts)).map(({ message }) => message)).toEqual([poison]);
  });
});

it("un message rebuté se voit et se reprend, une fois", async () => {
  const maison = openHouse();
  await creerBaux(env, 1);
  const api = maison.api(await jeton(env));
  const body = { type: "quitance", DossierId: 1, mois: "2026-11", today: "2026-11-05" };
  await garderRebuts({ db: db() }, [{ body, attempts: 9 }]);
  await garderRebuts({ db: db() }, [{ body, attempts: 9 }]);
  const vus = await api.get<{ id: number; message: unknown }[]>("/Rebut");
  expect(vus.data.map(({ message }) => message)).toEqual([body]);
  const reprises = await Promise.all([1, 2].map(() => api.post("/Rebut/1/reprendre")));
  expect(reprises.map(({ status }) => status).sort()).toEqual([200, 409]);
  await maison.drain();
  expect(maison.mails).toHaveLength(1);
  expect((await api.get("/Rebut")).total).toBe(0);
});

it("un message que personne ne sait lire ne se reprend pas : on l’écarte", async () => {
  const maison = openHouse();
  const api = maison.api(await jeton(env, "user_delete"));
  await garderRebuts({ db: db() }, [{ body: { type: "inconnu" }, attempts: 9 }]);
  expect((await api.post("/Rebut/1/reprendre")).status).toBe(409);
  expect((await api.delete("/Rebut/1")).status).toBe(204);
  expect((await api.delete("/Rebut/1")).status).toBe(404);
  expect((await api.get("/Rebut")).total).toBe(0);
  const { data } = await api.get<{ etat: string }[]>("/History?entite=Rebut");
  expect(data.map(({ etat }) => etat)).toEqual(["Écarté"]);
});

describe("le mois finit toujours pareil", () => {
  it("quand chaque message est livré trois fois, dans le désordre", async () => {
    const maison = openHouse();
    await creerBaux(env, 30);
    await maison.cron("2026-11-05T05:00:00Z");
    const messages = maison.waiting.flatMap((message) =>
      [1, 2, 3].map((fois) => ({ ...message, id: `${message.id}-${fois}` })),
    );
    maison.waiting.splice(0, Infinity, ...messages.toSorted(() => Math.random() - 0.5));
    await Promise.all([maison.drain(), maison.drain()]);
    expect(await lesQuittances()).toHaveLength(30);
    expect(maison.mails).toHaveLength(30);
  });

  it("quand la base est tuée au milieu d’un passage de 500", async () => {
    const maison = openHouse();
    await creerBaux(env, 500);
    await maison.cron("2026-11-05T05:00:00Z");
    const livraison = maison.drain();
    for (const attente of [300, 500]) {
      await scheduler.wait(attente);
      await killDatabase();
      await scheduler.wait(100);
      await startDatabase();
    }
    await livraison;
    await maison.cron("2026-11-06T05:00:00Z");
    await maison.drain();

    const faites = await lesQuittances();
    expect(faites.map(({ numero }) => numero)).toEqual(
      faites.map((_, rang) => `2026-${String(rang + 1).padStart(6, "0")}`),
    );
    expect(new Set(faites.map(({ DossierId }) => DossierId)).size).toBe(500);
    expect(faites).toHaveLength(500);
    const destinataires = maison.mails.map(({ to }) => String(to));
    expect(new Set(destinataires).size).toBe(destinataires.length);
    const envoyes = (await boite()).filter(({ etat }) => etat === "envoye");
    const incertains = (await boite()).filter(
      ({ etat }) => etat === "incertain" || etat === "en_cours",
    );
    expect(envoyes.length + incertains.length).toBe(500);
    expect(destinataires.length).toBeGreaterThanOrEqual(envoyes.length);
  }, 60_000);
});
