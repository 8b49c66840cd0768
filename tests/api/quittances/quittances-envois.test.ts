import { env } from "cloudflare:workers";
import { asc, eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { agenceDe } from "#domain/agence/agence.ts";
import { LOT_AU_PLUS } from "#domain/quittances/limites.ts";
import { openDb } from "#worker/db/client.ts";
import { delaiEnvoi } from "#worker/db/conditions.ts";
import { history, variables } from "#worker/db/schema/agence.ts";
import { courriels } from "#worker/db/schema/quittances.ts";
import { creerBaux, jeton } from "../../support/agence/baux.ts";
import { freshHouse } from "../../support/worker/database.ts";
import { type House, openHouse } from "../../support/worker/house.ts";

const db = () => openDb(env);
const boite = () => db().select().from(courriels).orderBy(asc(courriels.id));
const etats = async () => (await boite()).map(({ genre, etat }) => [genre, etat]);
const regler = (valeur: string) => db().insert(variables).values({ nom: "delaiEnvoi", valeur });

let maison: House;
const api = async () => maison.api(await jeton(env, "user_delete"));

beforeEach(async () => {
  await freshHouse();
  maison = openHouse();
});

/** Generates a receipt by hand; `avis` is the mail of its avis d'échéance. */
async function generer(date = "2026-11-01") {
  const [DossierId = 0] = await creerBaux(env, 1);
  const qui = await api();
  const { data } = await qui.post<{ id: number }>(`/Quitance/generate/${DossierId}`, { date });
  const [avis] = await boite();
  return { qui, id: data.id, avis: avis?.id ?? 0 };
}

describe("un courriel que quelqu’un déclenche", () => {
  it("ne part pas avant sa minute, même livré trop tôt ou deux fois", async () => {
    const avant = Date.now();
    const { qui, id } = await generer();
    const [avis] = await boite();
    const attente = Date.parse(avis?.partLe ?? "") - avant;
    expect(attente).toBeGreaterThan(58_000);
    expect(attente).toBeLessThan(65_000);
    const { data } = await qui.get(`/Quitance/${id}`);
    expect(data).toMatchObject({ courriels: [{ etat: "a_envoyer", partLe: avis?.partLe }] });
    const { data: rows } = await qui.get("/Quitance");
    expect(rows).toMatchObject([
      { attente: { id: avis?.id, genre: "avis", partLe: avis?.partLe } },
    ]);

    maison.waiting.push(...maison.waiting.map((message) => ({ ...message, id: "encore" })));
    await maison.deliver();
    expect(maison.mails).toEqual([]);
    expect(maison.waiting.map(({ attempts }) => attempts)).toEqual([2, 2]);

    await maison.drain();
    expect(maison.mails).toHaveLength(1);
    expect(await etats()).toEqual([["avis", "envoye"]]);
  });

  it("part aussitôt avec un délai de zéro, et toujours au passage quotidien", async () => {
    await creerBaux(env, 2);
    await maison.cron("2026-11-05T05:00:00Z");
    await maison.deliver();
    expect(maison.mails).toHaveLength(2);

    await freshHouse();
    await regler("0");
    await generer();
    await maison.deliver();
    expect(maison.mails).toHaveLength(3);
  });

  it("est mis en file pour l’instant où il part, et porte l’adresse de l’agence pour la réponse", async () => {
    const envois: (number | undefined)[] = [];
    const livraison = maison;
    const { QUEUE } = maison.env;
    const sendBatch: typeof QUEUE.sendBatch = (messages) => {
      const lot = [...messages];
      envois.push(...lot.map(({ delaySeconds }) => delaySeconds));
      return QUEUE.sendBatch(lot);
    };
    maison = openHouse({ QUEUE: { ...QUEUE, sendBatch } });
    await db().insert(variables).values({ nom: "agenceEmail", valeur: "contact@agence.fr" });
    await generer();
    expect(envois).toHaveLength(1);
    expect(envois[0]).toBeGreaterThan(57);
    expect(envois[0]).toBeLessThanOrEqual(61);
    await livraison.drain();
    expect(livraison.mails).toMatchObject([{ replyTo: "contact@agence.fr" }]);
  });

  it("ne part pas si l’état revient dans la minute", async () => {
    const { qui, id } = await generer();
    await maison.drain();
    await qui.get(`/Quitance/switchState/true/${id}`);
    await maison.deliver();
    await qui.get(`/Quitance/switchState/false/${id}`);
    await maison.drain();
    expect(maison.mails).toHaveLength(1);
    expect(await etats()).toEqual([
      ["avis", "envoye"],
      ["quittance", "annule"],
    ]);
  });
});

describe("annuler un envoi", () => {
  it("le retient jusqu’à ce que quelqu’un le renvoie, quoi que devienne la quittance", async () => {
    const { qui, id, avis } = await generer();
    const retenu = await qui.post(`/Quitance/courriel/${avis}/annuler`);
    expect(retenu).toMatchObject({ status: 200, data: { id: avis, etat: "retenu" } });
    expect((await qui.post(`/Quitance/courriel/${avis}/annuler`)).status).toBe(409);
    await qui.get(`/Quitance/switchState/true/${id}`);
    await qui.put(`/Quitance/${id}`, { regle: false, statusInconu: true });
    await maison.drain();
    expect(maison.mails).toEqual([]);
    expect(await etats()).toContainEqual(["avis", "retenu"]);

    expect((await qui.post(`/Quitance/courriel/${avis}/renvoyer`)).status).toBe(200);
    await maison.deliver();
    expect(maison.mails).toEqual([]);
    await maison.drain();
    expect(maison.mails).toHaveLength(1);
    const [trace] = await db().select().from(history).where(eq(history.etat, "Envoi annulé"));
    expect(trace).toMatchObject({ entite: "Quitance", entiteId: id });
  });

  it("est refusé une fois le courriel parti, et n’existe pas pour un inconnu", async () => {
    const { qui, avis } = await generer();
    await maison.drain();
    const tard = await qui.post(`/Quitance/courriel/${avis}/annuler`);
    expect([tard.status, tard.error.message]).toEqual([409, "Trop tard\u00A0: avis déjà envoyé."]);
    expect((await qui.post("/Quitance/courriel/999/annuler")).status).toBe(404);
  });

  it("de beaucoup à la fois : ceux qui attendent sont retenus, les autres dits, et deux fois ne font rien de plus", async () => {
    const qui = await api();
    const dossiers = await creerBaux(env, 4);
    for (const DossierId of dossiers) {
      await qui.post(`/Quitance/generate/${DossierId}`, { date: "2026-11-01" });
      if (DossierId === dossiers[0]) await maison.drain();
    }
    const ids = (await boite()).map(({ id }) => id);
    const [parti = 0, ...autres] = ids;
    const demande = { ids: [...ids, 999] };
    const issue = {
      retenus: autres,
      refuses: [
        { id: parti, motif: "Trop tard\u00A0: avis déjà envoyé." },
        { id: 999, motif: "Ce courriel n’existe pas." },
      ],
    };
    const reponses = await Promise.all([1, 2].map(() => qui.post("/Courriel/annuler", demande)));
    for (const reponse of [...reponses, await qui.post("/Courriel/annuler", demande)]) {
      expect(reponse).toMatchObject({ status: 200, data: issue });
    }
    await maison.drain();
    expect(maison.mails).toHaveLength(1);
    const traces = await db().select().from(history).where(eq(history.etat, "Envoi annulé"));
    expect(traces.map(({ entite, details }) => [entite, details?.CourrielId])).toEqual(
      autres.map((id) => ["Quitance", id]),
    );
    const trop = Array.from({ length: LOT_AU_PLUS + 1 }, (_, rang) => rang + 1);
    expect((await qui.post("/Courriel/annuler", { ids: trop })).status).toBe(422);
    expect((await qui.post("/Courriel/annuler", { ids: [] })).status).toBe(422);
  });

  it("et l’envoyer au même instant : l’un des deux, jamais les deux", async () => {
    const { qui, avis } = await generer();
    const issues: string[] = [];
    // Each round delays whichever act won the round before, so that the two arrive together on any machine.
    let retardDeLAnnulation = 0;
    let pas = 2;
    for (let tour = 0; tour < 40; tour++) {
      maison.mails.length = 0;
      maison.waiting.length = 0;
      await db().run(
        sql`UPDATE "Courriel" SET etat = 'a_envoyer', "partLe" = NULL, "envoyeLe" = NULL`,
      );
      maison.waiting.push({
        id: `tour ${tour}`,
        body: { type: "courriel", CourrielId: avis },
        attempts: 1,
      });
      const [{ status }] = await Promise.all([
        scheduler
          .wait(Math.max(0, retardDeLAnnulation))
          .then(() => qui.post(`/Quitance/courriel/${avis}/annuler`)),
        scheduler.wait(Math.max(0, -retardDeLAnnulation)).then(() => maison.deliver()),
      ]);
      const issue = `${status} ${maison.mails.length} ${(await boite())[0]?.etat}`;
      pas = issue === issues.at(-1) ? pas * 2 : 2;
      retardDeLAnnulation += status === 200 ? pas : -pas;
      issues.push(issue);
    }
    expect(new Set(issues)).toEqual(new Set(["200 0 retenu", "409 1 envoye"]));
  });
});

it("le délai que lit la base est celui des paramètres", async () => {
  await regler("60");
  const texte = fc.oneof(
    fc.integer({ min: 0, max: 600 }).map(String),
    fc.integer({ min: 0, max: 600 }).map((nombre) => ` ${nombre},0 `),
    fc.constantFrom("", " "),
  );
  await fc.assert(
    fc.asyncProperty(texte, async (valeur) => {
      await db().update(variables).set({ valeur }).where(eq(variables.nom, "delaiEnvoi"));
      const [row] = await db().all<{ delai: number }>(sql`SELECT ${delaiEnvoi} AS delai`);
      expect(row?.delai).toBe(agenceDe([{ nom: "delaiEnvoi", valeur }]).delaiEnvoi);
    }),
    { numRuns: 40 },
  );
});
