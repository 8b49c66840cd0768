import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { brokenConstraint } from "#worker/db/failures.ts";
import {
  ADMIN,
  type Agence,
  connecter,
  creer,
  LOCATAIRE,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";
import type { Answer, Api } from "../../support/worker/api.ts";
import { askDatabase, killDatabase, startDatabase } from "../../support/worker/database.ts";

/** The longest wait of a user, in milliseconds: the database ends a transaction left open after five seconds. */
const PATIENCE = 15_000;

let agence: Agence;
let api: Api;
beforeAll(async () => {
  agence = await ouvrirAgence();
  api = agence.house.api(await connecter(agence.personne, ADMIN.email, ADMIN.password));
});

function faitOuReporte({ status, headers }: Answer<unknown>): boolean {
  if (status < 300) return true;
  expect([status, headers.get("Retry-After")]).toEqual([503, "5"]);
  return false;
}

describe("la base", () => {
  test("tuée pendant que huit personnes écrivent : 503, et tout ce qui fut dit fait l’est", async () => {
    const faites: { id: number; nom: string }[] = [];
    const ecrivains = Array.from({ length: 8 }, async (_, rang) => {
      for (let n = 0; ; n++) {
        const nom = `Coupure ${rang}-${n}`;
        const reponse = await api.post<{ id: number }>("/Locataire", { ...LOCATAIRE, nom });
        if (!faitOuReporte(reponse)) return;
        faites.push({ id: reponse.data.id, nom });
      }
    });
    await scheduler.wait(200);
    await killDatabase();
    await Promise.all(ecrivains).finally(startDatabase);
    const { data } = await api.get<{ id: number; nom: string }[]>("/Locataire?q=coupure");
    expect(faites.length).toBeGreaterThan(0);
    expect(data).toEqual(
      expect.arrayContaining(faites.map((faite) => expect.objectContaining(faite))),
    );
    expect(new Set(data.map(({ nom }) => nom)).size).toBe(data.length);
  });

  test("redémarrée entre deux requêtes : les suivantes passent, chacune une fois", async () => {
    const lire = () => api.get<{ nom: string }[]>("/Locataire?q=Redemarree");
    expect((await Promise.all([lire(), lire(), lire()])).map(({ status }) => status)).toEqual([
      200, 200, 200,
    ]);
    await killDatabase();
    await startDatabase();
    const noms = ["Redemarree A", "Redemarree B", "Redemarree C", "Redemarree D"];
    const faites = await Promise.all(
      noms.map((nom) => api.post("/Locataire", { ...LOCATAIRE, nom })),
    );
    expect(faites.map(({ status }) => status)).toEqual(noms.map(() => 201));
    expect((await lire()).data.map(({ nom }) => nom).toSorted()).toEqual(noms);
  });

  test("qui refuse la fin d’une écriture n’en garde rien, et ce qui suit se fait", async () => {
    const db = openDb(env);
    const noter = (nom: string) => sql`
      INSERT INTO "Variable" (nom, valeur, "createdAt", "updatedAt") VALUES (${nom}, '1', '2026', '2026')`;
    const notees = () =>
      db.all(sql`SELECT nom FROM "Variable" WHERE nom LIKE 'essai%' ORDER BY nom`);
    await db.run(noter("essai 1"));
    for (let essai = 0; essai < 3; essai++) {
      const ecriture = db.write({ une: db.run(noter("essai 2")), deja: db.run(noter("essai 1")) });
      await expect(ecriture).rejects.toSatisfy((error) => brokenConstraint(error) === "UNIQUE");
      expect(await notees()).toEqual([{ nom: "essai 1" }]);
    }
    await db.write({ une: db.run(noter("essai 2")) });
    expect(await notees()).toEqual([{ nom: "essai 1" }, { nom: "essai 2" }]);
  });

  test("tenue par un autre qui n’achève jamais : on lit, on écrit ou l’on sait quand revenir, puis tout reprend", async () => {
    const { id: tenue } = await creer(api, "Client", PROPRIETAIRE);
    const fiches = await Promise.all(
      Array.from({ length: 10 }, () => creer(api, "Locataire", LOCATAIRE)),
    );
    await laisserOuverte(`UPDATE Client SET ville = 'Abandon' WHERE id = ${tenue}`);
    const debut = Date.now();
    const ecrire = () =>
      Promise.all(fiches.map(({ id }) => api.put(`/Locataire/${id}`, { ville: "Nantes" })));
    const lecture = api.get(`/Client/${tenue}`).then((lue) => [lue, Date.now() - debut] as const);
    (await ecrire()).map(faitOuReporte);
    expect(Date.now() - debut).toBeLessThan(PATIENCE);
    const [lue, duree] = await lecture;
    expect(lue).toMatchObject({ status: 200, data: { ville: PROPRIETAIRE.ville } });
    expect(duree).toBeLessThan(4500);

    await expect
      .poll(async () => (await ecrire()).every(faitOuReporte), { timeout: PATIENCE })
      .toBe(true);
    const { data } = await api.get<{ ville: string }>(`/Client/${tenue}`);
    expect(data.ville).toBe(PROPRIETAIRE.ville);
  });
});

describe("le disque plein", () => {
  test.each(["SQLite error: disk I/O error", "database or disk is full: SQLITE_FULL"])(
    "dit 503 et pourquoi, et la même demande passe une fois de la place faite (%s)",
    async (message) => {
      const vrai = globalThis.fetch;
      vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
        const requete = new Request(input, init);
        const demande = await requete.clone().text();
        if (!/insert into/i.test(demande)) return vrai(requete);
        const { requests } = JSON.parse(demande) as { requests: object[] };
        const error = { message, code: "SQLITE_IOERR" };
        const results = requests.map(() => ({ type: "error", error }));
        return Response.json({ baton: null, base_url: null, results });
      });
      const plein = await api.post("/Client", PROPRIETAIRE);
      vi.restoreAllMocks();
      expect([plein.status, plein.headers.get("Retry-After"), plein.error.message]).toEqual([
        503,
        "60",
        "Il n’y a plus de place pour enregistrer : votre demande n’a pas été prise. Recommencez quand il y en aura de nouveau.",
      ]);
      expect((await api.post("/Client", PROPRIETAIRE)).status).toBe(201);
    },
  );
});

/** Writes in a transaction that never ends, as any other client of the database could. */
async function laisserOuverte(ordre: string): Promise<void> {
  const requests = ["BEGIN IMMEDIATE", ordre].map((sql) => ({ type: "execute", stmt: { sql } }));
  const reponse = await askDatabase("/v2/pipeline", {
    method: "POST",
    body: JSON.stringify({ baton: null, requests }),
  });
  const { results } = await reponse.json<{ results: { type: string }[] }>();
  expect(results.map(({ type }) => type)).toEqual(["ok", "ok"]);
}
