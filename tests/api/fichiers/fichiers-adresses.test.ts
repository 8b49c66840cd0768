import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { type Agence, connecter, louer, ouvrirAgence } from "../../support/agence/agence.ts";
import {
  cleDe,
  corpsDe,
  deposer,
  envoyer,
  type Fichier,
  fichier,
  JPEG,
  lire,
  octets,
  PDF,
  PNG,
  traces,
} from "../../support/fichiers/televersements.ts";
import type { Api } from "../../support/worker/api.ts";

let agence: Agence;
let api: Api;
beforeAll(async () => {
  agence = await ouvrirAgence();
  api = agence.admin;
});

describe("L’adresse d’un fichier", () => {
  const MINUTES = 60;

  test("demande un jeton, ou une signature juste et fraîche", async () => {
    const { url } = await deposer(api);
    const cle = cleDe(url);
    const [, i = "", e = "", s = ""] = url.match(/\?i=([\w-]+)&e=(\d+)&s=([\w-]+)$/) ?? [];
    const reste = Number(e) - Date.now() / 1000;
    expect([reste > 8 * MINUTES, reste <= 10 * MINUTES]).toEqual([true, true]);
    expect((await lire(agence.user, cle)).status).toBe(200);
    const autre = cleDe((await deposer(api)).url);
    for (const faux of [
      cle,
      `${cle}?i=${i}&e=${Number(e) + 1}&s=${s}`,
      `${cle}?i=${i}&e=${e}`,
      `${cle}?i=${i}&e=${e}&s=${s.slice(0, -2)}`,
      `${cle}?i=${i}&e=${e}x&s=${s}`,
      `${cle}?e=${e}&s=${s}`,
      `${cle}?i=${crypto.randomUUID()}&e=${e}&s=${s}`,
      `${autre}?i=${i}&e=${e}&s=${s}`,
      "0".repeat(32),
      "..%2f..%2fetc%2fpasswd",
    ]) {
      expect([faux, (await lire(agence.personne, faux)).status]).toEqual([faux, 401]);
    }
    for (const inconnue of ["0".repeat(32), "quitances/x.pdf", "", "%00", `${cle}-320`]) {
      expect([inconnue, (await lire(agence.user, inconnue)).status]).toEqual([inconnue, 404]);
    }
    expect((await agence.personne.fetch("/files/")).status).toBe(401);
  });

  test("meurt avec la session à qui elle a été donnée, et avec elle seule", async () => {
    const { id, url } = await deposer(api);
    const fins: ((moi: Api, email: string) => Promise<{ status: number }>)[] = [
      (moi) => moi.post("/user/logout"),
      (_, email) => api.post(`/user/${email}/resetPassword`),
      async (_, email) => {
        const { data } = await api.get<{ id: number; email: string }[]>("/User");
        return api.delete(`/User/${data.find((compte) => compte.email === email)?.id}`);
      },
    ];
    for (const [n, finir] of fins.entries()) {
      const email = `passage-${n}@agence.example`;
      const { data } = await api.post<{ password: string }>("/user/register", {
        email,
        role: "user",
      });
      const neuf = agence.house.api(await connecter(agence.personne, email, data.password));
      const { data: reponse } = await neuf.post<{ user: { token: string } }>("/user/setPassword", {
        password: `une-cle-de-passage-${n}`,
      });
      const moi = agence.house.api(reponse.user.token);
      const fiche = await moi.get<Fichier>(`/Fichier/${id}`);
      expect((await lire(agence.personne, fiche.data.url)).status).toBe(200);
      expect((await finir(moi, email)).status).toBeLessThan(300);
      expect([n, (await lire(agence.personne, fiche.data.url)).status]).toEqual([n, 401]);
    }
    expect((await lire(agence.personne, url)).status).toBe(200);
  });

  test("sert une plage, répond 304 à qui a déjà le fichier, et HEAD sans corps", async () => {
    const { url } = await deposer(api, octets(JPEG, 300_000), "photo.jpg");
    const tout = Buffer.concat([...octets(JPEG, 300_000)]);
    const plage = async (Range: string, headers: Record<string, string> = {}) => {
      const response = await lire(agence.personne, url, { headers: { Range, ...headers } });
      return {
        status: response.status,
        plage: response.headers.get("Content-Range"),
        octets: Buffer.from(await response.arrayBuffer()),
      };
    };
    const complet = await lire(agence.personne, url);
    const etag = complet.headers.get("ETag") ?? "";
    expect(complet.headers.get("Accept-Ranges")).toBe("bytes");
    expect(complet.headers.get("Cache-Control")).toMatch(/^private/);
    expect(Buffer.from(await complet.arrayBuffer()).equals(tout)).toBe(true);

    const milieu = await plage("bytes=262140-262150");
    expect([milieu.status, milieu.plage]).toEqual([206, "bytes 262140-262150/300000"]);
    expect(milieu.octets.equals(tout.subarray(262_140, 262_151))).toBe(true);
    expect((await plage("bytes=-10")).octets.equals(tout.subarray(-10))).toBe(true);
    expect((await plage("bytes=299990-999999")).plage).toBe("bytes 299990-299999/300000");
    for (const hors of ["bytes=300000-", "bytes=-0"]) {
      expect(await plage(hors)).toMatchObject({ status: 416, plage: "bytes */300000" });
    }
    for (const tout of ["bytes=0-1,4-5", "octets=0-1", "bytes=5-1", "bytes=-"]) {
      expect((await plage(tout)).status).toBe(200);
    }
    expect((await plage("bytes=0-1", { "If-Range": etag })).status).toBe(206);
    expect((await plage("bytes=0-1", { "If-Range": '"autre"' })).status).toBe(200);

    const relu = await lire(agence.personne, url, { headers: { "If-None-Match": `W/${etag}` } });
    expect([relu.status, (await relu.text()).length]).toEqual([304, 0]);
    const tete = await lire(agence.personne, url, { method: "HEAD" });
    expect([tete.status, tete.headers.get("Content-Length"), await tete.text()]).toEqual([
      200,
      "300000",
      "",
    ]);
  });

  test("donne une vignette, faite une fois, à la largeur demandée ; à défaut, l’original", async () => {
    const { data } = await envoyer<Fichier>(api, "/Image", [fichier(PNG, "pixel.png")]);
    for (let fois = 0; fois < 2; fois++) {
      const response = await lire(agence.personne, `${data.url}&w=320`);
      expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
      expect((await corpsDe(response)).length).toBeGreaterThan(20);
    }
    expect((await lire(agence.personne, `${data.url}&w=321`)).status).toBe(400);
    const { url } = await deposer(api, octets(JPEG, 1000), "casse.jpg");
    const original = await lire(agence.personne, `${url}&w=320`);
    expect([original.status, original.headers.get("Content-Type")]).toEqual([200, "image/jpeg"]);
    expect(await env.FILES.head(`${cleDe(data.url)}-320`)).not.toBeNull();
    await api.delete(`/Image/${data.id}`);
    expect(await env.FILES.head(`${cleDe(data.url)}-320`)).toBeNull();
  });
});

