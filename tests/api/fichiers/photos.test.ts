import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { type Agence, ouvrirAgence } from "../../support/agence/agence.ts";
import {
  aCesDimensions,
  jpegDeTelephone,
  MARQUE,
  pngDeTelephone,
} from "../../support/fichiers/photos.ts";
import {
  cleDe,
  corpsDe,
  deposer,
  envoyer,
  type Fichier,
  fichier,
  lire,
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

const texte = (octets: Uint8Array) => Buffer.from(octets).toString("latin1");

async function parMorceaux(usage: "image" | "fichier", nom: string, contenu: Uint8Array) {
  const { data } = await api.post<{ uploadId: string }>("/Upload", {
    usage,
    nom,
    taille: contenu.length,
  });
  const part = await api.fetch(`/api/Upload/${data.uploadId}/part/1`, {
    method: "PUT",
    headers: { "Content-Type": "application/octet-stream" },
    body: contenu as Uint8Array<ArrayBuffer>,
  });
  expect(part.status).toBe(200);
  return {
    cle: data.uploadId,
    finir: () => api.post<{ id: number; url: string }>(`/Upload/${data.uploadId}/complete`),
  };
}

describe("Une photo", () => {
  test("se montre sans le lieu ni l’heure où elle fut prise, que son original garde", async () => {
    for (const [nom, photo] of [
      ["photo.jpg", jpegDeTelephone()],
      ["photo.png", pngDeTelephone()],
    ] as const) {
      const { url } = await deposer(api, photo, nom);
      const montree = await corpsDe(await lire(agence.personne, url));
      expect([nom, montree.length, texte(montree).includes(MARQUE)]).toEqual([
        nom,
        photo.length,
        false,
      ]);
      const original = await env.FILES.get(cleDe(url));
      expect(texte(new Uint8Array((await original?.arrayBuffer()) ?? []))).toContain(MARQUE);
      const plage = await lire(agence.personne, url, { headers: { Range: "bytes=40-299" } });
      expect([plage.status, plage.headers.get("Content-Range")]).toEqual([
        206,
        `bytes 40-299/${photo.length}`,
      ]);
      expect(texte(await corpsDe(plage))).toBe(texte(montree.subarray(40, 300)));
      const vignette = await corpsDe(await lire(agence.personne, `${url}&w=320`));
      expect(texte(vignette)).not.toContain(MARQUE);
    }
  });

  test("de plus de cinquante millions de points est refusée, par toutes les portes", async () => {
    const avant = await traces(api);
    for (const [nom, trop] of [
      ["plan.jpg", aCesDimensions["image/jpeg"](9_000, 6_000)],
      ["plan.png", aCesDimensions["image/png"](100_000, 100_000)],
    ] as const) {
      for (const path of ["/Fichier", "/Image"]) {
        const { status, error } = await envoyer(api, path, [fichier(trop, nom)]);
        expect([path, status, error.fields?.url]).toEqual([
          path,
          422,
          expect.stringMatching(/^Cette image compte \d+ mégapixels, 50 au plus/),
        ]);
      }
      for (const usage of ["fichier", "image"] as const) {
        expect((await (await parMorceaux(usage, nom, trop)).finir()).status).toBe(422);
      }
    }
    expect(await traces(api)).toEqual(avant);
  });

  test("trop grande, gardée d’avant, n’est pas décodée", async () => {
    const { url } = await deposer(api, PNG, "pixel.png");
    await env.FILES.put(cleDe(url), aCesDimensions["image/png"](100_000, 100_000));
    expect((await lire(agence.personne, `${url}&w=320`)).status).toBe(415);
    expect(await env.FILES.head(`${cleDe(url)}-320`)).toBeNull();
  });
});

describe("Un fichier n’est servi qu’une fois ses octets reconnus", () => {
  test("ni pendant qu’il arrive, ni sous un autre nom que le sien", async () => {
    const page = new TextEncoder().encode("<!doctype html><script>alert(1)</script>");
    const { cle, finir } = await parMorceaux("fichier", "photo.png", page);
    for (const key of [cle, `envois/${cle}`, `envois/${cle}/1`]) {
      expect([key, (await lire(agence.user, key)).status]).toEqual([key, 404]);
    }
    const { data } = await finir();
    const servi = await lire(agence.personne, data.url);
    expect([
      servi.headers.get("Content-Type"),
      servi.headers.get("Content-Disposition")?.split(";")[0],
      servi.headers.get("X-Content-Type-Options"),
      servi.headers.get("Content-Security-Policy"),
    ]).toEqual([
      "application/octet-stream",
      "attachment",
      "nosniff",
      "default-src 'none'; frame-ancestors 'self'; sandbox",
    ]);
  });

  test("ce qu’il est vient de ses octets, jamais de qui l’envoie, ni après", async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
    const polyglotte = `GIF89a/*\0\0${svg}*/=1;alert(1)`;
    const { data: gif } = await envoyer<Fichier>(api, "/Fichier", [
      fichier(polyglotte, "page.html"),
    ]);
    const { data: image } = await envoyer<Fichier>(api, "/Fichier", [fichier(svg, "logo.svg")]);
    const types = async (url: string) => {
      const { headers } = await lire(agence.personne, url);
      return [headers.get("Content-Type"), headers.get("Content-Disposition")?.split(";")[0]];
    };
    expect(await types(gif.url)).toEqual(["image/gif", "inline"]);
    expect(await types(image.url)).toEqual(["application/octet-stream", "attachment"]);
    const renomme = await api.put(`/Fichier/${image.id}`, { nom: "logo.png" });
    expect(renomme.status).toBe(200);
    expect((await types(image.url))[1]).toBe("attachment");
    const rangees = await openDb(env).all<{ type: string }>(
      sql`SELECT DISTINCT type FROM "StoredFile"`,
    );
    expect(rangees.every(({ type }) => /^(image|application)\/[a-z-]+$/.test(type))).toBe(true);
  });
});
