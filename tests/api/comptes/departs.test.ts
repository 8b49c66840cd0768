import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { aujourdhui } from "#domain/dates.ts";
import type { DepartDetail } from "#domain/gerance/departs/depart-fiche.ts";
import { openDb } from "#worker/db/client.ts";
import {
  agence,
  appeler,
  CLE,
  chemin,
  compte,
  encaisser,
  inventorier,
  lire,
  louerAPetit,
  noter,
  ouvrirLesDeparts,
  PEINTURE,
  papier,
  partir,
  petit,
  quittancer,
  rendreLeMois,
  rendreLesCles,
  tenu,
} from "../../support/agence/departs.ts";
import { rouges } from "../../support/banque/reversements.ts";

const db = openDb(env);
const today = aujourdhui(new Date());

beforeAll(ouvrirLesDeparts);

describe("Le départ de PETIT", () => {
  beforeEach(async () => {
    await louerAPetit();
  });

  it("va du congé à 159,27 €, puis à 139,60 €, au centime", async () => {
    await partir();
    const avant = await lire();
    expect(avant).toMatchObject({
      recuLe: "2026-08-14",
      finLe: "2026-11-14",
      clesLe: "2026-11-14",
      etat: "a_arreter",
      compte: {
        depot: 62_000,
        lieu: "agence",
        impute: 33_673,
        provision: 12_400,
        restitution: 15_927,
        resteDu: 0,
        echeance: "2027-01-14",
        manques: [],
      },
    });
    expect(avant.compte.lignes.map(({ montant }) => montant)).toEqual([
      62_000, -17_733, -13_440, -2_500, -12_400,
    ]);
    const arrete = await agence.user_delete.post<DepartDetail>(`${chemin()}/arreter`, {
      version: avant.depart?.version,
    });
    expect(arrete.status).toBe(200);
    expect(arrete.data.etat).toBe("arrete");
    // The lines of the account do not repeat the sums that the deposit paid.
    expect(arrete.data.compte).toMatchObject({ depot: 28_327, restitution: 15_927, resteDu: 0 });
    expect(arrete.data.compte.lignes.map(({ montant }) => montant)).toEqual([28_327, -12_400]);
    expect(await tenu()).toEqual({ depot: 28_327, du: 0, bailleur: 0 });
    expect(await rouges()).toEqual([]);
    const lettre = await papier(arrete.data.soldes[0]?.id ?? 0);
    for (const dit of [
      "SOLDE DE TOUT COMPTE LOCATIF",
      "8 rue Neuve 35000 RENNES",
      "Loyer et charges de novembre 2026, reste dû −177,33",
      "Peinture du séjour, réparation : 28 % du devis de 480,00 €, après 6 ans de vétusté −134,40",
      "comptes de l'immeuble. Dernier résultat de l'immeuble : 612,40 €. Le solde vous en sera rendu",
      "Clé manquante (facture) −25,00",
      "À vous rendre 159,27",
      "À vous virer au plus tard le 14 janvier 2027",
      "commission départementale de conciliation",
    ])
      expect(lettre.replace(/\s+/g, " ")).toContain(dit);
    const soldees = await agence.user_delete.post<DepartDetail>(`${chemin()}/solder-charges`, {
      approuveesLe: today,
      appele: 628,
      reel: 612.4,
    });
    expect(soldees.status).toBe(200);
    expect(soldees.data.soldes[0]).toMatchObject({ genre: "charges", restitution: 13_960 });
    expect(await tenu()).toEqual({ depot: 15_927 + 12_400, du: 0, bailleur: 0 });
    const charges = await papier(soldees.data.soldes[0]?.id ?? 0);
    expect(charges).toMatch(/À vous rendre\s+139,60/);
    expect(charges).toContain("pièces justificatives des charges sont tenues à votre disposition");
    expect(charges).not.toMatch(/état des lieux|justificatifs sont joints/i);
    expect(await rouges()).toEqual([]);
    const rendu = await rendreLeMois();
    expect(rendu.detailEncaissements).toContainEqual(
      expect.objectContaining({
        mode: "depot",
        autres: 159.4,
        objet: "Peinture du séjour, Clé manquante",
      }),
    );
  });

  it("ne retient une dégradation que sur deux états des lieux, une fois, et une sortie non conforme", async () => {
    const retenues = [PEINTURE, PEINTURE];
    await noter({ genre: "conge_locataire", recuLe: "2026-08-14", clesLe: "2026-11-14" });
    await noter({ conforme: false, retenues });
    const manques = async () => (await lire()).compte.manques;
    expect(await manques()).toEqual(
      expect.arrayContaining([
        "Sans état des lieux d’entrée et de sortie, aucune dégradation ne se retient.",
        "Une différence est retenue deux fois.",
      ]),
    );
    await inventorier("etatIn", "2022-09-01");
    await inventorier("etatOut", "2026-11-14");
    expect(await noter({ retenues: [{ ...PEINTURE, montant: 200 }] })).toMatchObject({
      status: 422,
      error: { message: expect.any(String) },
    });
    await noter({ conforme: true, retenues: [PEINTURE] });
    const dits = await manques();
    expect(dits).toContain(
      "Une dégradation est retenue : l’état des lieux de sortie n’est pas conforme.",
    );
    expect(dits.join()).not.toMatch(/deux fois|Sans état des lieux/);
  });

  it("dit ce qui manque avant d’arrêter le compte, et ne l’arrête qu’une fois", async () => {
    await appeler("depot", 620);
    await encaisser(620);
    await noter({ genre: "conge_locataire", mode: "remise", recuLe: "2026-08-14" });
    const arreter = () => agence.user_delete.post(`${chemin()}/arreter`, {});
    expect(await arreter()).toMatchObject({
      status: 409,
      error: expect.objectContaining({ message: "Les clés ne sont pas rendues." }),
    });
    await rendreLesCles("2026-11-14");
    await inventorier("etatOut", "2026-11-14");
    expect((await lire()).compte.manques).toEqual([
      "Il reste à dire si l’état des lieux de sortie est conforme.",
      "Le loyer d’octobre 2026 n’est pas quittancé.",
      "Le loyer de novembre 2026 n’est pas quittancé.",
    ]);
    expect((await agence.user.post(`${chemin()}/arreter`, {})).status).toBe(403);
  });

  it("parti le 15 d’un mois payé, sa quittance se refait au prorata : 255,00 € reviennent", async () => {
    await louerAPetit({ bail: { loyerHC: 450, loyerCharge: 60, depotGarantie: 450 } });
    await appeler("depot", 450);
    await encaisser(450);
    for (const date of ["2026-08-01", "2026-09-01"]) await quittancer(date);
    await encaisser(1_020);
    await noter({
      genre: "conge_locataire",
      recuLe: "2026-06-15",
      clesLe: "2026-09-15",
      sansEtatDesLieux: true,
    });
    const { compte: avant } = await lire();
    expect([avant.auDela, avant.manques]).toEqual([
      1,
      ["Une quittance va au-delà du dernier jour de loyer : elle est à refaire au prorata."],
    ]);
    const refaire = (qui = agence.user_delete) =>
      qui.post<DepartDetail>(`${chemin()}/quittances`, {});
    expect((await refaire(agence.user)).status).toBe(403);
    const [une, deux] = await Promise.all([refaire(), refaire()]);
    expect([une.status, deux.status].toSorted()).toEqual([200, 409]);
    const { compte } = await lire();
    expect(compte).toMatchObject({
      auDela: 0,
      manques: [],
      avance: 25_500,
      dues: [],
      restitution: 70_500,
    });
    const { data: quittances } = await agence.user.get<
      { date: string; dateFin: string; total: number; etat: string; annuleeLe: string | null }[]
    >(`/Quitance?DossierId=${petit.DossierId}&sort=id`);
    expect(
      quittances.map(({ date, dateFin, total, annuleeLe }) => [
        date,
        dateFin,
        total,
        annuleeLe === null,
      ]),
    ).toEqual([
      ["2026-08-01", "2026-08-31", 510, true],
      ["2026-09-01", "2026-09-30", 510, false],
      ["2026-09-01", "2026-09-15", 255, true],
    ]);
    expect(quittances[2]?.etat).toBe("payee");
    expect(await rouges()).toEqual([]);
    const { encaissements, detailEncaissements } = await rendreLeMois();
    expect(encaissements).toBe(765);
    expect(detailEncaissements.map(({ mois, total }) => [mois, total])).toEqual([
      ["2026-08", 510],
      ["2026-09", 510],
      ["2026-09", -510],
      ["2026-09", 255],
    ]);
    await agence.user_delete.post(`${chemin()}/arreter`, {});
    expect(await tenu()).toEqual({ depot: 70_500, du: 0, bailleur: 0 });
    expect(await rouges()).toEqual([]);
  });

  it("attend qu’un chèque reçu soit crédité, ou rejeté", async () => {
    await partir();
    const { status } = await agence.user.post("/Reglement", {
      ...{ DossierId: petit.DossierId, date: today, montant: 177.33, mode: "cheque" },
      CompteBancaireId: compte,
    });
    expect([status, (await lire()).compte.manques]).toEqual([
      201,
      [expect.stringMatching(/^Un chèque de 177,33\s€ attend d’être crédité/)],
    ]);
    expect((await agence.user_delete.post(`${chemin()}/arreter`, {})).status).toBe(409);
  });

  it("dont la dette dépasse le dépôt ne se voit rien rendre", async () => {
    await appeler("depot", 620);
    await encaisser(620);
    await quittancer("2026-11-01");
    await appeler("regularisation", 20);
    await noter({ genre: "accord", recuLe: "2026-11-30", finLe: "2026-11-30" });
    await db.run(
      sql`UPDATE "Dossier" SET "dateSortie" = '2026-11-28' WHERE id = ${petit.DossierId}`,
    );
    const { compte: lu } = await lire();
    expect(lu).toMatchObject({ impute: 62_000, restitution: 0, resteDu: 8_000 });
  });
});

