import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { PDFDocument } from "pdf-lib";
import { beforeEach, describe, expect, it } from "vitest";
import { ajouterJours, aujourdhui, formatJour, moisDe } from "#domain/dates.ts";
import type {
  ImpayeDetail,
  ImpayeRow,
  Liberation,
  RelanceRow,
  SommesImpayees,
} from "#domain/gerance/relances/relance-fiche.ts";
import { enCentimes } from "#domain/montants.ts";
import { openDb } from "#worker/db/client.ts";
import { echeances } from "#worker/db/schema/gerance.ts";
import { CAUTION, creer, louer } from "../../support/agence/agence.ts";
import { jeton } from "../../support/agence/baux.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";
import type { Api } from "../../support/worker/api.ts";
import { freshHouse } from "../../support/worker/database.ts";
import { type House, openHouse } from "../../support/worker/house.ts";

let maison: House;
let qui: Api;
const AUJOURDHUI = aujourdhui(new Date());
const ilYA = (jours: number) => ajouterJours(AUJOURDHUI, -jours);

beforeEach(async () => {
  await freshHouse();
  maison = openHouse();
  qui = maison.api(await jeton(env, "admin"));
});

/** A rent called in the books `jours` days ago; `reste`, in cents, is still to pay. */
async function devoir(DossierId: number, jours: number, reste = 95_000) {
  const exigibleLe = ilYA(jours);
  const commun = {
    DossierId,
    mandat: -1,
    mois: moisDe(exigibleLe),
    exigibleLe,
    montant: 95_000,
    reste,
    EcritureId: 1,
  };
  await openDb(env)
    .insert(echeances)
    .values({ ...commun, nature: "loyer" });
  return exigibleLe;
}

/** Makes all receipts look as if they had been made `jours` days ago. */
const faiteIlYA = (jours: number) =>
  openDb(env).run(sql`UPDATE "Quitance" SET emission = ${ilYA(jours)}`);

const payer = (DossierId: number, reste: number) =>
  openDb(env).run(sql`UPDATE "Echeance" SET reste = ${reste} WHERE "DossierId" = ${DossierId}`);

const lister = async (suite = "") =>
  (await qui.get<ImpayeRow[]>(`/Impaye?page=1&limit=20${suite}`)) as Awaited<
    ReturnType<typeof qui.get<ImpayeRow[]>>
  > & { sommes: SommesImpayees };

const brouillons = async () =>
  (await qui.get<RelanceRow[]>("/Relance?page=1&limit=50&etat=brouillon")).data;

/**
 * The mails to tenants, without those that warn administrators of a control in red: the sums that this test writes by
 * hand turn controls red.
 */
const envois = () => maison.mails.filter(({ subject }) => !subject.includes("contrôle"));

const passer = (jour = AUJOURDHUI) => maison.cron(`${jour}T05:00:00Z`);

const liberer = async (...ids: number[]) =>
  (await qui.post<Liberation>("/Relance/liberer", { ids })).data;

const histoire = async (DossierId: number) =>
  (
    await qui.get<{ etat: string }[]>(`/History?entite=Dossier&id=${DossierId}&page=1&limit=50`)
  ).data.map(({ etat }) => etat);

