import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import type { DocumentGenere, DocumentRow } from "#domain/fichiers/document.ts";
import type { ContenuFacture } from "#domain/gerance/cloture/facture-honoraires.ts";
import type { CourrielDocumentRow } from "#domain/quittances/courriel-document.ts";
import { openDb } from "#worker/db/client.ts";
import { comptesRendus, facturesHonoraires } from "#worker/db/schema/mandants.ts";
import { creer, MISSION, PROPRIETAIRE } from "../../support/agence/agence.ts";
import { jeton } from "../../support/agence/baux.ts";
import { contenuCompteRendu } from "../../support/documents/comptes-rendus.ts";
import { contenuFacture } from "../../support/documents/factures.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";
import type { Api } from "../../support/worker/api.ts";
import { freshHouse } from "../../support/worker/database.ts";
import { type House, openHouse } from "../../support/worker/house.ts";

const base = () => openDb(env);

let maison: House;
let admin: Api;
let MissionId: number;
let clients: number[];

beforeEach(async () => {
  await freshHouse();
  maison = openHouse();
  admin = maison.api(await jeton(env, "admin"));
  clients = [];
  for (const [prenom, mailPerso] of [
    ["Paul", "paul.durand@exemple.fr"],
    ["Anne", "anne.durand@exemple.fr"],
    ["Jean", null],
  ])
    clients.push((await creer(admin, "Client", { ...PROPRIETAIRE, prenom, mailPerso })).id);
  MissionId = (await creer(admin, "Mission", MISSION)).id;
});

/** A validated account rendered to these owners as principals; returns its identifier. */
async function compteValide(mois = "2026-10", proprietaires = clients) {
  const [modele] = contenuCompteRendu().mandants;
  if (!modele) throw new Error("Le jeu n’a pas de mandant.");
  const mandants = proprietaires.map((ClientId) => ({ ...modele, ClientId, num: 1, den: 3 }));
  const valeurs = { MissionId, mois, du: `${mois}-01`, au: `${mois}-28` };
  const [compte] = await base()
    .insert(comptesRendus)
    .values({
      ...valeurs,
      etat: "valide",
      contenu: contenuCompteRendu({ mandants, du: valeurs.du, au: valeurs.au }),
      depenses: 0,
    })
    .returning({ id: comptesRendus.id });
  if (!compte) throw new Error("Le compte n’est pas écrit.");
  return compte.id;
}

const facturer = async (CompteRenduId: number, changements: Partial<ContenuFacture> = {}) => {
  const [facture] = await base()
    .insert(facturesHonoraires)
    .values({
      serie: "FH",
      exercice: "2026",
      rang: 1,
      MissionId,
      CompteRenduId,
      date: "2026-11-05",
      ht: 10_150,
      tva: 2030,
      ttc: 12_180,
      contenu: contenuFacture(changements),
    })
    .returning({ id: facturesHonoraires.id });
  return facture?.id ?? 0;
};

const generer = async (chemin: string) =>
  (await admin.get<DocumentGenere>(`${chemin}/generate`)).data;
const gardes = async () =>
  (await admin.get<DocumentRow[]>(`/Document?entite=Mission&id=${MissionId}&page=1&limit=20`)).data;
const boite = async () =>
  (
    await admin.get<CourrielDocumentRow[]>(
      `/Courriel?entite=Mission&id=${MissionId}&page=1&limit=20`,
    )
  ).data;

