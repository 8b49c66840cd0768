import { beforeAll, describe, expect, test } from "vitest";
import { ADMIN, type Agence, connecter, louer, ouvrirAgence } from "../../support/agence/agence.ts";
import {
  envoyer,
  fichier,
  JPEG,
  octets,
  PNG,
  traces,
  VINGT_MO,
} from "../../support/fichiers/televersements.ts";
import type { Api } from "../../support/worker/api.ts";
import { openHouse } from "../../support/worker/house.ts";

let agence: Agence;
beforeAll(async () => {
  agence = await ouvrirAgence();
});

/** A limit that lets this many calls of each key pass. */
const limite = (places: number): RateLimit => {
  const pris = new Map<string, number>();
  return {
    limit: async ({ key }) => {
      pris.set(key, (pris.get(key) ?? 0) + 1);
      return { success: (pris.get(key) ?? 0) <= places };
    },
  };
};

const statuts = async (fois: number, appel: () => Promise<{ status: number }>) =>
  (await Promise.all(Array.from({ length: fois }, appel))).map(({ status }) => status);

describe("Ce qu’un compte demande en une minute est borné", () => {
  test("trente courriels à la main, et chacun les siens", async () => {
    const { user, admin } = agence;
    // A new minute may begin during these calls: up to twice thirty calls may pass.
    const recus = await statuts(90, () => user.post("/Courriel", {}));
    const refuses = recus.filter((statut) => statut === 429).length;
    expect([refuses >= 30, recus.filter((statut) => statut === 422).length >= 30]).toEqual([
      true,
      true,
    ]);
    const refus = await user.post("/Courriel/1/renvoyer");
    expect(refus.error).toEqual({
      code: "trop_d_essais",
      message: "Trop de courriels. Réessayez dans 60 secondes.",
    });
    expect(refus.headers.get("Retry-After")).toBe("60");
    expect((await admin.post("/Courriel", {})).status).toBe(422);
  });

  test("les documents, les exports", async () => {
    const house = openHouse({ DOCUMENT_LIMIT: limite(1), EXPORT_LIMIT: limite(1) });
    const api = house.api(await connecter(house.api(), ADMIN.email, ADMIN.password));
    const { DossierId, LocataireId } = await louer(api);
    for (const appel of [
      () => api.fetch(`/api/Dossier/${DossierId}/contratLocation/generate`),
      () => api.fetch("/api/Client.csv"),
    ]) {
      expect([(await appel()).status, (await appel()).status]).toEqual([200, 429]);
    }
    expect((await api.fetch(`/api/Locataire/${LocataireId}/export`)).status).toBe(429);
    expect((await api.fetch("/api/Quitance/downloadMonth/2026/01")).status).toBe(429);
  });

  test("les fichiers, chacun selon son poids : ce qui dépasse ne laisse rien", async () => {
    const house = openHouse({ UPLOAD_LIMIT: limite(8) });
    const api: Api = house.api(await connecter(house.api(), ADMIN.email, ADMIN.password));
    const avant = await traces(api);
    // The limit counts one unit for the request, and one for each part of 5 MB.
    const gros = await envoyer(api, "/Fichier", [fichier(octets(JPEG, VINGT_MO), "gros.jpg")]);
    expect(gros.status).toBe(201);
    await api.delete(`/Fichier/${gros.data.id}`);
    expect((await envoyer(api, "/Fichier", [fichier(PNG, "petit.png")])).status).toBe(201);
    const { data } = await api.get<{ id: number }[]>("/Fichier");
    for (const { id } of data) await api.delete(`/Fichier/${id}`);
    const trop = await envoyer(api, "/Fichier", [fichier(octets(JPEG, VINGT_MO), "gros.jpg")]);
    expect([trop.status, trop.error.message]).toEqual([
      429,
      "Trop de fichiers envoyés. Réessayez dans 60 secondes.",
    ]);
    expect((await api.post("/Upload", {})).status).toBe(429);
    expect(await traces(api)).toEqual(avant);
  });
});
