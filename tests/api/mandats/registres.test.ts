import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { Controle } from "#domain/agence/controle.ts";
import { aujourdhui, formatJour } from "#domain/dates.ts";
import type {
  EtatDuRegistre,
  RegistreMandatRow,
} from "#domain/gerance/mandats/registre-mandats.ts";
import type { MissionDetail } from "#domain/missions/mission-fiche.ts";
import { openDb } from "#worker/db/client.ts";
import {
  type Agence,
  APPARTEMENT,
  creer,
  MISSION,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";
import { freshHouse } from "../../support/worker/database.ts";

let agence: Agence;

const AUJOURDHUI = formatJour(aujourdhui(new Date()));

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
});

const mandat = (values: object = {}) =>
  creer<MissionDetail>(agence.user, "Mission", { ...MISSION, ...values });
/** A management mandate with a principal, a dwelling and terms; it is signed only with a `dateSignature`. */
async function complet({
  dateSignature,
  ...values
}: {
  dateSignature?: string;
  numRegistre?: string;
} = {}) {
  const { id } = await mandat(values);
  const { id: ClientId } = await creer(agence.user, "Client", PROPRIETAIRE);
  const { id: AppartementId } = await creer(agence.user, "Appartement", APPARTEMENT);
  await agence.user.put(`/Mission/${id}/client/add/${ClientId}`);
  await agence.user.put(`/Mission/${id}/appartement/add/${AppartementId}`);
  const termes = { depuis: "2026-01-01", modeFonds: "proprietaire", tauxHonoraires: 6 };
  expect((await agence.admin.put(`/Mission/${id}/conditions`, termes)).status).toBe(200);
  return dateSignature
    ? (await signer(id, { dateSignature })).data
    : (await agence.user.get<MissionDetail>(`/Mission/${id}`)).data;
}
const signer = (id: number, values: object = { dateSignature: "2026-03-12" }) =>
  agence.user.put<MissionDetail>(`/Mission/${id}`, values);
const ouvrir = (premier: number, mandats: { MissionId: number; numero: number }[] = []) =>
  agence.admin.post<EtatDuRegistre>("/RegistreMandat/ouvrir", { premier, mandats });
const etat = async () => (await agence.admin.get<EtatDuRegistre>("/RegistreMandat/ouverture")).data;
const registre = async () =>
  (await agence.user.get<RegistreMandatRow[]>("/RegistreMandat?sort=id")).data;
const dit = async () =>
  (await registre()).map(({ numero, genre, observation }) => [numero, genre, observation]);
const controle = async () =>
  (await agence.admin.get<Controle[]>("/Controle")).data.find(
    ({ nom }) => nom === "Registre des mandats",
  );

