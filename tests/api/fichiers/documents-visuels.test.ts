import { env } from "cloudflare:workers";
import { decodePDFRawStream, PDFDocument, PDFName, PDFRawStream } from "pdf-lib";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { balayerFichiers } from "#worker/operations/fichiers/balayage.ts";
import { type Agence, creer, louer, ouvrirAgence } from "../../support/agence/agence.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";
import {
  cleDe,
  envoyer,
  existe,
  JPEG,
  lire,
  MO,
  octets,
  PDF,
  PNG,
} from "../../support/fichiers/televersements.ts";
import type { Api } from "../../support/worker/api.ts";

interface Visuel {
  nom: string;
  url: string;
  taille: number;
}
type Visuels = Record<"logo" | "cachet", Visuel | null>;

let agence: Agence;
let loue: Awaited<ReturnType<typeof louer>>;

beforeAll(async () => {
  agence = await ouvrirAgence();
  loue = await louer(agence.user);
});

beforeEach(async () => {
  for (const visuel of ["logo", "cachet"]) await agence.admin.delete(`/Agence/visuels/${visuel}`);
});

const deposer = (
  visuel: string,
  contenu: Uint8Array | Iterable<Uint8Array> = PNG,
  api: Api = agence.admin,
) =>
  envoyer<Visuels>(
    api,
    `/Agence/visuels/${visuel}`,
    [{ champ: "image", fichier: `${visuel}.png`, contenu }],
    { methode: "PUT" },
  );

async function dessinees(path: string): Promise<number> {
  const { data } = await agence.user.get<{ generated: string }>(path);
  const base = data.generated.startsWith("quitance/") ? "/api/" : "/files/";
  const reponse = await agence.user.fetch(base + data.generated);
  expect(reponse.status).toBe(200);
  return readPdf(new Uint8Array(await reponse.arrayBuffer())).pictures;
}

const taillePng = (largeur: number) => {
  const image = PNG.slice();
  new DataView(image.buffer).setUint32(16, largeur);
  return image;
};

test("tous les documents portent le logo en tête, ceux que l'agence signe seule son cachet, les étiquettes ni l'un ni l'autre", async () => {
  const { AppartementId, DossierId, ClientId } = loue;
  const caution = await creer(agence.user, "Caution", {
    nom: "Lefèvre",
    prenom: "Paul",
    mail: "paul@exemple.fr",
    mobile: "0612345678",
  });
  await agence.user.put(`/Dossier/${DossierId}/caution/add/${caution.id}`);
  const mission = await creer(agence.user, "Mission", {
    type: "gestion",
    nbAppart: 1,
    valeurMissionAppt: 600,
    accompte1: 200,
    accompte2: 200,
  });
  await agence.user.put(`/Mission/${mission.id}/client/add/${ClientId}`);
  const intendance = await creer(agence.user, "Intendance", {
    AppartementId,
    dateDepart: "2026-01-01",
    dateFin: "2026-12-31",
    prix: 1000,
  });
  const quitance = await agence.user.post<{ id: number }>(`/Quitance/generate/${DossierId}`, {
    date: "2026-01-01",
  });
  const documents = [
    `/Dossier/${DossierId}/contratLocation/generate`,
    `/Dossier/${DossierId}/acteCautionnement/${caution.id}/generate`,
    `/Dossier/inventaireMobilier/${DossierId}/generate`,
    `/Dossier/${DossierId}/etatIn/generate`,
    `/Dossier/${DossierId}/etatOut/generate`,
    `/Mission/${mission.id}/ordreMission/generate`,
    `/Appartement/${AppartementId}/ordreMissionIntendance/${intendance.id}/generate`,
    `/Quitance/${quitance.data.id}/generate`,
    `/Quitance/${AppartementId}/generate/2026`,
  ];
  const SIGNES_A_DEUX = 7;
  const partout = async () => Promise.all(documents.map(dessinees));
  const combien = (nombre: number) => documents.map(() => nombre);

  expect(await partout()).toEqual(combien(0));
  await deposer("logo");
  expect(await partout()).toEqual(combien(1));
  await deposer("cachet");
  expect(await partout()).toEqual(documents.map((_, rang) => (rang < SIGNES_A_DEUX ? 1 : 2)));
  expect(await dessinees(`/Dossier/${DossierId}/etiquetteLocataire/generate`)).toBe(0);
  await agence.admin.delete("/Agence/visuels/logo");
  expect(await partout()).toEqual(documents.map((_, rang) => (rang < SIGNES_A_DEUX ? 0 : 1)));
});

test("le logo se dépose, se lit, se remplace et se retire ; l’ancien disparaît, le balayage garde le présent", async () => {
  const { status, data } = await deposer("logo");
  expect(status).toBe(200);
  expect(data.cachet).toBeNull();
  expect(data.logo).toMatchObject({ nom: "logo", taille: PNG.length });
  const premier = data.logo?.url ?? "";
  expect(cleDe(premier)).toMatch(/^[0-9a-f]{32}$/);
  expect((await lire(agence.personne, premier)).headers.get("Content-Type")).toBe("image/png");

  const { data: apres } = await deposer("logo");
  const second = apres.logo?.url ?? "";
  expect(cleDe(second)).not.toBe(cleDe(premier));
  expect(await existe(premier)).toBe(false);

  await balayerFichiers({ env, db: openDb(env), today: "2099-01-01" });
  expect(await existe(second)).toBe(true);

  expect((await agence.admin.delete("/Agence/visuels/logo")).status).toBe(200);
  expect(await existe(second)).toBe(false);
  expect((await agence.admin.get<Visuels>("/Agence/visuels")).data.logo).toBeNull();
  expect((await agence.admin.delete("/Agence/visuels/logo")).status).toBe(404);
});