describe("les impayés", () => {
  it("se lisent par dossier, avec leur âge, leur étape, et les sommes de toute la liste", async () => {
    const { DossierId } = await louer(qui);
    await devoir(DossierId, 35, 45_000);
    await devoir(DossierId, 5);
    const autre = await louer(qui, { locataire: { nom: "Zola", mail: "zola@exemple.fr" } });
    await devoir(autre.DossierId, 2, 20_000);
    // A sum that is time-barred, older than the books or not yet due does not count.
    await openDb(
      env,
    ).run(sql`INSERT INTO "Echeance" ("DossierId", mandat, mois, "exigibleLe", nature, montant, reste, "EcritureId")
      VALUES (${DossierId}, -1, '2020-01', '2020-01-05', 'loyer', 100, 100, 1),
        (${DossierId}, -1, '2026-01', ${ilYA(40)}, 'loyer', 100, 100, NULL),
        (${DossierId}, -1, '2099-01', '2099-01-05', 'loyer', 100, 100, 1)`);

    const { data, sommes, total } = await lister();
    expect(total).toBe(2);
    expect(sommes).toEqual({ du: 1600, aConfirmer: 0, a30: 1150, a60: 450, a90: 0, plus: 0 });
    expect(data[0]).toMatchObject({
      id: DossierId,
      du: 1400,
      exigibleLe: ilYA(35),
      jours: 35,
      etape: "R3",
      ages: { a30: 950, a60: 450, a90: 0, plus: 0 },
      pause: null,
    });
    expect(data[1]).toMatchObject({ du: 200, etape: null, jours: 2 });
    expect((await lister("&age=a60")).data.map(({ id }) => id)).toEqual([DossierId]);
    expect((await lister("&etape=R3")).data.map(({ id }) => id)).toEqual([DossierId]);
    expect((await lister("&q=zola")).sommes.du).toBe(200);
    expect((await lister("&sort=du")).data[0]?.du).toBe(200);
    const csv = await (await qui.fetch("/api/Impaye.csv?age=a60")).text();
    expect(csv).toContain(";1400;0;");
    expect(csv).not.toContain("Zola");
  });

  it("disent ce qui est parti, ce qui vient, et les délais de Visale, dans la liste comme sur le dossier", async () => {
    const { DossierId } = await louer(qui);
    await devoir(DossierId, 40);
    await devoir(DossierId, 18);
    await passer();
    const [relance] = await brouillons();
    expect((await lister()).data[0]).toMatchObject({
      etape: "R3",
      derniere: null,
      suivante: { etape: "R1", le: null },
    });
    await liberer(relance?.id ?? 0);
    const suivi = {
      derniere: { etape: "R1", libereeLe: AUJOURDHUI },
      suivante: { etape: "R2", le: ajouterJours(AUJOURDHUI, 8) },
    };
    expect((await lister()).data[0]).toMatchObject(suivi);
    const visale = async () =>
      (await lister()).data[0]?.alertes.filter(({ genre }) => genre === "visale");
    expect(await visale()).toEqual([]);
    const couvert = await qui.put(`/Dossier/${DossierId}`, { visale: true });
    expect(couvert.data).toMatchObject({ visale: true });
    expect(await visale()).toMatchObject([
      { libelle: "Visale : mise en demeure", avant: ilYA(2), depassee: true, urgente: true },
    ]);
    const { data } = await qui.get<ImpayeDetail>(`/Impaye/${DossierId}`);
    expect(data).toMatchObject(suivi);
    expect(data.alertes).toEqual((await lister()).data[0]?.alertes);
    const csv = await (await qui.fetch("/api/Impaye.csv")).text();
    expect(csv).toContain(
      `Visale : mise en demeure, délai dépassé depuis le ${formatJour(ilYA(2))}`,
    );
    await qui.post("/Variable", { nom: "visaleDepuis", valeur: "" });
    expect(await visale()).toEqual([]);
  });

  it("dont le propriétaire encaisse restent à confirmer tant que personne ne sait : on lui demande", async () => {
    const jourQuitance = Number(ilYA(10).slice(8));
    const { DossierId } = await louer(qui, { bail: { jourQuitance } });
    await qui.post(`/Quitance/generate/${DossierId}`, { date: ilYA(10) });
    expect((await lister("&aConfirmer=true")).total).toBe(0);
    await faiteIlYA(10);
    expect((await lister()).total).toBe(0);
    expect((await lister("&aConfirmer=true")).total).toBe(1);
    await passer();
    expect(await brouillons()).toMatchObject([
      { etape: "question", canal: "courriel", destinataire: "Le propriétaire" },
    ]);
  });
});

