import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test, vi } from "vitest";
import {
  type Agence,
  creer,
  LOCATAIRE,
  louer,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../support/agence.ts";
import type { Api } from "../support/api.ts";
import {
  empreinte,
  enFlux,
  envoyer,
  JPEG,
  octets,
  PDF,
  type Piece,
  PNG,
  SVG,
} from "../support/envois.ts";

const MO = 1024 * 1024;
const VINGT_MO = 20 * MO + 12_345;

interface Fichier {
  id: number;
  nom: string;
  extention: string;
  url: string;
  taille: number;
  updatedAt: string;
}

let agence: Agence;
let api: Api;
beforeAll(async () => {
  agence = await ouvrirAgence();
  api = agence.admin;
});

const lire = (url: string, init?: RequestInit, lecteur = agence.personne) =>
  lecteur.fetch(`/files/${url}`, init);

async function corpsDe(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer());
}

const cleDe = (url: string) => url.split("?")[0] ?? "";
const existe = async (url: string) => (await env.FILES.head(cleDe(url))) !== null;

/** Everything that a refused upload could leave. */
async function traces() {
  const objets = (await env.FILES.list()).objects.map(({ key }) => key);
  const [fichiers, images] = await Promise.all([
    api.get("/Fichier?page=1&limit=1"),
    api.get("/Image?page=1&limit=1"),
  ]);
  return { objets, fichiers: fichiers.total, images: images.total };
}

const fichier = (contenu: Piece["contenu"], nom = "bail.pdf"): Piece => ({
  champ: "url",
  fichier: nom,
  contenu,
});

async function deposer(contenu: Piece["contenu"] = PDF, nom = "bail.pdf") {
  const { status, data, error } = await envoyer<Fichier>(api, "/Fichier", [fichier(contenu, nom)]);
  if (status !== 201) throw new Error(JSON.stringify(error));
  return data;
}

describe("Un fichier envoyé par formulaire", () => {
  test("de 20 Mo revient octet pour octet", async () => {
    const { sha256, taille } = await empreinte(octets(JPEG, VINGT_MO));
    const { status, data } = await envoyer<Fichier>(api, "/Image", [
      fichier(octets(JPEG, VINGT_MO), "façade.JPEG"),
    ]);
    expect(status).toBe(201);
    expect(data).toMatchObject({ nom: "façade", extention: "jpg", type: "image/jpeg", taille });
    const response = await lire(data.url);
    if (!response.body) throw new Error("Pas de corps");
    expect(await empreinte(response.body)).toEqual({ sha256, taille });
  });

  test("garde le nom et le rattachement donnés, avant ou après le fichier", async () => {
    const client = await creer(api, "Client", PROPRIETAIRE);
    const { status, data } = await envoyer(api, "/Fichier", [
      { champ: "nom", contenu: "Bail signé" },
      fichier(PDF, "scan0001.pdf"),
      { champ: "ClientId", contenu: String(client.id) },
    ]);
    expect(status).toBe(201);
    expect(data).toMatchObject({ nom: "Bail signé", extention: "pdf", ClientId: client.id });
    const response = await lire(data.url);
    expect(response.headers.get("Content-Disposition")).toBe(
      `inline; filename="Bail signe.pdf"; filename*=UTF-8''Bail%20sign%C3%A9.pdf`,
    );
    expect(await corpsDe(response)).toEqual(PDF);
  });

  test.each([
    ["../../etc/passwd", "passwd", ""],
    ["C:\\\\Users\\\\moi\\\\bail.pdf", "bail", "pdf"],
    ['contrat \\"final\\".pdf', "contrat _final_", "pdf"],
    ["contrat%0D%0ASet-Cookie: a=b.pdf", "contratSet-Cookie_ a=b", "pdf"],
    ["clés 🔑 – n°3.pdf", "clés 🔑 – n°3", "pdf"],
    ["facture\u202efdp.exe", "facturefdp", "exe"],
    ["...", "fichier", ""],
    ["", "fichier", ""],
  ])("nommé « %s » reçoit un nom sûr", async (recu, nom, extention) => {
    const contenu = extention === "pdf" ? PDF : "texte";
    const data = await deposer(contenu, recu);
    expect(data).toMatchObject({ nom, extention });
    const response = await lire(data.url);
    const disposition = response.headers.get("Content-Disposition") ?? "";
    expect(disposition).toMatch(
      /^(inline|attachment); filename="[ -~]+"; filename\*=UTF-8''[!-~]+$/,
    );
    const [, entier = ""] = disposition.split("filename*=UTF-8''");
    expect(decodeURIComponent(entier)).toBe(extention ? `${nom}.${extention}` : nom);
    expect(response.headers.get("Set-Cookie")).toBeNull();
  });

  test("n’est montré que s’il est une image ou un PDF, par ses octets et non par son nom", async () => {
    const type = async (contenu: Uint8Array, nom: string) => {
      const { headers } = await lire((await deposer(contenu, nom)).url);
      return [
        headers.get("Content-Type"),
        headers.get("Content-Disposition")?.split(";")[0],
        headers.get("X-Content-Type-Options"),
      ];
    };
    expect(await type(PNG, "pixel.txt")).toEqual(["image/png", "inline", "nosniff"]);
    expect(await type(PDF, "bail.exe")).toEqual(["application/pdf", "inline", "nosniff"]);
    for (const nom of ["page.html", "photo.jpg", "dessin.svg", "bail.pdf"]) {
      expect(await type(SVG, nom)).toEqual(["application/octet-stream", "attachment", "nosniff"]);
    }
  });
});