it("le papier d’un compte validé se fait une fois : deux demandes à la fois donnent le même", async () => {
  const id = await compteValide();
  const [un, autre] = await Promise.all([
    generer(`/CompteRendu/${id}`),
    generer(`/CompteRendu/${id}`),
  ]);
  expect(un?.generated).toMatch(/^documents\//);
  expect(autre).toEqual(un);
  expect(await generer(`/CompteRendu/${id}`)).toEqual(un);
  expect(await gardes()).toMatchObject([
    { type: "compteRendu", nom: "Compte_rendu_de_gestion_2026-10_000042" },
  ]);
  const pdf = await env.FILES.get(un?.generated ?? "");
  const { text } = readPdf(new Uint8Array((await pdf?.arrayBuffer()) ?? new ArrayBuffer()));
  expect(text).toContain("= REVERSEMENT 862,45");
});

it("la facture d’honoraires a un seul papier, et son CII se télécharge", async () => {
  const id = await facturer(await compteValide());
  const un = await generer(`/FactureHonoraires/${id}`);
  expect(await generer(`/FactureHonoraires/${id}`)).toEqual(un);
  expect(await gardes()).toMatchObject([
    { type: "factureHonoraires", nom: "Facture_d_honoraires_FH-2026-000001_000042" },
  ]);
  const cii = await admin.fetch(`/api/FactureHonoraires/${id}/cii`);
  expect(cii.headers.get("Content-Type")).toBe("application/xml; charset=utf-8");
  expect(await cii.text()).toContain("<ram:ID>FH-2026-000001</ram:ID>");
  expect((await admin.get("/FactureHonoraires/999/cii")).status).toBe(404);
});

it("une facture à régler dit le compte de l’agence qui est ouvert, jamais celui des fonds des mandants", async () => {
  const id = await facturer(await compteValide(), { prelevee: false });
  const comptes = [
    { nom: "Gérance", usage: "gerance", iban: "FR1420041010050500013M02606" },
    { nom: "Ancien", usage: "agence", iban: "DE89370400440532013000", fermeLe: "2020-01-01" },
    { nom: "Agence", usage: "agence", iban: "FR7630006000011234567890189", bic: "AGRIFRPP" },
  ];
  for (const compte of comptes) await creer(admin, "CompteBancaire", compte);
  const cii = await (await admin.fetch(`/api/FactureHonoraires/${id}/cii`)).text();
  expect(cii.match(/<ram:IBANID>[^<]*/g)).toEqual(["<ram:IBANID>FR7630006000011234567890189"]);
  const { generated } = await generer(`/FactureHonoraires/${id}`);
  const pdf = await env.FILES.get(generated);
  const { text } = readPdf(new Uint8Array((await pdf?.arrayBuffer()) ?? new ArrayBuffer()));
  expect(text).toContain("IBAN FR76 3000 6000 0112 3456 7890 189, BIC AGRIFRPP");
});

it("chaque propriétaire qui a une adresse reçoit le compte une fois, après le délai, son PDF joint", async () => {
  const ids = [await compteValide()];
  const envoyer = () =>
    admin.post<{ courriels: number }>("/CompteRendu/envoyer", { ids }).then(({ data }) => data);
  const envois = await Promise.all([envoyer(), envoyer(), envoyer()]);
  expect(envois.map(({ courriels }) => courriels).toSorted()).toEqual([0, 0, 2]);
  await maison.deliver();
  expect(maison.mails).toEqual([]);
  expect(await gardes()).toEqual([]);

  await maison.drain();
  expect(maison.mails.map(({ to }) => to).toSorted()).toEqual([
    ["anne.durand@exemple.fr"],
    ["paul.durand@exemple.fr"],
  ]);
  const [mail] = maison.mails;
  expect(mail?.subject).toBe("Compte rendu de gestion du 01/10/2026 au 28/10/2026");
  expect(mail?.text).toContain("compte rendu de gestion n° 2026-10 / 000042 (INDIVISION DURAND)");
  const [piece] = mail?.attachments ?? [];
  expect(piece).toMatchObject({ filename: "Compte_rendu_de_gestion_2026-10_000042.pdf" });
  const { text: papier } = readPdf(new Uint8Array(piece?.content as ArrayBuffer));
  expect(papier).toContain("= REVERSEMENT 862,45");
  // The account is sent before any transfer: neither the mail nor the paper may say that money was paid.
  expect(`${mail?.subject} ${mail?.text} ${papier}`).not.toMatch(/\b(viré|reversé)\b/u);
  expect(await gardes()).toHaveLength(1);
  expect(await boite()).toMatchObject([
    { type: "compteRendu", etat: "envoye" },
    { type: "compteRendu", etat: "envoye" },
  ]);
  expect(await envoyer()).toEqual({ courriels: 0 });
});

it("un brouillon ne part pas ; un envoi rappelé se renvoie", async () => {
  const valide = await compteValide();
  await base().run(sql`INSERT INTO "CompteRendu" ("MissionId", mois, du, au)
    VALUES (${MissionId}, '2026-11', '2026-11-01', '2026-11-30')`);
  const [{ id } = { id: 0 }] = await base().all<{ id: number }>(
    sql`SELECT id FROM "CompteRendu" WHERE mois = '2026-11'`,
  );
  const { data } = await admin.post<{ courriels: number }>("/CompteRendu/envoyer", {
    ids: [valide, id],
  });
  expect(data.courriels).toBe(2);
  const [premier] = await boite();
  await admin.post(`/Courriel/${premier?.id}/annuler`, {});
  await maison.drain();
  expect(maison.mails).toHaveLength(1);
  expect((await admin.post(`/Courriel/${premier?.id}/renvoyer`, {})).status).toBe(200);
  await maison.drain();
  expect(maison.mails).toHaveLength(2);
});

it("mille comptes s’écrivent en une fois", async () => {
  await base().run(sql`INSERT INTO "CompteRendu" ("MissionId", mois, du, au, etat, contenu, depenses)
    WITH RECURSIVE rang(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM rang WHERE n < 999)
    SELECT ${MissionId}, printf('%04d-%02d', 1900 + n / 12, n % 12 + 1), '2026-10-01', '2026-10-31', 'valide',
      ${JSON.stringify(contenuCompteRendu({ mandants: contenuCompteRendu().mandants.map((mandant, rang) => ({ ...mandant, ClientId: clients[rang] ?? 0 })) }))}, 0 FROM rang`);
  const comptes = await base().all<{ id: number }>(sql`SELECT id FROM "CompteRendu"`);
  const debut = Date.now();
  const { data } = await admin.post<{ courriels: number }>("/CompteRendu/envoyer", {
    ids: comptes.map(({ id }) => id),
  });
  expect(data.courriels).toBe(2000);
  expect(Date.now() - debut).toBeLessThan(12_000);
});