describe("Tant que le registre n’est pas ouvert", () => {
  it("un numéro tapé reste ce qu’il est, et signer n’inscrit rien", async () => {
    const { id } = await mandat({ numRegistre: "G-0007" });
    expect((await signer(id)).data).toMatchObject({ numRegistre: "G-0007", auRegistre: false });
    expect((await signer(id, { numRegistre: "G-0008" })).data.numRegistre).toBe("G-0008");
    expect(await registre()).toEqual([]);
    expect(await controle()).toMatchObject({ etat: "vert", detail: "Pas encore ouvert" });
  });

  it("il s’ouvre avec les numéros d’avant, dans leur ordre, une fois pour toutes", async () => {
    const douze = await mandat({ numRegistre: "G-0012", dateSignature: "2025-06-01" });
    const sept = await mandat({ numRegistre: "7", dateSignature: "2024-01-15" });
    const sans = await mandat({ dateSignature: "2026-01-10" });
    await mandat({ numRegistre: "G-0099" });
    await mandat({ type: "location", dateSignature: "2026-02-01", numRegistre: "L-3" });
    const avant = await etat();
    expect(avant.aInscrire.map(({ MissionId, numero }) => [MissionId, numero])).toEqual([
      [sept.id, 7],
      [douze.id, 12],
      [sans.id, 13],
    ]);
    expect([avant.ouvert, avant.prochain]).toEqual([false, 14]);

    const oubli = await ouvrir(14, [{ MissionId: douze.id, numero: 12 }]);
    expect([oubli.status, Object.keys(oubli.error.fields ?? {})]).toEqual([422, ["mandats"]]);
    const double = await ouvrir(14, [
      { MissionId: sept.id, numero: 12 },
      { MissionId: douze.id, numero: 12 },
      { MissionId: sans.id, numero: 13 },
    ]);
    expect(Object.keys(double.error.fields ?? {})).toEqual(["mandats.1.numero"]);
    const numeros = avant.aInscrire.map(({ MissionId, numero }) => ({ MissionId, numero }));
    expect(Object.keys((await ouvrir(13, numeros)).error.fields ?? {})).toEqual(["premier"]);
    expect(await registre()).toEqual([]);

    expect((await ouvrir(42, numeros)).status).toBe(201);
    expect(
      (await registre()).map(({ numero, genre, dateMandat }) => [numero, genre, dateMandat]),
    ).toEqual([
      [41, "observation", null],
      [7, "inscription", "2024-01-15"],
      [12, "inscription", "2025-06-01"],
      [13, "inscription", "2026-01-10"],
    ]);
    const numeroDe = async (id: number) =>
      (await agence.user.get<MissionDetail>(`/Mission/${id}`)).data.numRegistre;
    expect([await numeroDe(douze.id), await numeroDe(sans.id)]).toEqual(["G-0012", "000013"]);
    expect((await ouvrir(50, [])).status).toBe(409);
    const nouveau = await complet();
    expect((await signer(nouveau.id)).data.numRegistre).toBe("000042");
    expect(await controle()).toMatchObject({ etat: "vert", lignes: 5 });
  });
});

it("Le numéro que porte une autre mission n’arrête pas la signature suivante ; à venir ou donné, il ne se tape plus", async () => {
  await mandat({ type: "location", numRegistre: "000042" });
  expect((await ouvrir(42)).status).toBe(201);
  expect((await complet({ dateSignature: "2026-03-12" })).numRegistre).toBe("000042");
  const attente = await complet();
  const taper = (numRegistre: string) =>
    agence.user.post<MissionDetail>("/Mission", { ...MISSION, type: "location", numRegistre });
  for (const numero of ["000042", "000043", "000900"])
    expect(Object.keys((await taper(numero)).error.fields ?? {})).toEqual(["numRegistre"]);
  expect((await taper("000043")).error.fields?.numRegistre).toContain("le donne à la signature");
  expect((await signer(attente.id, { numRegistre: "000044" })).status).toBe(422);
  for (const numero of ["000007", "L-43"]) expect((await taper(numero)).status).toBe(201);
  expect((await signer(attente.id)).data.numRegistre).toBe("000043");
  expect(await controle()).toMatchObject({ etat: "vert", lignes: 3 });
});