describe("Un envoi refusé ne laisse rien", () => {
  const image = (contenu: Piece["contenu"]) => fichier(contenu, "photo.jpg");
  const CAS: [string, string, Piece[], number][] = [
    ["un SVG nommé .jpg", "/Image", [image(SVG)], 415],
    ["un PDF parmi des images", "/Image", [image(PNG), image(PDF)], 415],
    ["un fichier vide", "/Fichier", [fichier("")], 422],
    ["une image vide après une bonne", "/Image", [image(PNG), image("")], 422],
    ["la vingt et unième image", "/Image", Array.from({ length: 21 }, () => image(PNG)), 422],
    ["deux fichiers pour un", "/Fichier", [fichier(PDF), fichier(PDF)], 422],
    ["aucun fichier", "/Fichier", [{ champ: "nom", contenu: "Bail" }], 422],
    ["un texte au lieu du fichier", "/Fichier", [{ champ: "url", contenu: "Bail" }], 422],
    ["un champ inconnu", "/Fichier", [fichier(PDF), { champ: "role", contenu: "admin" }], 422],
    ["un client inconnu", "/Fichier", [fichier(PDF), { champ: "ClientId", contenu: "99999" }], 422],
    ["un client mal dit", "/Fichier", [fichier(PDF), { champ: "ClientId", contenu: "1e3" }], 422],
    [
      "un nom démesuré",
      "/Fichier",
      [fichier(PDF), { champ: "nom", contenu: "x".repeat(300) }],
      422,
    ],
    ["un texte sans fin", "/Fichier", [{ champ: "nom", contenu: "x".repeat(100_000) }], 422],
    [
      "un appartement inconnu",
      "/Image",
      [image(PNG), { champ: "AppartementId", contenu: "99999" }],
      422,
    ],
  ];

  test.each(CAS)("%s", async (_nom, path, pieces, attendu) => {
    const avant = await traces();
    const { status, error } = await envoyer(api, path, pieces);
    expect([status, error.message]).toEqual([attendu, expect.stringMatching(/[a-zé]/)]);
    expect(await traces()).toEqual(avant);
  });

  test.each([
    ["dans un petit fichier", 300],
    ["au milieu de la troisième tranche", 12 * MO],
    ["juste avant la fin", VINGT_MO + 150],
  ])("la connexion coupée %s", async (_nom, coupeApres) => {
    const avant = await traces();
    const { status } = await envoyer(api, "/Image", [image(PNG), image(octets(JPEG, VINGT_MO))], {
      coupeApres,
    });
    expect(status).toBe(400);
    expect(await traces()).toEqual(avant);
  });

  test("une longueur annoncée trop grande est refusée d’emblée, une fausse ne trompe personne", async () => {
    const entetes = { "Content-Length": String(97 * MO) };
    expect((await envoyer(api, "/Fichier", [fichier(PDF)], { entetes })).status).toBe(413);
    const menteur = { "Content-Length": "12" };
    const { status, data } = await envoyer<Fichier>(api, "/Fichier", [fichier(PDF)], {
      entetes: menteur,
    });
    expect([status, data.taille]).toEqual([201, PDF.length]);
  });

  test("plus de 95 Mo, sans le dire", async () => {
    const avant = await traces();
    const { status } = await envoyer(api, "/Fichier", [fichier(octets(PDF, 95 * MO + 1))]);
    expect(status).toBe(413);
    expect(await traces()).toEqual(avant);
  });

  test("un corps qui n’est pas un formulaire", async () => {
    for (const [type, attendu] of [
      ["application/json", 415],
      ["multipart/form-data", 415],
      ["multipart/form-data; boundary=autre", 400],
      ["application/octet-stream", 415],
    ] as const) {
      const headers = { "Content-Type": type };
      const response = await api.fetch("/api/Fichier", { method: "POST", headers, body: "{}" });
      expect([type, response.status]).toEqual([type, attendu]);
    }
  });

  test("un formulaire là où un JSON est attendu", async () => {
    const client = await creer(api, "Client", PROPRIETAIRE);
    for (const [methode, path] of [
      ["PUT", `/Client/${client.id}`],
      ["POST", "/Client"],
    ] as const) {
      const { status } = await envoyer(api, path, [fichier(PDF)], { methode });
      expect(status).toBe(415);
    }
  });
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
    const response = await lire(data.url);
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
    const avant = await traces();
    const { data: abandon } = await ouvrir({ nom: "a.pdf", taille: PDF.length, usage: "fichier" });
    await monter(abandon.uploadId, 1, PDF);
    expect((await api.delete(`/Upload/${abandon.uploadId}`)).status).toBe(204);
    expect((await api.get(`/Upload/${abandon.uploadId}`)).status).toBe(404);

    const { data: faux } = await ouvrir({ nom: "a.jpg", taille: SVG.length, usage: "image" });
    await monter(faux.uploadId, 1, SVG);
    expect((await api.post(`/Upload/${faux.uploadId}/complete`)).status).toBe(415);
    expect(await traces()).toEqual(avant);
  });

  test("trop lourd, vide, ou pour une fiche qui n’existe pas, il n’est pas ouvert", async () => {
    const avant = await traces();
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
    expect((await traces()).fichiers).toBe(avant.fichiers);
  });

  test("remplace un fichier ou un document signé, et l’ancien s’en va", async () => {
    const ancien = await deposer();
    const { data } = await ouvrir({
      usage: "remplacement",
      nom: "bail-2.pdf",
      taille: PDF.length,
      FichierId: ancien.id,
    });
    await monter(data.uploadId, 1, PDF);
    const { data: nouveau } = await api.post<Fichier>(`/Upload/${data.uploadId}/complete`);
    expect(nouveau.id).toBe(ancien.id);
    expect([await existe(ancien.url), await existe(nouveau.url)]).toEqual([false, true]);
  });
});