describe("les relances", () => {
  it("se préparent chaque jour, une fois, même à trente passages à la fois", async () => {
    const { DossierId } = await louer(qui);
    const exigibleLe = await devoir(DossierId, 5);
    await passer(ajouterJours(AUJOURDHUI, -1));
    expect(await brouillons()).toEqual([]);
    await Promise.all(Array.from({ length: 30 }, () => passer()));
    await passer();
    const faits = await brouillons();
    expect(faits).toMatchObject([
      { DossierId, etape: "R1", exigibleLe, montant: 950, canal: "lettre", etat: "brouillon" },
    ]);
    expect((await histoire(DossierId)).filter((etat) => etat === "Relance préparée")).toHaveLength(
      1,
    );
    expect(envois()).toEqual([]);
  });

  it("se relisent, se changent, partent par courriel après le délai, une fois, et s’écrivent partout", async () => {
    const { DossierId } = await louer(qui, {
      locataire: { accordEmail: true, quitanceAuto: false },
    });
    await devoir(DossierId, 6);
    await passer();
    const [relance] = await brouillons();
    if (!relance) throw new Error("Aucune relance.");
    expect(relance).toMatchObject({ canal: "courriel", courrielPossible: true });
    const texte = `${relance.texte}\n\nÀ bientôt.`;
    const menace = await qui.put(`/Relance/${relance.id}`, {
      texte: "Des frais de 15 € suivront.",
    });
    expect(menace.status).toBe(422);
    expect(menace.error.fields?.texte).toContain("des frais");
    const change = await qui.put<RelanceRow>(`/Relance/${relance.id}`, {
      texte,
      version: relance.version,
    });
    expect(change.data).toMatchObject({ texte, user: expect.stringContaining("@") });
    expect(
      (await qui.put(`/Relance/${relance.id}`, { texte, version: relance.version })).status,
    ).toBe(409);

    await qui.post("/Variable", { nom: "delaiEnvoi", valeur: "0" });
    const issues = await Promise.all(Array.from({ length: 10 }, () => liberer(relance.id)));
    expect(issues.flatMap(({ liberees }) => liberees)).toEqual([relance.id]);
    await maison.drain();
    expect(envois()).toHaveLength(1);
    expect(envois()[0]).toMatchObject({ subject: relance.objet });
    expect(JSON.stringify(envois()[0]?.to)).toContain("leo@exemple.fr");
    expect(JSON.stringify(envois()[0])).toContain("À bientôt.");
    expect(await histoire(DossierId)).toContain("Relance amiable envoyée par courriel");
    const documents = await qui.get<{ type: string }[]>(
      `/Document?entite=Dossier&id=${DossierId}&page=1&limit=5`,
    );
    expect(documents.data.map(({ type }) => type)).toEqual(["lettreRelance"]);
    const { data } = await qui.get<ImpayeDetail>(`/Impaye/${DossierId}`);
    expect(data.relances).toMatchObject([{ etape: "R1", etat: "liberee", libereeLe: AUJOURDHUI }]);
  });

  it("dont la dette est réglée s’écartent d’elles-mêmes ; dont la somme a changé se relisent", async () => {
    const { DossierId } = await louer(qui);
    await devoir(DossierId, 6);
    await passer();
    const [relance] = await brouillons();
    if (!relance) throw new Error("Aucune relance.");
    await payer(DossierId, 40_000);
    const change = await liberer(relance.id);
    expect(change.liberees).toEqual([]);
    expect(change.refusees[0]?.motif).toContain("400,00");
    const [relue] = await brouillons();
    expect(relue?.texte).toContain("il reste dû 400,00");
    await payer(DossierId, 0);
    expect((await liberer(relance.id)).refusees[0]?.motif).toContain("Réglé depuis");
    const { data } = await qui.get<RelanceRow[]>("/Relance?page=1&limit=5&etat=ecartee");
    expect(data).toMatchObject([{ id: relance.id, motif: "Réglé depuis" }]);
  });

  it("s’écartent pour un motif, et attendent pendant une pause de six mois au plus", async () => {
    const { DossierId } = await louer(qui);
    await devoir(DossierId, 6);
    await passer();
    const [relance] = await brouillons();
    const trop = await qui.put(`/Dossier/${DossierId}/pause`, {
      motif: "litige",
      jusquau: ajouterJours(AUJOURDHUI, 200),
    });
    expect(trop.status).toBe(422);
    const jusquau = ajouterJours(AUJOURDHUI, 60);
    await qui.put(`/Dossier/${DossierId}/pause`, { motif: "litige", jusquau });
    expect((await lister()).data[0]?.pause).toMatchObject({ motif: "litige", jusquau });
    expect((await lister("&pause=false")).total).toBe(0);
    expect((await liberer(relance?.id ?? 0)).refusees[0]?.motif).toContain("en pause");
    expect((await qui.delete(`/Dossier/${DossierId}/pause`)).status).toBe(204);
    expect((await qui.delete(`/Dossier/${DossierId}/pause`)).status).toBe(409);
    const ecart = await qui.post("/Relance/ecarter", { ids: [relance?.id], motif: "Déjà appelé" });
    expect(ecart.data).toEqual({ ecartees: [relance?.id] });
    expect(await histoire(DossierId)).toEqual(
      expect.arrayContaining([
        "Relance écartée",
        "Relances mises en pause",
        "Pause des relances levée",
      ]),
    );
  });

  it("plusieurs lettres s’impriment en un PDF : la mise en demeure, son décompte, la caution", async () => {
    const { DossierId } = await louer(qui);
    const caution = await creer(qui, "Caution", {
      ...CAUTION,
      adresse: "2 rue Verte",
      cp: "75011",
      ville: "Paris",
    });
    await qui.put(`/Dossier/${DossierId}/caution/add/${caution.id}`);
    await devoir(DossierId, 31, 45_000);
    await passer();
    const [information, amiable] = (await brouillons()).toSorted((une, autre) =>
      une.etape < autre.etape ? 1 : -1,
    );
    expect([information?.etape, amiable?.etape]).toEqual(["R2c", "R1"]);
    expect(information?.destinataire).toContain("Petit");
    await qui.post("/Relance/ecarter", { ids: [amiable?.id], motif: "Appel" });
    await passer();
    const [seconde] = (await brouillons()).filter(({ etape }) => etape === "R2");
    await qui.post("/Relance/ecarter", { ids: [seconde?.id], motif: "Appel" });
    await passer();
    const [demeure] = (await brouillons()).filter(({ etape }) => etape === "R3");
    expect(demeure).toMatchObject({ canal: "lettre", courrielPossible: false });
    expect((await qui.put(`/Relance/${demeure?.id}`, { canal: "courriel" })).status).toBe(422);
    const ids = [demeure?.id ?? 0, information?.id ?? 0];
    const faite = await liberer(...ids);
    expect(faite).toMatchObject({ liberees: ids, lettres: ids, courriels: [] });
    const imprimer = async (...lesquelles: number[]) => {
      const reponse = await qui.fetch("/api/Relance/imprimer", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ ids: lesquelles }),
      });
      expect(reponse.headers.get("Content-Type")).toBe("application/pdf");
      return new Uint8Array(await reponse.arrayBuffer());
    };
    // One page each: the formal notice, the copy for the guarantor, the notice to the guarantor.
    expect((await PDFDocument.load(await imprimer(...ids))).getPageCount()).toBe(3);
    const { text } = await readPdf(await imprimer(ids[1] ?? 0));
    expect(text).toContain("article 2303 du code civil");
    expect(text).toContain("Ana PETIT 2 rue Verte 75011 PARIS");
  });

  it("un plan d’apurement totalise la dette, se signe, et se clôt", async () => {
    const { DossierId } = await louer(qui);
    await devoir(DossierId, 6);
    const date = ajouterJours(AUJOURDHUI, 30);
    const faux = await qui.put(`/Dossier/${DossierId}/plan`, { termes: [{ date, montant: 900 }] });
    expect(faux.error.fields?.termes).toContain("950,00");
    const termes = [
      { date, montant: 500 },
      { date: ajouterJours(date, 30), montant: 450 },
    ];
    expect((await qui.put(`/Dossier/${DossierId}/plan`, { termes })).status).toBe(200);
    expect((await qui.put(`/Dossier/${DossierId}/plan`, { termes })).status).toBe(409);
    await passer();
    expect(await brouillons()).toEqual([]);
    const { data } = await qui.get<ImpayeDetail>(`/Impaye/${DossierId}`);
    expect(data.plan).toMatchObject({ montant: 950, termes, manque: null });
    const document = await qui.get<{ generated: string }>(
      `/Dossier/${DossierId}/planApurement/generate`,
    );
    expect(document.status).toBe(200);
    const papier = await qui.fetch(`/files/${document.data.generated}`);
    const { text } = await readPdf(new Uint8Array(await papier.arrayBuffer()));
    expect(text).toContain("neuf cent cinquante euros (950,00 €)");
    expect(text).toContain("recopie de sa main (article 1376 du Code civil)");
    expect(text).toContain("en deux exemplaires");
    const clos = await qui.delete(`/Dossier/${DossierId}/plan`, { motif: "Réglé en une fois" });
    expect(clos.status).toBe(204);
    await passer();
    expect(await brouillons()).toMatchObject([{ etape: "R1" }]);
  });
});

