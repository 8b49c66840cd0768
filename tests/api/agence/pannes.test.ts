import { env } from "cloudflare:workers";
import { max, sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { rebuts } from "#worker/db/schema/quittances.ts";
import { garderRebuts } from "#worker/operations/courriels/rebuts.ts";
import {
  ADMIN,
  type Agence,
  APPARTEMENT,
  BAIL,
  connecter,
  creer,
  LOCATAIRE,
  louer,
  ouvrirAgence,
} from "../../support/agence/agence.ts";
import {
  deposer,
  envoyer,
  fichier,
  MO,
  octets,
  PDF,
  traces,
} from "../../support/fichiers/televersements.ts";
import type { Api } from "../../support/worker/api.ts";
import { openHouse } from "../../support/worker/house.ts";
import { dehors, type Sort } from "../../support/worker/pannes.ts";

let agence: Agence;
let token: string;
let DossierId: number;
/** The number of rows of each table except `StoredFile`, whose unused files the daily run removes. */
let compter: () => Promise<Record<string, number>>;
beforeAll(async () => {
  agence = await ouvrirAgence();
  token = await connecter(agence.personne, ADMIN.email, ADMIN.password);
  ({ DossierId } = await louer(agence.admin, { locataire: { accordEmail: true } }));
  const tables = await openDb(env).all<{ name: string }>(sql`
    SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
      AND name <> 'StoredFile'`);
  const comptes = tables.map(({ name }) => `(SELECT count(*) FROM "${name}") AS "${name}"`);
  const requete = sql.raw(`SELECT ${comptes.join(", ")}`);
  compter = async () => (await openDb(env).all<Record<string, number>>(requete))[0] ?? {};
});
afterEach(() => {
  vi.restoreAllMocks();
});

type Reponse = Pick<Response, "status" | "headers">;
type Geste = (api: Api) => Promise<Reponse>;

const SIX_MO = new Uint8Array(Buffer.concat([...octets(PDF, 6 * MO)]));
/** Acts that only `npm run test:faults` runs. */
const GESTES_LONGS: Record<string, () => Promise<Geste>> = {
  "déposer un fichier de plusieurs tranches": async () => (api) =>
    envoyer(api, "/Fichier", [fichier(SIX_MO)]),
};

/**
 * The acts of staff and tenants, by name. The first call prepares records without faults; the function that it
 * returns does the act.
 */
const GESTES: Record<string, (api: Api) => Promise<Geste>> = {
  "lire une liste": async () => (api) => api.get("/Locataire?page=1&limit=20"),
  "créer une fiche": async () => (api) => api.post("/Locataire", LOCATAIRE),
  "modifier une fiche": async (api) => {
    const { id } = await creer(api, "Locataire", LOCATAIRE);
    return (api) => api.put(`/Locataire/${id}`, { ville: "Nantes" });
  },
  "attribuer un appartement": async (api) => {
    const [logement, occupant] = [
      await creer(api, "Appartement", APPARTEMENT),
      await creer(api, "Locataire", LOCATAIRE),
    ];
    return (api) => api.put(`/Appartement/${logement.id}/tenant/add/${occupant.id}`, BAIL);
  },
  "générer la quittance du mois": async (api) => {
    const { DossierId } = await louer(api);
    return (api) => api.post(`/Quitance/generate/${DossierId}`, { date: "2026-01-01" });
  },
  "noter une quittance payée": async (api) => {
    const id = await quittance(api);
    return (api) => api.get(`/Quitance/switchState/true/${id}`);
  },
  "télécharger une quittance": async (api) => {
    const id = await quittance(api);
    return (api) => lu(api, `/api/quitance/download/${id}`);
  },
  "répondre au lien du courriel": async (api) => {
    const id = await quittance(api);
    const [ligne] = await openDb(env).all<{ uuid: string }>(
      sql`SELECT uuid FROM "Quitance" WHERE id = ${id}`,
    );
    return (api) => api.post(`/Quitance/validation/true/${ligne?.uuid}`);
  },
  "reprendre un travail rebuté": async () => {
    const body = { type: "quitance", DossierId, mois: "2026-02", today: "2026-02-05" };
    await garderRebuts({ db: openDb(env) }, [{ body, attempts: 9 }]);
    const [rebut] = await openDb(env)
      .select({ id: max(rebuts.id) })
      .from(rebuts);
    return (api) => api.post(`/Rebut/${rebut?.id}/reprendre`);
  },
  "générer un contrat": async () => (api) =>
    api.get(`/Dossier/${DossierId}/contratLocation/generate`),
  "déposer un fichier": async () => (api) => envoyer(api, "/Fichier", [fichier(PDF)]),
  "lire un fichier": async (api) => {
    const { url } = await deposer(api);
    return (api) => lu(api, `/files/${url.split("?")[0]}`);
  },
  "remplacer un fichier": async (api) => {
    const { id } = await deposer(api);
    return (api) => envoyer(api, `/Fichier/${id}`, [fichier(PDF)], { methode: "PUT" });
  },
  "supprimer un fichier": async (api) => {
    const { id } = await deposer(api);
    return (api) => api.delete(`/Fichier/${id}`);
  },
  "ouvrir un téléversement": async () => (api) => api.post("/Upload", TELEVERSEMENT),
  "envoyer un morceau": async (api) => {
    const uploadId = await ouvrir(api);
    return (api) => morceau(api, uploadId);
  },
  "terminer un téléversement": async (api) => {
    const uploadId = await ouvrir(api);
    await morceau(api, uploadId);
    return (api) => api.post(`/Upload/${uploadId}/complete`);
  },
  ...(inject("fuzz") === null ? {} : GESTES_LONGS),
};

/** The status of the act when it is done again, where this status differs from the first. */
const REFAIT: Record<string, number> = {
  "répondre au lien du courriel": 409,
  "reprendre un travail rebuté": 409,
  "supprimer un fichier": 404,
  "générer la quittance du mois": 200,
};

const TELEVERSEMENT = { usage: "fichier", nom: "bail.pdf", taille: PDF.length };

async function quittance(api: Api): Promise<number> {
  const periode = { date: "2026-01-10", dateFin: "2026-01-20", prixHC: 300, charge: 40 };
  return (await api.post<{ id: number }>(`/Quitance/generate/manual/${DossierId}`, periode)).data
    .id;
}

async function ouvrir(api: Api): Promise<string> {
  return (await api.post<{ uploadId: string }>("/Upload", TELEVERSEMENT)).data.uploadId;
}

const morceau = (api: Api, uploadId: string) =>
  api.fetch(`/api/Upload/${uploadId}/part/1`, {
    method: "PUT",
    headers: { "Content-Type": "application/octet-stream" },
    body: PDF,
  });

async function lu(api: Api, path: string): Promise<Reponse> {
  const reponse = await api.fetch(path);
  await reponse.arrayBuffer();
  return reponse;
}

/**
 * Does the act; the outgoing call number `rang` gets the outcome `sort`. Returns the calls, the answer, and how many
 * rows each table gained.
 */
async function eprouver(geste: Geste, rang: number, sort: Sort) {
  const { appels, env, mort } = dehors(agence.house.env, (_, n) => (n === rang ? sort : "passe"));
  const avant = await compter();
  const reponse = await Promise.race([geste(openHouse(env).api(token)), mort]);
  const apres = await compter();
  const gains = Object.entries(apres).map(([table, n]) => [table, n - (avant[table] ?? 0)]);
  return { appels, reponse, gains: Object.fromEntries(gains.filter(([, n]) => n !== 0)) };
}

describe("quel que soit l’appel qui échoue ou sur lequel le worker meurt, tout est fait ou rien", () => {
  test.each(Object.entries(GESTES))("%s", async (geste, preparer) => {
    vi.spyOn(console, "error").mockReturnValue();
    vi.spyOn(console, "warn").mockReturnValue();
    const sain = await eprouver(await preparer(agence.admin), -1, "passe");
    if (sain.reponse === "mort") throw new Error("Rien n’est tombé en panne.");
    const { status } = sain.reponse;
    expect(status).toBeLessThan(300);
    for (const [rang, { vers, nom }] of sain.appels.entries()) {
      for (const sort of ["perdue", "sans_reponse", "mort"] as const) {
        const cas = `appel ${rang}, ${vers} ${nom} : ${sort}`;
        const faire = await preparer(agence.admin);
        const { reponse, gains } = await eprouver(faire, rang, sort);
        if (reponse !== "mort" && reponse.status !== status) {
          expect([cas, reponse.status, reponse.headers.get("Retry-After")]).toEqual([
            cas,
            503,
            "5",
          ]);
        }
        const rien = Object.keys(gains).length === 0;
        if (!rien) expect([cas, gains]).toEqual([cas, sain.gains]);
        const encore = await faire(agence.admin);
        expect([cas, encore.status]).toEqual([cas, rien ? status : (REFAIT[geste] ?? status)]);
      }
    }
  });

  test("et le passage suivant remet fichiers et base d’accord", async () => {
    await agence.house.cron("2099-01-01T05:00:00Z");
    const lignes = await openDb(env).all<{ key: string }>(sql`
      SELECT key FROM "StoredFile" UNION ALL SELECT file FROM "Quitance" WHERE file IS NOT NULL`);
    const { objets } = await traces(agence.admin);
    expect(objets.toSorted()).toEqual(lignes.map(({ key }) => key).toSorted());
  });
});

test("un travail rebuté, repris quand la file est en panne, reste à reprendre", async () => {
  const body = { type: "courriel", CourrielId: 999 };
  await garderRebuts({ db: openDb(env) }, [{ body, attempts: 9 }]);
  const [{ id } = { id: 0 }] = (await agence.admin.get<{ id: number }[]>("/Rebut")).data;
  const sansFile = dehors(agence.house.env, ({ vers }) => (vers === "file" ? "perdue" : "passe"));
  const reprendre = (api: Api) => api.post(`/Rebut/${id}/reprendre`);
  expect((await reprendre(openHouse(sansFile.env).api(token))).status).toBe(503);
  agence.house.waiting.splice(0);
  expect((await reprendre(agence.admin)).status).toBe(200);
  expect(agence.house.waiting.map((message) => message.body)).toEqual([body]);
});