describe("Le registre ouvert", () => {
  beforeEach(async () => {
    expect((await ouvrir(42)).status).toBe(201);
  });

  it("donne le numéro suivant au mandat signé, qui ne change plus, avec ses mandants et ses biens", async () => {
    const { id } = await complet();
    await signer(id, { numRegistre: "à venir" });
    const tape = await signer(id);
    expect([tape.status, tape.error.fields?.numRegistre]).toEqual([
      422,
      expect.stringContaining("donne son numéro à un mandat signé"),
    ]);
    const signee = await signer(id, { dateSignature: "2026-03-12", numRegistre: null });
    expect(signee.data).toMatchObject({ numRegistre: "000042", auRegistre: true });
    const [, ligne] = await registre();
    expect(ligne).toMatchObject({
      numero: 42,
      MissionId: id,
      dateMandat: "2026-03-12",
      mandants: "Madame Jeanne DE LA TOUR, 3 place Bellecour, 69002 Lyon",
      situation: expect.stringContaining("27 bis boulevard Saint-Michel"),
      objet: "Gestion",
    });
    const change = await signer(id, { numRegistre: "43" });
    expect([change.status, Object.keys(change.error.fields ?? {})]).toEqual([422, ["numRegistre"]]);
    expect((await signer(id, { ...MISSION, duree: 24 })).data.numRegistre).toBe("000042");
    expect((await complet({ dateSignature: "2026-04-01" })).numRegistre).toBe("000043");
    expect(
      (await mandat({ type: "location", dateSignature: "2026-04-01" })).numRegistre,
    ).toBeNull();
    expect((await etat()).prochain).toBe(44);
    const { id: autre } = await creer(agence.user, "Client", { ...PROPRIETAIRE, nom: "Lefèvre" });
    await agence.user.put(`/Mission/${id}/client/add/${autre}`);
    const trouvees = await agence.user.get<RegistreMandatRow[]>("/RegistreMandat?q=Lefèvre");
    expect(trouvees.data.map(({ numero }) => numero)).toEqual([42, 42, 42]);
  });

  it("note ce qui change, et garde le mandat dont la fiche ne peut plus partir", async () => {
    const { id } = await complet({ dateSignature: "2026-03-12" });
    const { id: ClientId } = await creer(agence.user, "Client", {
      ...PROPRIETAIRE,
      prenom: "Anne",
    });
    await agence.user.put(`/Mission/${id}/client/add/${ClientId}`);
    await agence.user.put(`/Mission/${id}/client/add/${ClientId}`);
    const corrige = await signer(id, { dateSignature: "2026-03-13" });
    expect([corrige.status, corrige.error.fields?.dateSignature]).toEqual([
      422,
      expect.stringContaining("créez la mission à nouveau"),
    ]);
    const refus = await agence.user_delete.delete(`/Mission/${id}`);
    expect([refus.status, refus.error.message]).toEqual([
      409,
      expect.stringContaining("registre des mandats"),
    ]);
    const conditions = { depuis: "2026-12-01", modeFonds: "proprietaire", tauxHonoraires: 7 };
    expect((await agence.admin.put(`/Mission/${id}/conditions`, conditions)).status).toBe(200);
    await signer(id, { dateSignature: null });
    const noter = (numero: number, api = agence.admin) =>
      api.post(`/RegistreMandat/${numero}/observation`, {
        nature: "resiliation",
        date: "2027-03-12",
        texte: "congé du mandant",
      });
    expect((await noter(42)).status).toBe(201);
    expect([(await noter(43)).status, (await noter(42, agence.user_delete)).status]).toEqual([
      404, 403,
    ]);
    expect((await dit()).slice(1)).toEqual([
      [42, "inscription", null],
      [
        42,
        "observation",
        `Avenant n°\u00A01\u00A0: mandant ajouté, Madame Anne DE LA TOUR, 3 place Bellecour, 69002 Lyon, à compter du ${AUJOURDHUI}.`,
      ],
      [
        42,
        "observation",
        "Avenant n°\u00A02\u00A0: honoraires de gestion, à compter du 01/12/2026.",
      ],
      [
        42,
        "observation",
        "Mandat annulé\u00A0: sa date de signature est retirée. Le numéro reste.",
      ],
      [42, "observation", "Résiliation du 12/03/2027 : congé du mandant"],
    ]);
    expect(await controle()).toMatchObject({ etat: "vert" });
  });

  it("ne donne jamais deux fois un numéro, même à des mandats signés au même instant", async () => {
    const faits = await Promise.all(
      Array.from({ length: 6 }, () => complet({ dateSignature: "2026-04-01" })),
    );
    expect(faits.map(({ numRegistre }) => numRegistre).sort()).toEqual([
      "000042",
      "000043",
      "000044",
      "000045",
      "000046",
      "000047",
    ]);
    const [un] = faits;
    const deux = await complet();
    await Promise.all([signer(deux.id), signer(deux.id), signer(un?.id ?? 0, { duree: 24 })]);
    expect((await registre()).filter(({ MissionId }) => MissionId === deux.id)).toHaveLength(1);
    expect(await controle()).toMatchObject({ etat: "vert", lignes: 9 });
  });

  it("son numéro ne s’imprime sur le mandat qu’une fois inscrit", async () => {
    const { id } = await complet({ numRegistre: "G-0099" });
    const imprimer = async () => {
      const { data } = await agence.user.get<{ generated: string }>(
        `/Mission/${id}/ordreMission/generate`,
      );
      const pdf = await agence.user.fetch(`/files/${data.generated}`);
      return readPdf(new Uint8Array(await pdf.arrayBuffer())).text;
    };
    const annonce = await imprimer();
    expect(annonce).toContain("Inscrit au registre des mandats sous le n° ……");
    expect(annonce).not.toContain("G-0099");
    await signer(id, { numRegistre: null, dateSignature: "2026-03-12" });
    expect(await imprimer()).toContain("Inscrit au registre des mandats sous le n° 000042");
  });

  it("se lit en CSV et en PDF coté par page, et une ligne changée dans la base se voit", async () => {
    await complet({ dateSignature: "2026-04-01" });
    const csv = await agence.admin.fetch("/api/RegistreMandat.csv?sort=id");
    const lignes = (await csv.text()).trim().split("\r\n");
    expect(lignes).toHaveLength(3);
    expect(lignes[2]).toContain("01/04/2026");
    const pdf = await agence.admin.fetch("/api/RegistreMandat/generate");
    expect(pdf.headers.get("Content-Type")).toBe("application/pdf");
    const texte = readPdf(new Uint8Array(await pdf.arrayBuffer())).text;
    expect(texte).toContain("000042");
    expect(texte).toMatch(/Page 1 \/ 1/);
    const db = openDb(env);
    await db.run(sql.raw("DROP TRIGGER RegistreMandat_immuable"));
    await db.run(
      sql`UPDATE "RegistreMandat" SET contenu = json_set(contenu, '$.dateMandat', '2026-03-01') WHERE id = 2`,
    );
    expect(await controle()).toMatchObject({
      etat: "rouge",
      ruptures: [{ motif: "Ligne 2 : elle a été changée" }],
    });
  });

  it("dit sa dernière ligne retirée, même après la suivante", async () => {
    const db = openDb(env);
    await complet({ dateSignature: "2026-04-01" });
    expect(
      await db.all(sql`
        SELECT h."entiteId" = r.id AND h.details ->> 'numero' = r.numero AND h.details ->> 'empreinte' = r.empreinte AS dite
        FROM "RegistreMandat" r LEFT JOIN "History" h ON h.entite = 'RegistreMandat' AND h."entiteId" = r.id ORDER BY r.id`),
    ).toEqual([{ dite: 1 }, { dite: 1 }]);
    await db.run(sql.raw("DROP TRIGGER RegistreMandat_durable"));
    await db.run(sql`DELETE FROM "RegistreMandat" WHERE id = 2`);
    expect(await controle()).toMatchObject({
      etat: "rouge",
      ruptures: [
        { motif: "Ligne 2 : l’historique la dit, elle n’est plus là" },
        { motif: expect.stringContaining("Mandat signé sans numéro") },
      ],
    });
    await complet({ dateSignature: "2026-05-01" });
    expect(await controle()).toMatchObject({
      etat: "rouge",
      ruptures: expect.arrayContaining([
        { motif: "Ligne 2 : elle n’est pas celle que dit l’historique" },
      ]),
    });
  });

  it("ne reproche rien aux lignes d’avant que l’historique les dise", async () => {
    const db = openDb(env);
    await db.run(sql.raw("DROP TRIGGER History_durable"));
    await db.run(sql`DELETE FROM "History" WHERE entite = 'RegistreMandat'`);
    expect(await controle()).toMatchObject({ etat: "vert", lignes: 1 });
    await complet({ dateSignature: "2026-04-01" });
    expect(await controle()).toMatchObject({ etat: "vert", lignes: 2 });
  });
});
