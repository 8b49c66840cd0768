import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { ajouterJours, aujourdhui } from "#domain/dates.ts";
import type { CompteDuDossier } from "#domain/gerance/locataires/compte.ts";
import { jourTarget } from "#domain/gerance/reversements/jours-target.ts";
import type {
  ApercuReversement,
  ReversementDetail,
} from "#domain/gerance/reversements/reversement-fiche.ts";
import { openDb } from "#worker/db/client.ts";
import { type Agence, ouvrirAgence } from "../../support/agence/agence.ts";
import { fait, ouvrirIndivision, rompus } from "../../support/agence/indivision.ts";
import { delaiPasse, IBAN_DURAND, ouvrirCompte } from "../../support/banque/reversements.ts";
import { aLaFois } from "../../support/worker/courses.ts";
import { freshHouse } from "../../support/worker/database.ts";

const db = openDb(env);
const JOUR = aujourdhui(new Date());
const DEMAIN = jourTarget(ajouterJours(JOUR, 1));

let agence: Agence;
let mandat: Awaited<ReturnType<typeof ouvrirIndivision>>;
let DossierId: number;
let AppartementId: number;
let LocataireId: number;

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
  await ouvrirCompte(agence);
  mandat = await ouvrirIndivision(agence, ["Paul"]);
  await fait(
    mandat.convenir("2026-01-01", [[mandat.ids[0] ?? 0, 1, 1]], {
      ...{ tauxHonoraires: 7, tauxEn: "ht", tauxTva: 20 },
    }),
  );
  ({ DossierId, AppartementId } = await mandat.louer("Martin", 850, 100));
  ({ LocataireId } = (
    await agence.user.get<{ LocataireId: number }>(`/Dossier/${DossierId}`)
  ).data);
  await agence.admin.post(`/Locataire/${LocataireId}/coordonnees`, {
    ...{ iban: IBAN_DURAND, titulaire: "MARTIN LEO" },
  });
  await delaiPasse();
});

const soldes = async () =>
  Object.fromEntries(
    (
      await db.all<{ genre: string; solde: number }>(
        sql`SELECT genre, sum(credit - debit) AS solde FROM "Ligne" WHERE genre IN ('411', '4670', '4671', '4191', '4197', '512G', '165')
          GROUP BY 1 HAVING solde <> 0`,
      )
    ).map(({ genre, solde }) => [genre, solde]),
  );

const compte = async () =>
  (await agence.user.get<CompteDuDossier>(`/Dossier/${DossierId}/compte`)).data;

const rendre = (montant?: number) =>
  agence.user_delete.post(`/Dossier/${DossierId}/avance`, montant ? { montant } : {});

const garder = async (id?: number) =>
  agence.user_delete.post(
    `/Dossier/${DossierId}/avance/${id ?? (await compte()).rendues[0]?.id}/annuler`,
    { motif: "Il préfère la garder" },
  );

/** The tenant pays his rent of September, and this many euros more. */
async function payerEnTrop(montant: number) {
  await mandat.appeler(DossierId, "2026-09");
  return mandat.payer(DossierId, "2026-09-05", 950 + montant);
}

const virer = async (suite: object = {}) => {
  const { rendues } = await compte();
  return agence.admin.post<ReversementDetail>("/Reversement", {
    ...{ AvanceRendueIds: rendues.map(({ id }) => id), dateExecution: DEMAIN, ...suite },
  });
};