it("une relance à valider se lit au solde du jour : payée en partie elle change, payée elle n’y est plus", async () => {
  const { DossierId } = await louer(qui);
  const date = `${moisDe(ilYA(40))}-01`;
  const { data: due } = await qui.post<{ id: number }>(`/Quitance/generate/${DossierId}`, { date });
  await qui.get(`/Quitance/switchState/false/${due.id}`);
  const { data: faites } = await qui.get<ImpayeRow[]>("/Impaye?page=1&limit=20");
  // The receipt was made today, after its due day: it is late only from tomorrow.
  expect(faites).toEqual([]);
  await faiteIlYA(20);
  const [tard] = (await lister()).data;
  expect(tard).toMatchObject({ id: DossierId, jours: 20, etape: "R2" });
  await passer();
  const [avant] = await brouillons();
  expect(avant).toMatchObject({ etape: "R1", montant: tard?.du });

  const payer = async (montant: number) => {
    const cle = crypto.randomUUID();
    const commun = { DossierId, date: AUJOURDHUI, mode: "virement", payeur: "locataire" };
    expect((await qui.post("/Reglement", { ...commun, montant, cle })).status).toBe(201);
  };
  const du = tard?.du ?? 0;
  await payer(du - 250);
  const [entre] = await brouillons();
  expect(entre).toMatchObject({ id: avant?.id, montant: 250 });
  expect(entre?.texte).toContain("250,00");
  await payer(250);
  expect(await brouillons()).toEqual([]);
  expect(await histoire(DossierId)).toContain("Relance écartée");
});

