import { env } from "cloudflare:workers";
import { asc, eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { ajouterMois, aujourdhui, dernierJour, moisDe, premierJour } from "#domain/dates.ts";
import { openDb } from "#worker/db/client.ts";
import { history } from "#worker/db/schema/agence.ts";
import { courriels, quitances } from "#worker/db/schema/quittances.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import { creerBaux, jeton } from "../../support/agence/baux.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";
import type { Api } from "../../support/worker/api.ts";
import { freshHouse } from "../../support/worker/database.ts";
import { type House, openHouse } from "../../support/worker/house.ts";

interface Quitance {
  id: number;
  numero: string;
  etat: string;
  canDelete: boolean;
  annuleeLe: string | null;
  motifAnnulation: string | null;
  warnings: string[];
}

const db = () => openDb(env);
const boite = async () =>
  (await db().select().from(courriels).orderBy(asc(courriels.id))).map(({ genre, etat }) => [
    genre,
    etat,
  ]);
const MOIS = moisDe(aujourdhui(new Date()));

let maison: House;
let qui: Api;
let DossierId: number;
beforeEach(async () => {
  await freshHouse();
  maison = openHouse();
  [DossierId = 0] = await creerBaux(env, 1);
  qui = maison.api(await jeton(env, "user_delete"));
});

const generer = async (mois = MOIS) =>
  (await qui.post<Quitance>(`/Quitance/generate/${DossierId}`, { date: premierJour(mois) })).data;
const manuelle = (changements = {}) =>
  qui.post<Quitance>(`/Quitance/generate/manual/${DossierId}`, {
    date: premierJour(MOIS),
    dateFin: dernierJour(MOIS),
    prixHC: 10,
    charge: 0,
    ...changements,
  });
const annuler = (id: number, body: object = { motif: "Mauvais mois" }) =>
  qui.post<Quitance>(`/Quitance/${id}/annuler`, body);

describe("annuler une quittance", () => {
  it("lui garde son numéro, le dit sur son document, et laisse refaire le mois, une fois", async () => {
    const { id, numero } = await generer();
    await maison.drain();
    expect((await annuler(id)).data).toMatchObject({
      numero,
      etat: "annulee",
      motifAnnulation: "Mauvais mois",
      canDelete: false,
    });
    const pdf = await qui.fetch(`/api/quitance/download/${id}`);
    expect(pdf.headers.get("Content-Disposition")).toContain(`Annulee_${MOIS}_LEFEVRE1_000001.pdf`);
    const { text } = readPdf(new Uint8Array(await pdf.arrayBuffer()));
    expect(text).toContain("ÉCHÉANCE ANNULÉE");
    expect(text).toContain("Mauvais mois");

    const [trace] = await db().select().from(history).where(eq(history.etat, "Annulée"));
    expect(trace?.details).toMatchObject({
      numero,
      loyerHC: 850,
      charge: 100,
      motif: "Mauvais mois",
    });
    expect((await annuler(id)).status).toBe(409);
    expect((await qui.get(`/Quitance/switchState/true/${id}`)).status).toBe(409);
    expect((await qui.delete(`/Quitance/${id}`)).status).toBe(409);

    const refaites = await Promise.all([generer(), generer(), generer()]);
    expect(new Set(refaites.map((refaite) => refaite.numero))).toEqual(
      new Set([numero.replace("000001", "000002")]),
    );
  });

  it("retient ses courriels en attente, ferme son lien, et prévient si on le demande", async () => {
    const { id } = await generer();
    await annuler(id, { motif: "Erreur", courriel: true });
    await maison.drain();
    expect(maison.mails).toEqual([]);
    expect(await boite()).toEqual([["avis", "annule"]]);

    const autre = await generer();
    await maison.drain();
    const [{ uuid } = { uuid: "" }] = await db()
      .select({ uuid: quitances.uuid })
      .from(quitances)
      .where(eq(quitances.id, autre.id));
    await annuler(autre.id, { motif: "Loyer faux", courriel: true });
    await maison.drain();
    expect(maison.mails.map(({ subject }) => subject?.split(" ")[0])).toEqual([
      "Avis",
      "Annulation",
    ]);
    expect(maison.mails[1]?.text).toContain("Loyer faux");
    expect((await maison.api().post(`/Quitance/validation/true/${uuid}`)).status).toBe(409);
  });

  it("attend qu’un paiement soit repris, un motif, et le droit de supprimer", async () => {
    const { id } = await generer();
    await qui.get(`/Quitance/switchState/true/${id}`);
    const payee = await annuler(id);
    expect([payee.status, payee.error.message]).toEqual([
      409,
      "Un paiement est noté sur cette quittance\u00A0: marquez-la d’abord impayée, puis annulez-la.",
    ]);
    await qui.put(`/Quitance/${id}`, { regle: false, statusInconu: false, montantPaye: 100 });
    expect((await annuler(id)).status).toBe(409);
    await qui.put(`/Quitance/${id}`, { montantPaye: null });
    expect((await annuler(id, { motif: " " })).status).toBe(422);
    const simple = maison.api(await jeton(env, "user"));
    expect((await simple.post(`/Quitance/${id}/annuler`, { motif: "x" })).status).toBe(403);
    expect((await annuler(999)).status).toBe(404);
    expect((await annuler(id)).status).toBe(200);
  });

  it("ne laisse plus noter de relance", async () => {
    const { id } = await generer();
    await annuler(id);
    const avant = (await qui.get(`/Quitance/${id}`)).data;
    const { status, error } = await qui.put(`/Quitance/${id}`, { relance: true });
    expect([status, error.message]).toEqual([409, "Cette quittance est annulée."]);
    expect((await qui.get(`/Quitance/${id}`)).data).toEqual(avant);
  });

  it("et la marquer payée au même instant : jamais une quittance annulée et payée", async () => {
    const issues = new Set<string>();
    for (let tour = 0; tour < 30; tour++) {
      const { data } = await manuelle();
      const [annulee, payee] = await Promise.all([
        annuler(data.id),
        qui.get(`/Quitance/switchState/true/${data.id}`),
      ]);
      const [row] = await db().select().from(quitances).where(eq(quitances.id, data.id));
      expect([annulee.status, payee.status].toSorted()).toEqual([200, 409]);
      expect(row?.regle && row.annuleeLe !== null).toBe(false);
      issues.add(row?.regle ? "payée" : "annulée");
    }
    expect(issues.size).toBeGreaterThan(0);
  });

  it("le passage quotidien ne refait pas ce que quelqu’un a annulé", async () => {
    const { id } = await generer();
    await annuler(id);
    await maison.journee(dernierJour(MOIS));
    expect(await db().select({ id: quitances.id }).from(quitances)).toEqual([{ id }]);
  });
});

describe("supprimer une quittance", () => {
  it.each([
    ["ouverte", (id: number) => qui.fetch(`/api/quitance/download/${id}`)],
    [
      "mise dans le zip du mois",
      () => qui.fetch(`/api/Quitance/downloadMonth/${MOIS.replace("-", "/")}`),
    ],
    ["envoyée", () => maison.drain()],
  ])("n’est plus possible une fois %s : son numéro n’est jamais redonné", async (_, voir) => {
    const { id } = await generer();
    expect((await qui.get<Quitance>(`/Quitance/${id}`)).data.canDelete).toBe(true);
    const vue = await voir(id);
    if (vue) await vue.arrayBuffer();
    const { status, error } = await qui.delete(`/Quitance/${id}`);
    expect([status, error.message]).toEqual([
      409,
      "Suppression impossible : son document a déjà été ouvert, archivé ou envoyé. Annulez-la : elle garde son numéro.",
    ]);
    expect((await qui.get<Quitance>(`/Quitance/${id}`)).data.canDelete).toBe(false);
  });

  it("ou l’ouvrir au même instant : jamais un document servi dont le numéro est redonné", async () => {
    const issues = new Set<string>();
    for (let tour = 0; tour < 40; tour++) {
      const { data } = await manuelle();
      const [supprimee, ouverte] = await Promise.all([
        scheduler.wait(tour % 9).then(() => qui.delete(`/Quitance/${data.id}`)),
        qui.fetch(`/api/quitance/download/${data.id}`),
      ]);
      await ouverte.arrayBuffer();
      issues.add(`${supprimee.status} ${ouverte.status}`);
    }
    expect([...issues].filter((une) => !["204 404", "409 200"].includes(une))).toEqual([]);
  });

  it("reste possible tant que personne ne l’a vue", async () => {
    const { id, numero } = await generer();
    expect((await qui.delete(`/Quitance/${id}`)).status).toBe(204);
    expect((await generer()).numero).toBe(numero);
  });
});

describe("avant de la faire", () => {
  it("une période ou un montant hors de raison est refusé, champ par champ", async () => {
    const refus = async (changements: object) => {
      const { status, error } = await manuelle(changements);
      return [status, Object.keys(error.fields ?? {})];
    };
    const loin = ajouterMois(MOIS, 14);
    expect(await refus({ date: "2062-11-01", dateFin: "2062-11-30" })).toEqual([
      422,
      ["date", "dateFin"],
    ]);
    expect(await refus({ dateFin: premierJour(loin) })).toEqual([422, ["dateFin"]]);
    expect(await refus({ date: "2000-01-01", dateFin: "2002-03-31" })).toEqual([422, ["dateFin"]]);
    expect(await refus({ prixHC: 0 })).toEqual([422, ["prixHC"]]);
    expect(await refus({ prixHC: 99_999_999 })).toEqual([422, ["prixHC"]]);
    expect(await refus({ charge: 100_000.01 })).toEqual([422, ["charge"]]);
    const mois = await qui.post(`/Quitance/generate/${DossierId}`, { date: premierJour(loin) });
    expect(mois.status).toBe(422);
    expect(await db().select().from(quitances)).toEqual([]);
  });

  it("ce qui est douteux se dit, sans être refusé", async () => {
    const suivant = ajouterMois(MOIS, 1);
    const { numero, warnings } = await generer(suivant);
    expect(warnings).toEqual([]);
    await db()
      .update(dossiers)
      .set({ dateDebutBail: `${suivant}-02`, dateFinBail: `${suivant}-20` });
    const periode = { date: premierJour(suivant), dateFin: dernierJour(suivant) };
    const { status, data } = await manuelle(periode);
    expect(status).toBe(201);
    expect(data.warnings).toEqual([
      expect.stringContaining("commence avant le bail"),
      expect.stringContaining("dépasse la fin du loyer"),
      expect.stringContaining(numero),
    ]);
  });
});

it("les numéros se suivent au-delà de 999999, même demandés à la fois", async () => {
  const { id } = (await manuelle()).data;
  const annee = MOIS.slice(0, 4);
  await db().run(sql`UPDATE "Quitance" SET numero = ${`${annee}-999997`} WHERE id = ${id}`);
  await Promise.all(Array.from({ length: 12 }, () => manuelle()));
  const { data } = await qui.get<Quitance[]>("/Quitance?sort=numero");
  expect(data.map(({ numero }) => numero)).toEqual(
    Array.from({ length: 13 }, (_, rang) => `${annee}-${999_997 + rang}`),
  );
  const { data: inverse } = await qui.get<Quitance[]>("/Quitance?sort=-numero");
  expect(inverse).toEqual(data.toReversed());
  const supprimables = await Promise.all(
    data.map(
      async (quitance) => (await qui.get<Quitance>(`/Quitance/${quitance.id}`)).data.canDelete,
    ),
  );
  expect(supprimables).toEqual([...Array(12).fill(false), true]);
});
