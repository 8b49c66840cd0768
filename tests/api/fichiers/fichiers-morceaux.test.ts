import { beforeAll, describe, expect, test } from "vitest";
import { type Agence, ouvrirAgence } from "../../support/agence/agence.ts";
import {
  deposer,
  empreinte,
  enFlux,
  existe,
  type Fichier,
  JPEG,
  lire,
  MO,
  octets,
  PDF,
  SVG,
  traces,
  VINGT_MO,
} from "../../support/fichiers/televersements.ts";
import type { Api } from "../../support/worker/api.ts";

let agence: Agence;
let api: Api;
beforeAll(async () => {
  agence = await ouvrirAgence();
  api = agence.admin;
});

describe("Un fichier envoyé par morceaux", () => {
  const PORTION = 8 * MO;
  interface Etat {
    uploadId: string;
    partSize: number;
    partCount: number;
    received: number[];
  }
  const ouvrir = (values: object, par = api) => par.post<Etat>("/Upload", values);
  const IMAGE = { nom: "façade.jpg", taille: VINGT_MO, usage: "image" };

  async function portion(n: number, taille = VINGT_MO): Promise<Uint8Array> {
    const tout = Buffer.concat([...octets(JPEG, taille)]);
    return tout.subarray((n - 1) * PORTION, n * PORTION);
  }
  async function monter(id: string, n: number, body: BodyInit, entetes = {}, par = api) {
    const headers = { "Content-Type": "application/octet-stream", ...entetes };
    return par.fetch(`/api/Upload/${id}/part/${n}`, { method: "PUT", headers, body });
  }

  test("de 20 Mo, dans le désordre et en deux fois, revient octet pour octet", async () => {
    const { status, data: etat } = await ouvrir(IMAGE);
    expect([status, etat]).toEqual([
      201,
      expect.objectContaining({ partSize: PORTION, partCount: 3, received: [] }),
    ]);
    for (const n of [3, 1]) {
      expect((await monter(etat.uploadId, n, await portion(n))).status).toBe(200);
    }
    const chemin = `/Upload/${etat.uploadId}`;
    expect((await api.get<Etat>(chemin)).data.received).toEqual([1, 3]);
    expect((await api.post(`${chemin}/complete`)).status).toBe(409);
    expect((await monter(etat.uploadId, 1, await portion(1))).status).toBe(200);
    expect((await monter(etat.uploadId, 2, await portion(2))).status).toBe(200);

    const { data } = await api.post<Fichier>(`${chemin}/complete`);
    const response = await lire(agence.personne, data.url);
    if (!response.body) throw new Error("Pas de corps");
    expect(await empreinte(response.body)).toEqual(await empreinte(octets(JPEG, VINGT_MO)));
    expect((await api.get(`/Image/${data.id}`)).data).toMatchObject({
      nom: "façade",
      extention: "jpg",
      type: "image/jpeg",
      taille: VINGT_MO,
    });

    const encore = await api.post<Fichier>(`${chemin}/complete`);
    expect([encore.status, encore.data.id]).toEqual([200, data.id]);
    expect((await monter(etat.uploadId, 1, await portion(1))).status).toBe(409);
    expect((await api.delete(chemin)).status).toBe(204);
    expect(await existe(data.url)).toBe(true);
  });

  test("un morceau trop court, trop long ou coupé ne compte pas", async () => {
    const { data } = await ouvrir({ nom: "a.pdf", taille: PORTION + 100, usage: "fichier" });
    const id = data.uploadId;
    expect((await monter(id, 2, new Uint8Array(99), { "Content-Length": "99" })).status).toBe(422);
    expect((await monter(id, 2, new Uint8Array(101))).status).toBe(400);
    expect((await monter(id, 3, new Uint8Array(100))).status).toBe(422);
    expect((await monter(id, 0, new Uint8Array(100))).status).toBe(400);
    const flux = (taille: number) =>
      enFlux(
        (async function* () {
          yield new Uint8Array(taille);
        })(),
      );
    expect((await monter(id, 2, flux(99))).status).toBe(400);
    expect((await monter(id, 2, flux(101))).status).toBe(400);
    expect((await api.get<Etat>(`/Upload/${id}`)).data.received).toEqual([]);
    expect((await monter(id, 2, flux(100))).status).toBe(200);
  });

  test("n’est qu’à celui qui l’a ouvert", async () => {
    const { data } = await ouvrir({ nom: "a.pdf", taille: PDF.length, usage: "fichier" });
    const { uploadId } = data;
    expect((await agence.user.get(`/Upload/${uploadId}`)).status).toBe(404);
    expect((await monter(uploadId, 1, PDF, {}, agence.user)).status).toBe(404);
    expect((await agence.user.post(`/Upload/${uploadId}/complete`)).status).toBe(404);
    expect((await agence.user.delete(`/Upload/${uploadId}`)).status).toBe(404);
    expect((await agence.personne.get(`/Upload/${uploadId}`)).status).toBe(401);
    for (const id of ["..", "a".repeat(32), "%2e%2e%2fbalayage"]) {
      expect((await api.get(`/Upload/${id}`)).status).toBe(404);
    }
  });

  test("abandonné ou refusé, il ne laisse rien", async () => {
    const avant = await traces(api);
    const { data: abandon } = await ouvrir({ nom: "a.pdf", taille: PDF.length, usage: "fichier" });
    await monter(abandon.uploadId, 1, PDF);
    expect((await api.delete(`/Upload/${abandon.uploadId}`)).status).toBe(204);
    expect((await api.get(`/Upload/${abandon.uploadId}`)).status).toBe(404);

    const { data: faux } = await ouvrir({ nom: "a.jpg", taille: SVG.length, usage: "image" });
    await monter(faux.uploadId, 1, SVG);
    expect((await api.post(`/Upload/${faux.uploadId}/complete`)).status).toBe(415);
    expect(await traces(api)).toEqual(avant);
  });

  test("trop lourd, vide, ou pour une fiche qui n’existe pas, il n’est pas ouvert", async () => {
    const avant = await traces(api);
    const statut = async (values: object) =>
      (await ouvrir({ nom: "a", taille: 1, ...values })).status;
    expect(await statut({ usage: "fichier", taille: 100 * MO + 1 })).toBe(413);
    expect(await statut({ usage: "fichier", taille: 0 })).toBe(422);
    expect(await statut({ usage: "image", type: "image/svg+xml" })).toBe(201);
    expect(await statut({ usage: "image", type: "application/pdf" })).toBe(415);
    expect(await statut({ usage: "fichier", ClientId: 99_999 })).toBe(422);
    expect(await statut({ usage: "remplacement", FichierId: 99_999 })).toBe(404);
    expect(
      await statut({
        usage: "document",
        entite: "Mission",
        entiteId: 99_999,
        champ: "ordreMission",
      }),
    ).toBe(404);
    expect(
      await statut({ usage: "document", entite: "Mission", entiteId: 1, champ: "recherche" }),
    ).toBe(422);
    expect(
      await statut({ usage: "document", entite: "User", entiteId: 1, champ: "password" }),
    ).toBe(422);
    expect(await statut({ usage: "autre" })).toBe(422);
    expect((await traces(api)).fichiers).toBe(avant.fichiers);
  });

  test("remplace un fichier ou un document signé, et l’ancien reste une version", async () => {
    const ancien = await deposer(api);
    const { data } = await ouvrir({
      usage: "remplacement",
      nom: "bail-2.pdf",
      taille: PDF.length,
      FichierId: ancien.id,
    });
    await monter(data.uploadId, 1, PDF);
    const { data: nouveau } = await api.post<Fichier>(`/Upload/${data.uploadId}/complete`);
    expect(nouveau.id).toBe(ancien.id);
    expect([await existe(ancien.url), await existe(nouveau.url)]).toEqual([true, true]);
  });
});