it("la lettre d’un compte ne dit ni un dépôt à rendre qui est imputé, ni un état des lieux qui n’est pas fait", async () => {
  await louerAPetit({ fonds: "proprietaire" });
  await noter({ genre: "conge_locataire", mode: "lre", recuLe: "2026-08-14" });
  await rendreLesCles("2026-11-14");
  await quittancer("2026-10-01");
  await quittancer("2026-11-01");
  await noter({ sansEtatDesLieux: true, nouvelleAdresse: "8 rue Neuve 35000 Rennes" });
  const { data } = await agence.user_delete.post<DepartDetail>(`${chemin()}/arreter`, {});
  expect(data.soldes[0]).toMatchObject({ restitution: 0 });
  const lettre = await papier(data.soldes[0]?.id ?? 0);
  expect(lettre).toContain(
    "Le dépôt de garantie, détenu par le bailleur, est entièrement imputé sur ce que vous devez.",
  );
  expect(lettre).toContain("Il n'a pas été établi d'état des lieux de sortie.");
  expect(lettre).not.toMatch(/en doit seul|est conforme|justificatifs/);
});

describe("Le papier d’un compte", () => {
  it("ne dit joints les justificatifs que d’un devis ou d’une facture", async () => {
    await louerAPetit();
    await partir();
    await noter({ retenues: [{ ...CLE, preuve: "photos" }] });
    const { data } = await agence.user_delete.post<DepartDetail>(`${chemin()}/arreter`, {});
    const lettre = await papier(data.soldes[0]?.id ?? 0);
    expect(lettre).toContain("n'est pas conforme à celui d'entrée.");
    expect(lettre).not.toContain("justificatifs");
  });

  it("sans dépôt, sans état des lieux ou hors de la loi de 1989, ne dit rien qui n’est pas", async () => {
    const lire = async (bail: object) => {
      await louerAPetit({ bail });
      await noter({
        genre: "accord",
        recuLe: "2026-10-14",
        finLe: "2026-11-14",
        clesLe: "2026-11-14",
        sansEtatDesLieux: true,
      });
      await quittancer("2026-10-01");
      await quittancer("2026-11-01");
      const { data, error } = await agence.user_delete.post<DepartDetail>(
        `${chemin()}/arreter`,
        {},
      );
      expect(error).toBeUndefined();
      return (await papier(data.soldes[0]?.id ?? 0)).replace(/\s+/g, " ");
    };
    const mobilite = await lire({
      typeBail: "mobilite",
      depotGarantie: 0,
      chargesMode: "forfait",
      dateEntree: "2026-06-01",
      dateDebutBail: "2026-06-01",
      dateCreationBail: "2026-05-20",
      dateFinBail: "2026-11-14",
    });
    expect(mobilite).toContain("Reste dû par vous 997,33");
    expect(mobilite).not.toContain("Dépôt de garantie");
    const civil = await lire({ typeBail: "code_civil" });
    expect(civil).not.toMatch(/commission départementale|au plus tard/);
  });
});