describe("Un fichier gardé", () => {
  test("se renomme, se cherche, se remplace et se supprime avec son contenu", async () => {
    const { id, url, updatedAt } = await deposer(PDF, "Diagnostic énergétique.pdf");
    expect((await api.get<Fichier[]>("/Fichier?q=ENERGETIQUE")).data.map((f) => f.id)).toEqual([
      id,
    ]);
    const nomme = await api.put<Fichier>(`/Fichier/${id}`, { nom: "DPE 2026", updatedAt });
    expect(nomme.data).toMatchObject({ nom: "DPE 2026", extention: "pdf" });
    expect((await api.put(`/Fichier/${id}`, { nom: "Autre", updatedAt })).status).toBe(409);
    expect((await lire(nomme.data.url)).headers.get("Content-Disposition")).toContain(
      "DPE%202026.pdf",
    );

    const remplace = await envoyer<Fichier>(api, `/Fichier/${id}`, [fichier(PNG, "dpe.png")], {
      methode: "PUT",
    });
    expect(remplace.data).toMatchObject({ id, nom: "DPE 2026", extention: "png" });
    expect(await existe(url)).toBe(false);
    expect((await lire(url)).status).toBe(404);

    expect((await agence.user.delete(`/Fichier/${id}`)).status).toBe(403);
    expect((await agence.user_delete.delete(`/Fichier/${id}`)).status).toBe(204);
    expect(await existe(remplace.data.url)).toBe(false);
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
    const { id } = await deposer();
    const ajout = () =>
      api.put<{ Fichiers: Fichier[] }>(`/${resource}/${fiche.id}/fichier/add/${id}`);
    for (const { data } of [await ajout(), await ajout()]) {
      expect(data.Fichiers).toEqual([
        { id, nom: "bail", extention: "pdf", url: expect.stringMatching(/^[0-9a-f]{32}\?/) },
      ]);
      expect((await lire(data.Fichiers[0]?.url ?? "")).status).toBe(200);
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
    const caution = {
      nom: "Petit",
      prenom: "Ana",
      mobile: "06 11 22 33 44",
      mail: "ana@exemple.fr",
    };
    const etat = {
      lieu: "Paris",
      date: "2025-01-01",
      clef: "2",
      eauFroide: "1",
      eauChaude: "1",
      chauffage: "ok",
      antenne: "ok",
      amenagement: "ok",
    };
    const mission = {
      type: "gestion",
      nbAppart: 1,
      accompte1: 0,
      accompte2: 0,
      reliquat: 0,
      valeurMissionAppt: 0,
    };
    const intendance = {
      nature: "mission",
      AppartementId,
      dateDepart: "2026-01-01",
      dateFin: "2026-12-31",
      prix: 100,
    };
    return [
      ["Dossier", { id: DossierId }, ["contratLocation", "inventaireEntree", "inventaireSortie"]],
      ["Mission", await creer(api, "Mission", mission), ["ordreMission"]],
      ["Intendance", await creer(api, "Intendance", intendance), ["ordreMission"]],
      ["EtatLieux", await creer(api, "EtatLieux", { ...etat, AppartementId }), ["signed"]],
      ["Caution", await creer(api, "Caution", caution), ["acteCautionnementSigned"]],
    ] as const;
  }
  type Urls = Record<string, string | null>;
  const poser = (path: string, pieces: readonly Piece[], par = api) =>
    envoyer<Urls>(par, path, pieces, { methode: "PUT" });
  const piece = (champ: string, contenu: Uint8Array = PDF): Piece => ({
    ...fichier(contenu),
    champ,
  });

  test("se posent, se remplacent et se retirent sur leur fiche, l’ancien objet avec", async () => {
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
      for (const url of anciens) expect(await corpsDe(await lire(url))).toEqual(PDF);

      const [champ, ...autres] = champs;
      const remplace = await poser(path, [piece(champ, PNG)], agence.user);
      expect(await corpsDe(await lire(String(remplace.data[champ])))).toEqual(PNG);
      expect(await existe(String(anciens[0]))).toBe(false);
      for (const autre of autres) expect(remplace.data[autre]).toBeTruthy();

      expect((await agence.user.delete(`${path}/${champ}`)).status).toBe(403);
      const retrait = await api.delete<Urls>(`${path}/${champ}`);
      expect([retrait.status, retrait.data[champ]]).toEqual([200, null]);
      expect(await existe(String(remplace.data[champ]))).toBe(false);
      expect((await api.delete(`${path}/${champ}`)).status).toBe(404);
    }
  });

  test("ne se posent ni ailleurs, ni sur une fiche absente ou changée entre-temps", async () => {
    const { DossierId } = await louer(api);
    const avant = await traces();
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
    expect(await traces()).toEqual(avant);
    expect((await api.put(path, { contratLocation: null })).status).toBe(422);
    expect((await api.put(path, { jourQuitance: 7 })).status).toBe(200);
  });

  test("posés deux à la fois, un seul reste et aucun objet n’est perdu", async () => {
    const { DossierId } = await louer(api);
    const avant = (await traces()).objets.length;
    await Promise.all(
      [PDF, PNG, PDF].map((contenu) =>
        poser(`/Dossier/${DossierId}`, [piece("contratLocation", contenu)]),
      ),
    );
    const { data } = await api.get<Urls>(`/Dossier/${DossierId}`);
    expect((await lire(String(data.contratLocation))).status).toBe(200);
    expect((await traces()).objets.length).toBe(avant + 1);
  });
});

describe("L’adresse d’un fichier", () => {
  const MINUTES = 60;

  test("demande un jeton, ou une signature juste et fraîche", async () => {
    const { url } = await deposer();
    const cle = cleDe(url);
    const [, e = "", s = ""] = url.match(/\?e=(\d+)&s=([\w-]+)$/) ?? [];
    const reste = Number(e) - Date.now() / 1000;
    expect([reste > 8 * MINUTES, reste <= 10 * MINUTES]).toEqual([true, true]);
    expect((await lire(cle, {}, agence.user)).status).toBe(200);
    const autre = cleDe((await deposer()).url);
    for (const faux of [
      cle,
      `${cle}?e=${Number(e) + 1}&s=${s}`,
      `${cle}?e=${e}`,
      `${cle}?e=${e}&s=${s.slice(0, -2)}`,
      `${cle}?e=${e}x&s=${s}`,
      `${autre}?e=${e}&s=${s}`,
      "0".repeat(32),
      "..%2f..%2fetc%2fpasswd",
    ]) {
      expect([faux, (await lire(faux)).status]).toEqual([faux, 401]);
    }
    for (const inconnue of ["0".repeat(32), "quitances/x.pdf", "", "%00", `${cle}-320`]) {
      expect([inconnue, (await lire(inconnue, {}, agence.user)).status]).toEqual([inconnue, 404]);
    }
    expect((await agence.personne.fetch("/files/")).status).toBe(401);
  });

  test("sert une plage, répond 304 à qui a déjà le fichier, et HEAD sans corps", async () => {
    const { url } = await deposer(octets(JPEG, 300_000), "photo.jpg");
    const tout = Buffer.concat([...octets(JPEG, 300_000)]);
    const plage = async (Range: string, headers: Record<string, string> = {}) => {
      const response = await lire(url, { headers: { Range, ...headers } });
      return {
        status: response.status,
        plage: response.headers.get("Content-Range"),
        octets: Buffer.from(await response.arrayBuffer()),
      };
    };
    const complet = await lire(url);
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

    const relu = await lire(url, { headers: { "If-None-Match": `W/${etag}` } });
    expect([relu.status, (await relu.text()).length]).toEqual([304, 0]);
    const tete = await lire(url, { method: "HEAD" });
    expect([tete.status, tete.headers.get("Content-Length"), await tete.text()]).toEqual([
      200,
      "300000",
      "",
    ]);
  });

  test("donne une vignette, faite une fois, à la largeur demandée ; à défaut, l’original", async () => {
    const { data } = await envoyer<Fichier>(api, "/Image", [fichier(PNG, "pixel.png")]);
    for (let fois = 0; fois < 2; fois++) {
      const response = await lire(`${data.url}&w=320`);
      expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
      expect((await corpsDe(response)).length).toBeGreaterThan(20);
    }
    expect((await lire(`${data.url}&w=321`)).status).toBe(400);
    const { url } = await deposer(octets(JPEG, 1000), "casse.jpg");
    const original = await lire(`${url}&w=320`);
    expect([original.status, original.headers.get("Content-Type")]).toEqual([200, "image/jpeg"]);
    expect(await env.FILES.head(`${cleDe(data.url)}-320`)).not.toBeNull();
    await api.delete(`/Image/${data.id}`);
    expect(await env.FILES.head(`${cleDe(data.url)}-320`)).toBeNull();
  });
});

describe("Le balayage quotidien", () => {
  test("ôte ce que plus aucune fiche ne tient et laisse le reste", async () => {
    const garde = await deposer();
    const { DossierId } = await louer(api, { bail: { dateFinBail: "2025-06-30" } });
    const signe = await envoyer<{ contratLocation: string }>(
      api,
      `/Dossier/${DossierId}`,
      [{ ...fichier(PDF), champ: "contratLocation" }],
      { methode: "PUT" },
    );
    expect((await api.delete(`/Dossier/${DossierId}`)).status).toBe(204);
    await env.FILES.put("f".repeat(32), "orphelin");
    await env.FILES.put("quitances/perdue.pdf", "orphelin");
    const { data: envoi } = await api.post<{ uploadId: string }>("/Upload", {
      nom: "a.pdf",
      taille: PDF.length,
      usage: "fichier",
    });
    const perdu = cleDe((await deposer()).url);
    await env.FILES.delete(perdu);

    await agence.house.cron(new Date().toISOString());
    expect(await env.FILES.head("f".repeat(32))).not.toBeNull();

    const dit = vi.spyOn(console, "warn").mockImplementation(() => {});
    const plusTard = new Date(Date.now() + 3 * 24 * 3600 * 1000).toISOString();
    await agence.house.cron(plusTard);
    expect(dit.mock.lastCall?.[0]).toContain(`"sansObjet":["${perdu}"]`);
    dit.mockRestore();
    const { objets } = await traces();
    expect(objets).toContain(cleDe(garde.url));
    for (const parti of [
      cleDe(signe.data.contratLocation),
      "f".repeat(32),
      "quitances/perdue.pdf",
      `envois/${envoi.uploadId}`,
    ]) {
      expect(objets).not.toContain(parti);
    }
    expect((await lire(signe.data.contratLocation)).status).toBe(404);
    expect((await lire(garde.url)).status).toBe(200);
  });
});