test("l’historique nomme l’image et qui l’a déposée, jamais son contenu ni son adresse", async () => {
  const { data } = await deposer("cachet");
  const { data: lignes } = await agence.admin.get<{ etat: string; user: string }[]>(
    "/History?entite=Variable&sort=-id&page=1&limit=1",
  );
  expect(lignes[0]).toMatchObject({
    etat: "Image déposée",
    user: "admin@agence.example",
    details: { nom: "cachet", fichier: "cachet.png" },
  });
  expect(JSON.stringify(lignes)).not.toContain(cleDe(data.cachet?.url ?? "?"));
});

describe("n’entrent ni", () => {
  test.each<[string, Uint8Array | Iterable<Uint8Array>, number]>([
    ["un PDF", PDF, 415],
    ["un GIF", new TextEncoder().encode("GIF89a..."), 415],
    ["une image de plus d’un mégaoctet", octets(PNG, MO + 1), 413],
    ["une image de plus de 1 000 pixels", taillePng(1001), 422],
    ["un PNG qui ne se lit pas", PNG.slice(0, 40), 422],
    ["un JPEG qui ne se lit pas", JPEG, 422],
  ])("%s", async (_, contenu, attendu) => {
    const avant = (await env.FILES.list()).objects.length;
    const { status, error } = await deposer("logo", contenu);
    expect(status).toBe(attendu);
    expect(error.message).not.toBe("");
    expect((await env.FILES.list()).objects).toHaveLength(avant);
    expect((await agence.admin.get<Visuels>("/Agence/visuels")).data.logo).toBeNull();
  });
});

test("seule l’administration les voit et les change ; il n’y en a que deux", async () => {
  for (const api of [agence.user, agence.user_delete]) {
    expect((await api.get("/Agence/visuels")).status).toBe(403);
    expect((await deposer("logo", PNG, api)).status).toBe(403);
    expect((await api.delete("/Agence/visuels/logo")).status).toBe(403);
  }
  expect((await agence.personne.get("/Agence/visuels")).status).toBe(401);
  expect((await deposer("photo")).status).toBe(404);
});

describe("la notice d’information", () => {
  const PAGES = 3;
  const notice = async () => {
    const pdf = await PDFDocument.create();
    for (let page = 0; page < PAGES; page++) pdf.addPage();
    return pdf.save();
  };
  const deposerNotice = (contenu: Uint8Array, api: Api = agence.admin) =>
    envoyer<Visuel | null>(
      api,
      "/Agence/notice",
      [{ champ: "file", fichier: "notice.pdf", contenu }],
      { methode: "PUT" },
    );
  const contrat = async () => {
    const chemin = `/Dossier/${loue.DossierId}/contratLocation/generate`;
    const { data } = await agence.user.get<{ generated: string; warnings: string[] }>(chemin);
    const reponse = await agence.user.fetch(`/files/${data.generated}`);
    const octets = Buffer.from(await reponse.arrayBuffer());
    const pdf = await PDFDocument.load(octets);
    const metadonnees = pdf.catalog.lookup(PDFName.of("Metadata"));
    if (!(metadonnees instanceof PDFRawStream)) throw new Error("pas de métadonnées");
    const xmp = Buffer.from(decodePDFRawStream(metadonnees).decode()).toString("utf8");
    return {
      pages: pdf.getPageCount(),
      warnings: data.warnings.join(),
      norme: xmp.includes("pdfuaid:part"),
    };
  };

  test("déposée une fois, suit les baux de résidence principale, et eux seuls", async () => {
    const sans = await contrat();
    expect(sans.warnings).toContain("Notice d'information");
    expect((await deposerNotice(await notice())).data).toMatchObject({ nom: "notice" });
    const avec = await contrat();
    expect(avec.pages).toBe(sans.pages + PAGES);
    expect(avec.warnings).not.toContain("Notice d'information");
    expect([sans.norme, avec.norme]).toEqual([true, false]);

    const { DossierId } = loue;
    await agence.user.put(`/Dossier/${DossierId}`, { typeBail: "code_civil" });
    const secondaire = (await contrat()).pages;
    expect((await agence.admin.delete("/Agence/notice")).status).toBe(200);
    expect((await contrat()).pages).toBe(secondaire);
    await agence.user.put(`/Dossier/${DossierId}`, { typeBail: null });
    expect((await contrat()).pages).toBe(sans.pages);
  });

  test("n’est qu’un PDF qui s’ouvre, déposé par l’administration", async () => {
    expect((await deposerNotice(PNG)).status).toBe(415);
    expect((await deposerNotice(PDF)).status).toBe(422);
    expect((await deposerNotice(await notice(), agence.user)).status).toBe(403);
    expect((await agence.admin.get("/Agence/notice")).data).toBeNull();
  });
});
