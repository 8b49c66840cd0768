import { beforeAll, describe, expect, test } from "vitest";
import type { RemplacementRow } from "#domain/fichiers/remplacement.ts";
import {
  type Agence,
  CAUTION,
  creer,
  ETAT_LIEUX,
  LOCATAIRE,
  louer,
  MISSION,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";
import {
  corpsDe,
  deposer,
  envoyer,
  existe,
  type Fichier,
  fichier,
  lire,
  PDF,
  type Piece,
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

describe("Un fichier gardé", () => {
  test("se renomme, se cherche et se remplace : le contenu d’avant reste une version", async () => {
    const { id, url, updatedAt } = await deposer(api, PDF, "Diagnostic énergétique.pdf");
    expect((await api.get<Fichier[]>("/Fichier?q=ENERGETIQUE")).data.map((f) => f.id)).toEqual([
      id,
    ]);
    const nomme = await api.put<Fichier>(`/Fichier/${id}`, { nom: "DPE 2026", updatedAt });
    expect(nomme.data).toMatchObject({ nom: "DPE 2026", extention: "pdf" });
    expect((await api.put(`/Fichier/${id}`, { nom: "Autre", updatedAt })).status).toBe(409);
    expect(
      (await lire(agence.personne, nomme.data.url)).headers.get("Content-Disposition"),
    ).toContain("DPE%202026.pdf");

    const remplace = await envoyer<Fichier>(api, `/Fichier/${id}`, [fichier(PNG, "dpe.png")], {
      methode: "PUT",
    });
    expect(remplace.data).toMatchObject({ id, nom: "DPE 2026", extention: "png", remplaces: 1 });
    const versions = await api.get<RemplacementRow[]>(`/Remplacement?entite=Fichier&id=${id}`);
    expect(versions.data).toMatchObject([{ champ: "StoredFile", extention: "pdf" }]);
    const [premiere] = versions.data;
    expect(await corpsDe(await lire(agence.personne, premiere?.url ?? ""))).toEqual(PDF);
    expect(remplace.data.canDelete).toBe(false);
    const renomme = await envoyer<Fichier>(
      api,
      `/Fichier/${id}`,
      [{ champ: "nom", contenu: "DPE de 2027" }, fichier(PNG, "dpe.png")],
      { methode: "PUT" },
    );
    expect(renomme.data).toMatchObject({ id, nom: "DPE de 2027", remplaces: 2 });
    const refus = await agence.user_delete.delete(`/Fichier/${id}`);
    expect([refus.status, refus.error.message]).toEqual([
      409,
      "Suppression impossible : les versions précédentes de ce fichier sont gardées.",
    ]);
    expect(await existe(remplace.data.url)).toBe(true);
    expect(await existe(url)).toBe(true);
  });

  test("jamais remplacé, se supprime avec son contenu, par qui peut supprimer", async () => {
    const { id, url } = await deposer(api);
    expect((await agence.user.delete(`/Fichier/${id}`)).status).toBe(403);
    expect((await agence.user_delete.delete(`/Fichier/${id}`)).status).toBe(204);
    expect(await existe(url)).toBe(false);
    expect((await api.get(`/Fichier/${id}`)).status).toBe(404);
    expect((await api.delete(`/Fichier/${id}`)).status).toBe(404);
  });

  test.each([
    ["Client", PROPRIETAIRE],
    ["Locataire", LOCATAIRE],
  ])("se rattache à un %s et s’en détache", async (resource, values) => {
    const [fiche, autre] = await Promise.all([
      creer(api, resource, values),
      creer(api, resource, values),
    ]);
    const { id } = await deposer(api);
    const ajout = () =>
      api.put<{ Fichiers: Fichier[] }>(`/${resource}/${fiche.id}/fichier/add/${id}`);
    for (const { data } of [await ajout(), await ajout()]) {
      expect(data.Fichiers).toEqual([
        { id, nom: "bail", extention: "pdf", url: expect.stringMatching(/^[0-9a-f]{32}\?/) },
      ]);
      expect((await lire(agence.personne, data.Fichiers[0]?.url ?? "")).status).toBe(200);
    }
    const filtre = await api.get<Fichier[]>(`/Fichier?${resource}Id=${fiche.id}`);
    expect(filtre.data.map((f) => f.id)).toEqual([id]);
    expect((await api.put(`/${resource}/${autre.id}/fichier/add/${id}`)).status).toBe(409);
    expect((await api.delete(`/${resource}/${autre.id}/fichier/remove/${id}`)).status).toBe(404);
    expect((await api.put(`/${resource}/${fiche.id}/fichier/add/99999`)).status).toBe(404);
    expect((await api.put(`/${resource}/99999/fichier/add/${id}`)).status).toBe(404);
    const retrait = await api.delete<{ Fichiers: Fichier[] }>(
      `/${resource}/${fiche.id}/fichier/remove/${id}`,
    );
    expect([retrait.status, retrait.data.Fichiers]).toEqual([200, []]);
    expect((await api.delete(`/${resource}/${fiche.id}/fichier/remove/${id}`)).status).toBe(404);
    expect((await api.get(`/Fichier/${id}`)).status).toBe(200);
  });

  test("une image entre dans la galerie d’un appartement et en sort", async () => {
    const { AppartementId } = await louer(api);
    const vingt = Array.from({ length: 20 }, (_, n) => fichier(PNG, `${n}.png`));
    const { status, data, total } = await envoyer<Fichier[]>(api, "/Image", [
      ...vingt,
      { champ: "AppartementId", contenu: String(AppartementId) },
    ]);
    expect([status, total, data.map(({ nom }) => nom)]).toEqual([
      201,
      20,
      vingt.map((_, n) => String(n)),
    ]);
    const galerie = async () =>
      (await api.get<{ Images: Fichier[] }>(`/Appartement/${AppartementId}`)).data.Images;
    expect((await galerie()).length).toBe(20);
    const premiere = data[0]?.id;
    const retrait = await api.put(`/Appartement/${AppartementId}/image/remove/${premiere}`);
    expect(retrait.status).toBe(200);
    expect((await galerie()).map(({ id }) => id)).not.toContain(premiere);
    expect((await api.put(`/Appartement/${AppartementId}/image/remove/${premiere}`)).status).toBe(
      404,
    );
    await api.put(`/Appartement/${AppartementId}/image/add/${premiere}`);
    expect((await galerie())[0]).toEqual({ id: premiere, url: expect.any(String) });
    expect((await api.delete(`/Image/${premiere}`)).status).toBe(204);
    expect((await galerie()).length).toBe(19);
  });
});

describe("Les documents signés", () => {
  async function fiches() {
    const { AppartementId, DossierId } = await louer(api);
    const intendance = {
      nature: "mission",
      AppartementId,
      dateDepart: "2026-01-01",
      dateFin: "2026-12-31",
      prix: 100,
    };
    return [
      ["Dossier", { id: DossierId }, ["contratLocation", "inventaireEntree", "inventaireSortie"]],
      ["Mission", await creer(api, "Mission", MISSION), ["ordreMission"]],
      ["Intendance", await creer(api, "Intendance", intendance), ["ordreMission"]],
      ["EtatLieux", await creer(api, "EtatLieux", { ...ETAT_LIEUX, AppartementId }), ["signed"]],
      ["Caution", await creer(api, "Caution", CAUTION), ["acteCautionnementSigned"]],
    ] as const;
  }
  type Urls = Record<string, string | null>;
  const poser = (path: string, pieces: readonly Piece[], par = api) =>
    envoyer<Urls>(par, path, pieces, { methode: "PUT" });
  const piece = (champ: string, contenu: Uint8Array = PDF): Piece => ({
    ...fichier(contenu),
    champ,
  });

  test("se posent, se remplacent et se retirent ; ce qui l’est reste une version de la fiche", async () => {
    for (const [entite, { id }, champs] of await fiches()) {
      const path = `/${entite}/${id}`;
      const vide = await api.get<Urls>(path);
      expect(champs.map((champ) => vide.data[champ])).toEqual(champs.map(() => null));

      const pose = await poser(
        path,
        champs.map((champ) => piece(champ)),
      );
      expect([entite, pose.status]).toEqual([entite, 200]);
      const anciens = champs.map((champ) => String(pose.data[champ]));
      for (const url of anciens)
        expect(await corpsDe(await lire(agence.personne, url))).toEqual(PDF);

      const [champ, ...autres] = champs;
      const remplace = await poser(path, [piece(champ, PNG)], agence.user);
      expect(await corpsDe(await lire(agence.personne, String(remplace.data[champ])))).toEqual(PNG);
      expect(await existe(String(anciens[0]))).toBe(true);
      for (const autre of autres) expect(remplace.data[autre]).toBeTruthy();

      expect((await agence.user.delete(`${path}/${champ}`)).status).toBe(403);
      const retrait = await api.delete<Urls>(`${path}/${champ}`);
      expect([retrait.status, retrait.data[champ]]).toEqual([200, null]);
      const versions = await agence.user.get<RemplacementRow[]>(
        `/Remplacement?entite=${entite}&id=${id}`,
      );
      expect(versions.data.map(({ champ, extention, user }) => [champ, extention, user])).toEqual([
        [champ, "png", "admin@agence.example"],
        [champ, "pdf", "user@agence.example"],
      ]);
      for (const { url } of versions.data) expect(await existe(url ?? "")).toBe(true);
      const suppression = await agence.user_delete.delete(path);
      expect([entite, suppression.status]).toEqual([entite, 409]);
      expect(suppression.error.message).toContain("2 versions remplacées");
      expect((await api.delete(`${path}/${champ}`)).status).toBe(404);
    }
  });

  test("ne se posent ni ailleurs, ni sur une fiche absente ou changée entre-temps", async () => {
    const { DossierId } = await louer(api);
    const avant = await traces(api);
    const version = (updatedAt: string) => ({ champ: "updatedAt", contenu: updatedAt });
    const path = `/Dossier/${DossierId}`;
    expect((await poser("/Dossier/99999", [piece("contratLocation")])).status).toBe(404);
    expect((await poser(path, [piece("ordreMission")])).status).toBe(422);
    expect((await poser(path, [piece("contratLocationId")])).status).toBe(422);
    expect((await poser(path, [piece("contratLocation"), piece("contratLocation")])).status).toBe(
      422,
    );
    expect(
      (await poser(path, [piece("contratLocation"), version("2020-01-01T00:00:00.000Z")])).status,
    ).toBe(409);
    expect((await poser(path, [piece("contratLocation")], agence.personne)).status).toBe(401);
    expect(await traces(api)).toEqual(avant);
    expect((await api.put(path, { contratLocation: null })).status).toBe(422);
    expect((await api.put(path, { jourQuitance: 7 })).status).toBe(200);
  });

  test("posés trois à la fois, un seul est le bon, et les deux autres sont ses versions", async () => {
    const { DossierId } = await louer(api);
    const avant = (await traces(api)).objets.length;
    await Promise.all(
      [PDF, PNG, PDF].map((contenu) =>
        poser(`/Dossier/${DossierId}`, [piece("contratLocation", contenu)]),
      ),
    );
    const { data } = await api.get<Urls>(`/Dossier/${DossierId}`);
    expect((await lire(agence.personne, String(data.contratLocation))).status).toBe(200);
    expect(data.remplaces).toBe(2);
    expect((await traces(api)).objets.length).toBe(avant + 3);
  });
});