describe("Ce qu’un locataire en place a payé d’avance", () => {
  it("lui est rendu par un virement, sans être à personne d’autre entre-temps", async () => {
    await payerEnTrop(120);
    expect(await compte()).toMatchObject({ avance: 120, avanceTenue: 120, rendues: [] });
    await fait(rendre());
    expect(await soldes()).toEqual({ "4670": 95_000, "4197": 12_000, "512G": -107_000 });
    expect(await compte()).toMatchObject({
      ...{ solde: 0, avance: 0, avanceTenue: 0 },
      rendues: [{ montant: 120, lot: null }],
      lignes: [{}, {}, { libelle: "Trop-perçu à rendre", debit: 120, solde: 0 }],
    });
    expect((await agence.admin.get<ApercuReversement>("/Reversement/apercu")).data).toMatchObject({
      avances: [{ montant: 120, bloque: null, DossierId, LocataireId }],
    });
    // The sum waits to be given back: the next rent cannot use it as an advance.
    await mandat.appeler(DossierId, "2026-10");
    expect(await compte()).toMatchObject({ solde: 950, avance: 0 });
    const { data: lot } = await virer();
    expect(lot.virements).toMatchObject([
      {
        ...{ genre: "avance", montant: 120, DossierId },
        reference: `D${String(DossierId).padStart(6, "0")}-TP-01`,
        objet: expect.stringMatching(/^Trop-perçu, /),
      },
    ]);
    expect(await soldes()).toEqual({
      ...{ "411": -95_000, "4671": 95_000, "4670": 95_000, "512G": -95_000 },
    });
    expect(await rompus()).toEqual([]);
    const comptes = await mandat.cloturer("2026-09");
    // The overpaid sum is no income of the owner, and bears no fee.
    expect(comptes).toMatchObject({ encaissements: 950, honorairesTTC: 79.8 });
    expect(await rompus()).toEqual([]);
  });

  it("peut l’être en partie ; le reste règle le loyer suivant", async () => {
    await payerEnTrop(120);
    expect(await rendre(120.01)).toMatchObject({
      status: 422,
      error: { fields: { montant: expect.stringMatching(/que 120,00/) } },
    });
    await fait(rendre(50));
    await mandat.appeler(DossierId, "2026-10");
    expect(await compte()).toMatchObject({ solde: 880, avance: 0, rendues: [{ montant: 50 }] });
    expect(await rompus()).toEqual([]);
    expect((await rendre()).status).toBe(409);
  });

  it("annulé, redevient une avance, qui règle ce qui est appelé depuis", async () => {
    await payerEnTrop(120);
    await fait(rendre());
    await mandat.appeler(DossierId, "2026-10");
    await fait(garder());
    expect(await compte()).toMatchObject({ solde: 830, avance: 0, rendues: [] });
    expect(await soldes()).toMatchObject({ "4670": 107_000, "411": -83_000 });
    expect((await garder(1)).status).toBe(409);
    expect(await rompus()).toEqual([]);
  });

  it("dans un lot, ne s’annule plus ; refusé par la banque, il est de nouveau à virer", async () => {
    await payerEnTrop(120);
    await fait(rendre());
    const { data: lot } = await virer();
    expect((await garder()).error?.message).toMatch(/^Cette somme est dans le lot REV-/);
    await (await agence.admin.fetch(`/api/Reversement/${lot.id}/sepa`)).text();
    expect((await compte()).rendues).toEqual([]);
    await fait(
      agence.admin.post(`/Virement/${lot.virements[0]?.id}/rejeter`, { motif: "Compte clos" }),
    );
    expect(await soldes()).toMatchObject({ "4197": 12_000, "512G": -107_000 });
    expect(await rompus()).toEqual([]);
    const { data: refait } = await virer();
    expect(refait.virements[0]?.reference).toMatch(/-TP-02$/);
    await fait(agence.admin.post(`/Reversement/${refait.id}/annuler`, { motif: "Essai" }));
    await fait(garder());
    expect(await compte()).toMatchObject({ avance: 120 });
    expect(await rompus()).toEqual([]);
  });

  it("tient le règlement qui l’a fait ; la banque seule le refuse, et le contrôle le dit", async () => {
    const { id } = await payerEnTrop(120);
    await fait(rendre());
    const annuler = () =>
      agence.user_delete.post(`/Reglement/${id}/annuler`, { motif: "Saisi deux fois" });
    expect((await annuler()).error?.message).toMatch(/annulez d’abord ce trop-perçu/);
    const { data: lot } = await virer();
    await (await agence.admin.fetch(`/api/Reversement/${lot.id}/sepa`)).text();
    expect((await annuler()).error?.message).toMatch(/déjà rendu au locataire/);
    await mandat.rejeter(id, "2026-09-08");
    expect(await compte()).toMatchObject({ solde: 1_070 });
    expect(await rompus()).toContainEqual(
      expect.stringMatching(`Dossier ${DossierId} : trop-perçu à rendre`),
    );
    await mandat.payer(DossierId, "2026-09-10", 1_070);
    expect(await rompus()).toEqual([]);
  });

  it("n’attend plus sur un mandat qui finit, ni sur un compte de sortie arrêté", async () => {
    await mandat.appeler(DossierId, "2026-08");
    await mandat.payer(DossierId, "2026-08-05", 950);
    await payerEnTrop(120);
    await fait(rendre());
    await fait(
      agence.admin.put(`/Mission/${mandat.MissionId}/fin`, {
        ...{ finLe: JOUR, motif: "Congé", depots: "mandant" },
      }),
    );
    const { data } = await agence.user.get<{ manques: { phrase: string; DossierId?: number }[] }>(
      `/Mission/${mandat.MissionId}/fin`,
    );
    expect(data.manques).toContainEqual({
      DossierId,
      phrase: expect.stringMatching(/^Le trop-perçu de .* est à rendre/),
    });
    await fait(agence.admin.post(`/Mission/${mandat.MissionId}/fin/annuler`, { motif: "Essai" }));
    await agence.user.put(`/Dossier/${DossierId}/depart`, {
      ...{ genre: "accord", recuLe: "2026-09-01", finLe: "2026-09-30", clesLe: "2026-09-30" },
      ...{ sansEtatDesLieux: true, conforme: true },
    });
    await mandat.payer(DossierId, "2026-10-05", 30);
    await fait(agence.user_delete.post(`/Dossier/${DossierId}/depart/arreter`, {}));
    expect((await rendre()).error?.message).toMatch(/se rend depuis son départ/);
    expect(await rompus()).toEqual([]);
    expect((await agence.admin.delete(`/Appartement/${AppartementId}`)).status).toBe(409);
  });

  it("n’est jamais dépensé deux fois : rendu et imputé à la fois, l’un des deux n’a rien", async () => {
    await payerEnTrop(120);
    for (const mois of ["2026-10", "2026-11"]) {
      await aLaFois<unknown>([rendre, () => mandat.appeler(DossierId, mois), rendre]);
      expect(await rompus()).toEqual([]);
      const { avance, rendues, solde } = await compte();
      expect([avance, rendues.length <= 1]).toEqual([0, true]);
      const rendue = rendues[0]?.montant ?? 0;
      expect(solde === 950 * (mois === "2026-10" ? 1 : 2) - (120 - rendue)).toBe(true);
    }
  });
});