it("les relances à valider ne se refont pour personne sans session ; le fichier du tableur les a à jour", async () => {
  const { DossierId } = await louer(qui);
  const date = `${moisDe(ilYA(40))}-01`;
  const { data: due } = await qui.post<{ id: number }>(`/Quitance/generate/${DossierId}`, { date });
  await qui.get(`/Quitance/switchState/false/${due.id}`);
  await faiteIlYA(20);
  await passer();
  const [avant] = await brouillons();
  const paiement = { DossierId, date: AUJOURDHUI, mode: "virement", payeur: "locataire" };
  const montant = (avant?.montant ?? 0) - 250;
  const cle = crypto.randomUUID();
  expect((await qui.post("/Reglement", { ...paiement, montant, cle })).status).toBe(201);
  const ecrites = () => openDb(env).all<{ montant: number }>(sql`SELECT montant FROM "Relance"`);
  const parti = maison.api(await jeton(env));
  await openDb(env).run(
    sql`DELETE FROM "Session" WHERE id = (SELECT id FROM "Session" ORDER BY rowid DESC LIMIT 1)`,
  );
  for (const api of [maison.api(), parti])
    for (const chemin of ["/Relance?page=1&limit=50", "/Relance", "/Relance.csv"])
      expect((await api.fetch(`/api${chemin}`)).status).toBe(401);
  expect(await ecrites()).toEqual([{ montant: enCentimes(avant?.montant ?? 0) }]);
  expect(await (await qui.fetch("/api/Relance.csv")).text()).toContain(";250;");
  expect(await ecrites()).toEqual([{ montant: 25_000 }]);
});