describe("Le balayage quotidien", () => {
  test("ôte ce que plus aucune fiche ne tient et laisse le reste", async () => {
    const garde = await deposer(api);
    const { DossierId } = await louer(api, { bail: { dateFinBail: "2025-06-30" } });
    const signe = await envoyer<{ contratLocation: string }>(
      api,
      `/Dossier/${DossierId}`,
      [{ ...fichier(PDF), champ: "contratLocation" }],
      { methode: "PUT" },
    );
    await openDb(env).run(sql`DELETE FROM "Dossier" WHERE id = ${DossierId}`);
    await env.FILES.put("f".repeat(32), "orphelin");
    await env.FILES.put("quitances/perdue.pdf", "orphelin");
    const { data: televersement } = await api.post<{ uploadId: string }>("/Upload", {
      nom: "a.pdf",
      taille: PDF.length,
      usage: "fichier",
    });
    const perdu = cleDe((await deposer(api)).url);
    await env.FILES.delete(perdu);

    await agence.house.cron(new Date().toISOString());
    expect(await env.FILES.head("f".repeat(32))).not.toBeNull();

    const dit = vi.spyOn(console, "warn").mockImplementation(() => {});
    const plusTard = new Date(Date.now() + 3 * 24 * 3600 * 1000).toISOString();
    await agence.house.cron(plusTard);
    expect(dit.mock.lastCall?.[0]).toContain(`"sansObjet":["${perdu}"]`);
    dit.mockRestore();
    const { objets } = await traces(api);
    expect(objets).toContain(cleDe(garde.url));
    for (const parti of [
      cleDe(signe.data.contratLocation),
      "f".repeat(32),
      "quitances/perdue.pdf",
      `envois/${televersement.uploadId}`,
    ]) {
      expect(objets).not.toContain(parti);
    }
    expect((await lire(agence.personne, signe.data.contratLocation)).status).toBe(404);
    expect((await lire(agence.personne, garde.url)).status).toBe(200);
  });
});
