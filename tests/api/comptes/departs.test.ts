import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ajouterJours, aujourdhui } from "#domain/dates.ts";
import type { DocumentGenere } from "#domain/fichiers/document.ts";
import type { ContenuCompteRendu } from "#domain/gerance/cloture/compte-rendu.ts";
import type { DepartDetail } from "#domain/gerance/departs/depart-fiche.ts";
import { moisCommences } from "#domain/gerance/departs/solde-de-sortie.ts";
import { jourTarget } from "#domain/gerance/reversements/jours-target.ts";
import type { ReversementDetail } from "#domain/gerance/reversements/reversement-fiche.ts";
import { formatEuros } from "#domain/montants.ts";
import { openDb } from "#worker/db/client.ts";
import { extourner } from "#worker/operations/gerance/livres/ecritures.ts";
import { type Agence, ETAT_LIEUX, louer, ouvrirAgence } from "../../support/agence/agence.ts";
import {
  delaiPasse,
  ecrire,
  IBAN_DURAND,
  mandater,
  ouvrirCompte,
  rouges,
} from "../../support/banque/reversements.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

const db = openDb(env);
const today = aujourdhui(new Date());

let agence: Agence;
let compte: number;
let petit: Awaited<ReturnType<typeof louer>> & { MissionId?: number };

beforeAll(async () => {
  agence = await ouvrirAgence();
  compte = await ouvrirCompte(agence);
});

/**
 * PETIT's lease since 2022: 620,00 € of rent, 60,00 € of charges, a deposit of 620,00 €, held by the agency by
 * default.
 */
async function louerAPetit({
  fonds = "agence",
  bail = {},
}: {
  fonds?: string;
  bail?: object;
} = {}) {
  const lot = await louer(agence.admin, {
    appartement: { typeImmeuble: "collectif", zone: "autre" },
    locataire: { nom: "Petit", prenom: "Paul" },
    bail: {
      loyerHC: 620,
      loyerCharge: 60,
      depotGarantie: 620,
      dateEntree: "2022-09-01",
      dateCreationBail: "2022-08-20",
      dateDebutBail: "2022-09-01",
      chargesMode: "provisions",
      typeBail: "nu",
      ...bail,
    },
  });
  const { MissionId } = await mandater(agence, [{ nom: "Durand", num: 1, den: 1 }], {
    modeFonds: fonds,
  });
  await agence.admin.put(`/Mission/${MissionId}/appartement/add/${lot.AppartementId}`);
  return { ...lot, MissionId };
}

const chemin = () => `/Dossier/${petit.DossierId}/depart`;
const lire = async () => (await agence.user.get<DepartDetail>(chemin())).data;
const noter = async (dit: object) => {
  const { status, data, error } = await agence.user.put<DepartDetail>(chemin(), dit);
  return { status, data, error };
};

async function appeler(nature: string, montant: number) {
  const { status } = await agence.user.post(`/Dossier/${petit.DossierId}/appel`, {
    nature,
    montant,
    exigibleLe: today,
  });
  expect(status).toBe(201);
}

async function encaisser(montant: number, { date = today, payeur = "locataire" } = {}) {
  const demande = { DossierId: petit.DossierId, date, montant, mode: "virement", payeur };
  const { status, error } = await agence.user.post("/Reglement", {
    ...demande,
    CompteBancaireId: compte,
  });
  expect([status, error]).toEqual([201, undefined]);
}

async function quittancer(date: string) {
  const { status } = await agence.user.post(`/Quitance/generate/${petit.DossierId}`, { date });
  expect(status).toBe(201);
}

async function rendreLesCles(clesLe: string) {
  expect(await noter({ clesLe })).toMatchObject({ status: 200 });
}

const inventorier = (cote: "etatIn" | "etatOut", date: string) =>
  agence.user.put(`/Dossier/${petit.DossierId}/${cote}/set`, { ...ETAT_LIEUX, date });

async function rendreLeMois() {
  await agence.admin.post("/CompteRendu/preparer", { mois: today.slice(0, 7) });
  const { data } = await agence.user.get<{ id: number; MissionId: number }[]>("/CompteRendu");
  const sien = data.find(({ MissionId }) => MissionId === petit.MissionId);
  const { data: rendu } = await agence.user.get<{ contenu: ContenuCompteRendu }>(
    `/CompteRendu/${sien?.id}`,
  );
  return rendu.contenu;
}

async function papier(id: number) {
  const { data, status } = await agence.admin.get<DocumentGenere>(`/SoldeDepart/${id}/generate`);
  expect(status).toBe(200);
  const reponse = await agence.admin.fetch(`/files/${data.generated}`);
  return (await readPdf(new Uint8Array(await reponse.arrayBuffer()))).text;
}

/**
 * The tenant's balances, in cents: the deposit held by the agency, the deposit held by the owner, the sums that he
 * owes.
 */
const tenu = async () =>
  (
    await db.all<{ depot: number; du: number; bailleur: number }>(sql`SELECT
      coalesce(sum(iif(genre = '165', credit - debit, 0)), 0) AS depot,
      coalesce(sum(iif(genre = '411', debit - credit, 0)), 0) AS du,
      coalesce(sum(iif(genre = '801', debit - credit, 0)), 0) AS bailleur
      FROM "Ligne" WHERE de = ${petit.DossierId}`)
  )[0];

/** The sums to give back to the tenant, in cents: from the deposit, and besides it. */
const aPart = () =>
  db.all<{ depot: number; aPart: number }>(sql`SELECT
    sum(iif(genre = '165', credit - debit, 0)) AS depot,
    sum(iif(genre = '4191', credit - debit, 0)) AS "aPart" FROM "Ligne" WHERE de = ${petit.DossierId}
      AND genre IN ('165', '4191')`);

const PEINTURE = {
  libelle: "Peinture du séjour",
  difference: "Séjour/mur",
  qui: "locataire",
  prix: 480,
  montant: 134.4,
  preuve: "devis",
  action: "reparer",
  vetuste: { age: 6, part: 28 },
};
const CLE = { libelle: "Clé manquante", qui: "locataire", montant: 25, preuve: "facture" };

/** The worked example of PETIT: 360,00 € owed at the end of October, keys on 14 November, 500,00 € paid. */
async function partir() {
  await appeler("depot", 620);
  await encaisser(620);
  await quittancer("2026-10-01");
  await encaisser(320);
  await noter({ genre: "conge_locataire", mode: "lrar", recuLe: "2026-08-14" });
  await inventorier("etatIn", "2022-09-01");
  await inventorier("etatOut", "2026-11-14");
  await rendreLesCles("2026-11-14");
  await quittancer("2026-11-01");
  await encaisser(500);
  await noter({
    conforme: false,
    retenues: [PEINTURE, CLE],
    provision: 124,
    motifProvision: "Dernier résultat de l’immeuble : 612,40 €.",
    nouvelleAdresse: "8 rue Neuve, 35000 Rennes",
  });
}

describe("Le départ de PETIT", () => {
  beforeEach(async () => {
    petit = await louerAPetit();
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

  it.each([
    ["dans ces livres", 1_560],
    ["comme les livres d’avant l’écrivaient, avec le dépôt", 0],
  ])(
    "ce que les charges rendent n’est pas un dépôt : tenu à part jusqu’au virement, %s",
    async (_, aPart) => {
      const { MissionId, ...bail } = await louerAPetit();
      petit = { ...bail, MissionId };
      await partir();
      await agence.user_delete.post(`${chemin()}/arreter`, {});
      await agence.user_delete.post(`${chemin()}/solder-charges`, {
        ...{ approuveesLe: today, appele: 628, reel: 612.4 },
      });
      if (aPart === 0) {
        const rendues = sql`origine.libelle = 'Provisions de charges rendues au départ' AND origine."DossierId" = ${petit.DossierId}`;
        await db.write(extourner(db, rendues, { today, user: null }));
        await ecrire(
          `avant ${petit.DossierId}`,
          MissionId,
          [
            ["4670", MissionId, 1_560, 0],
            ["165", petit.DossierId, 0, 1_560],
          ],
          { date: today, journal: "DG" },
        );
      }
      const dits = async () => {
        const { data } = await agence.user.get<{ detenu: { agence: number }; avanceTenue: number }>(
          `/Dossier/${petit.DossierId}/compte`,
        );
        return [data.detenu.agence, data.avanceTenue];
      };
      const depots = 15_927 + 13_960 - aPart;
      expect(await dits()).toEqual([depots / 100, 0]);
      expect((await lire()).compte).toMatchObject({ depot: depots });
      expect((await rendreLeMois()).depotsDetenus).toBe(depots / 100);
      const encore = await agence.user_delete.post(`${chemin()}/avance`, {});
      expect(encore.status).toBe(409);
      expect(await rouges()).toEqual([]);
      await agence.admin.post(`/Locataire/${petit.LocataireId}/coordonnees`, {
        ...{ iban: IBAN_DURAND, titulaire: "PETIT PAUL" },
      });
      await delaiPasse();
      const virer = async () => {
        const { data, error } = await agence.admin.post<ReversementDetail>("/Reversement", {
          SoldeDepartIds: (await lire()).soldes.map(({ id }) => id),
          dateExecution: jourTarget(ajouterJours(today, 1)),
        });
        expect(error).toBeUndefined();
        return data;
      };
      const debits = async () =>
        db.all<{
          genre: string;
          debit: number;
        }>(sql`SELECT l.genre, l.debit FROM "Ligne" l JOIN "Ecriture" e ON e.id = l."EcritureId"
        WHERE e.libelle LIKE 'Dépôt restitué%' AND e."DossierId" = ${petit.DossierId} AND l.debit > 0
          AND l.genre <> '512G' AND e."annuleId" IS NULL ORDER BY e.id, l.id`);
      const lot = await virer();
      const attendus = [
        { genre: "165", debit: 15_927 },
        { genre: "165", debit: 13_960 - aPart },
        ...(aPart > 0 ? [{ genre: "4191", debit: aPart }] : []),
      ];
      expect((await debits()).toSorted((a, b) => b.debit - a.debit)).toEqual(attendus);
      expect([await dits(), await rouges()]).toEqual([[0, 0], []]);
      await agence.admin.post(`/Reversement/${lot.id}/annuler`, { motif: "Essai" });
      expect([await dits(), await rouges()]).toEqual([[depots / 100, 0], []]);
      const parti = await virer();
      await agence.admin.fetch(`/api/Reversement/${parti.id}/sepa`);
      for (const { id } of parti.virements)
        await agence.admin.post(`/Virement/${id}/rejeter`, { motif: "Compte clos" });
      expect([await dits(), await rouges()]).toEqual([[depots / 100, 0], []]);
      await virer();
      expect([await dits(), await rouges()]).toEqual([[0, 0], []]);
    },
  );

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

  it("arrêté, garde le dépôt et les états des lieux sur lesquels il repose ; ses charges ne se soldent pas avant les clés", async () => {
    await partir();
    await agence.user_delete.post(`${chemin()}/arreter`, {});
    expect((await inventorier("etatOut", "2026-11-14")).status).toBe(409);
    const { etatOut } = await lire();
    const { status } = await agence.user.put(`/EtatLieux/${etatOut}`, { clef: "1" });
    expect(status).toBe(409);
    const change = await agence.user.put(`/Dossier/${petit.DossierId}`, { depotGarantie: 10 });
    expect(change.status).toBe(409);
    const tot = await agence.user_delete.post(`${chemin()}/solder-charges`, {
      approuveesLe: "2020-01-01",
      appele: 628,
      reel: 612.4,
    });
    expect(tot.status).toBe(422);
    const efface = await agence.admin.post<{ error: unknown }>(
      `/Locataire/${petit.LocataireId}/effacer`,
    );
    expect(efface).toMatchObject({
      status: 409,
      error: expect.objectContaining({
        message: expect.stringContaining("qui attendent ses charges"),
      }),
    });
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

  it("annulé, l’arrêté rend le dépôt entier, retire les retenues, et reste dit", async () => {
    await partir();
    await agence.user_delete.post(`${chemin()}/arreter`, {});
    const refus = await noter({ retenues: [] });
    expect(refus).toMatchObject({ status: 409 });
    const dossier = `/Dossier/${petit.DossierId}`;
    expect((await agence.user.put(dossier, { dateSortie: "2026-11-20" })).status).toBe(409);
    expect((await agence.user.put(dossier, { lieuSignature: "Lyon" })).status).toBe(200);
    const { status, data } = await agence.user_delete.post<DepartDetail>(`${chemin()}/annuler`, {
      motif: "Devis refusé",
    });
    expect(status).toBe(200);
    expect(data.soldes).toMatchObject([{ annuleLe: today, motif: "Devis refusé" }]);
    expect(await tenu()).toEqual({ depot: 62_000, du: 17_733, bailleur: 0 });
    expect(await rouges()).toEqual([]);
    await noter({ retenues: [CLE] });
    await agence.user_delete.post(`${chemin()}/arreter`, {});
    expect(await tenu()).toEqual({ depot: 62_000 - 17_733 - 2_500, du: 0, bailleur: 0 });
  });

  it("annulé, le solde des charges ne défait que lui : ni le compte de sortie, ni un centime de plus à rendre", async () => {
    await partir();
    await agence.user_delete.post(`${chemin()}/arreter`, {});
    const solder = (reel: number) =>
      agence.user_delete.post(`${chemin()}/solder-charges`, {
        approuveesLe: today,
        appele: 628,
        reel,
      });
    for (const reel of [612.4, 628, 700, 900]) {
      expect((await solder(reel)).status).toBe(200);
      const annule = await agence.user_delete.post<DepartDetail>(`${chemin()}/annuler`, {
        motif: "Budget revu",
      });
      expect([annule.status, annule.data.etat]).toEqual([200, "arrete"]);
      expect(await tenu()).toEqual({ depot: 28_327, du: 0, bailleur: 0 });
      expect(await rouges()).toEqual([]);
    }
    await agence.user_delete.post(`${chemin()}/annuler`, { motif: "Devis refusé" });
    expect(await tenu()).toEqual({ depot: 62_000, du: 17_733, bailleur: 0 });
    expect(await rouges()).toEqual([]);
  });

  it("arrêté, un centime de trop gardé pour le locataire se voit aux contrôles", async () => {
    const { MissionId, ...bail } = await louerAPetit();
    petit = bail;
    await partir();
    await agence.user_delete.post(`${chemin()}/arreter`, {});
    const cle = "un centime de trop";
    await ecrire(
      cle,
      MissionId,
      [
        ["4670", MissionId, 1, 0],
        ["165", petit.DossierId, 0, 1],
      ],
      { date: today, journal: "DG" },
    );
    expect(await rouges()).toEqual([expect.stringContaining("à rendre et en attente")]);
    await db.write(extourner(db, sql`origine.cle = ${cle}`, { today, user: null }));
    expect(await rouges()).toEqual([]);
  });

  it("annulé, l’arrêté rend l’avance et l’appel du dépôt qu’il avait retiré", async () => {
    await appeler("depot", 620);
    await encaisser(300);
    await noter({
      genre: "conge_locataire",
      recuLe: "2026-08-14",
      clesLe: "2026-11-14",
      sansEtatDesLieux: true,
    });
    await quittancer("2026-10-01");
    await quittancer("2026-11-01");
    const avant = await lire();
    expect(avant.compte.dues).toContainEqual(expect.objectContaining({ reste: 32_000 }));
    await agence.user_delete.post(`${chemin()}/arreter`, {});
    await agence.user_delete.post(`${chemin()}/annuler`, { motif: "Essai" });
    expect((await lire()).compte).toEqual(avant.compte);
    await encaisser(320 + 997.33 + 200);
    const paye = await lire();
    expect(paye.compte).toMatchObject({ depot: 62_000, avance: 20_000, provisionAuPlus: 12_400 });
    await agence.user_delete.post(`${chemin()}/arreter`, {});
    await agence.user_delete.post(`${chemin()}/annuler`, { motif: "Essai" });
    expect((await lire()).compte).toEqual(paye.compte);
    expect(await rouges()).toEqual([]);
    await agence.user_delete.post(`${chemin()}/arreter`, {});
    expect(await tenu()).toEqual({ depot: 82_000, du: 0, bailleur: 0 });
  });

  it("arrêté, garde le règlement qui a versé son dépôt jusqu’à ce que l’arrêté soit annulé", async () => {
    await partir();
    const [verse] = await db.all<{ id: number }>(
      sql`SELECT min(id) AS id FROM "Reglement" WHERE "DossierId" = ${petit.DossierId}`,
    );
    const finir = (quoi: string, corps: object = {}) =>
      agence.user_delete.post(`/Reglement/${verse?.id}/${quoi}`, { motif: "Essai", ...corps });
    await agence.user_delete.post(`${chemin()}/arreter`, {});
    for (const refus of [await finir("annuler"), await finir("rejeter", { date: today })]) {
      expect([refus.status, refus.error.message]).toEqual([
        409,
        expect.stringContaining("annulez d’abord cet arrêté"),
      ]);
    }
    expect(await rouges()).toEqual([]);
    await agence.user_delete.post(`${chemin()}/annuler`, { motif: "Essai" });
    expect((await finir("annuler")).status).toBe(200);
    expect((await tenu())?.depot).toBe(0);
  });

  it("arrêté pendant qu’une retenue change, dit celle qui reste notée, ou refuse l’autre", async () => {
    await partir();
    for (const rang of Array.from({ length: 10 }).keys()) {
      const [arret, note] = await Promise.all([
        agence.user_delete.post<DepartDetail>(`${chemin()}/arreter`, {}),
        noter({ retenues: [{ ...CLE, montant: 30 + rang }] }),
      ]);
      expect(arret.status).toBe(200);
      expect([200, 409]).toContain(note.status);
      const { depart, soldes } = await lire();
      const cle = soldes[0]?.contenu.lignes.find(({ libelle }) => libelle.startsWith(CLE.libelle));
      expect(cle?.montant).toBe(
        -100 * (depart?.retenues.find(({ libelle }) => libelle === CLE.libelle)?.montant ?? 0),
      );
      await agence.user_delete.post(`${chemin()}/annuler`, { motif: "Essai" });
    }
    expect(await rouges()).toEqual([]);
  });

  it("parti le 15 d’un mois payé, sa quittance se refait au prorata : 255,00 € reviennent", async () => {
    petit = await louerAPetit({ bail: { loyerHC: 450, loyerCharge: 60, depotGarantie: 450 } });
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

  it("rendu en retard, se majore d’un dixième du loyer par mois commencé, du bailleur ou de l’agence", async () => {
    await appeler("depot", 620);
    await noter({
      genre: "conge_locataire",
      recuLe: "2026-05-01",
      clesLe: "2026-08-01",
      sansEtatDesLieux: true,
      nouvelleAdresse: "8 rue Neuve, 35000 Rennes",
    });
    await quittancer("2026-07-01");
    await quittancer("2026-08-01");
    await encaisser(620 + 701.94);
    const majorer = (aLaCharge: string) =>
      agence.user_delete.post<DepartDetail>(`${chemin()}/majoration`, { aLaCharge });
    expect((await majorer("bailleur")).status).toBe(404);
    await agence.user_delete.post(`${chemin()}/arreter`, {});
    const majoration = 6_200 * moisCommences("2026-09-01", today);
    expect((await lire()).compte).toMatchObject({ majoration });
    expect(
      (await agence.user.post(`${chemin()}/majoration`, { aLaCharge: "bailleur" })).status,
    ).toBe(403);
    expect(await majorer("agence")).toMatchObject({
      status: 422,
      error: { fields: { aLaCharge: expect.stringContaining("son apport") } },
    });
    const sienne = await majorer("bailleur");
    expect(sienne).toMatchObject({
      status: 200,
      data: { etat: "arrete", compte: { majoration: 0 } },
    });
    expect(await aPart()).toEqual([{ depot: 62_000, aPart: majoration }]);
    expect((await majorer("bailleur")).status).toBe(409);
    const lettre = (await papier(sienne.data.soldes[0]?.id ?? 0)).replace(/\s+/g, " ");
    expect(lettre).toContain("MAJORATION POUR RESTITUTION TARDIVE");
    expect(lettre).toContain(`À vous virer ${formatEuros(majoration / 100)}`.replace(/\s+/g, " "));
    expect(lettre).toMatch(
      new RegExp(`${majoration / 6_200} mois commencés? depuis le 01/09/2026 × 10 % de 620,00 €`),
    );
    await agence.user_delete.post(`${chemin()}/annuler`, { motif: "C’est notre retard" });
    expect(await aPart()).toEqual([{ depot: 62_000, aPart: 0 }]);
    await agence.admin.post("/Apport", {
      montant: majoration / 100,
      date: today,
      CompteBancaireId: compte,
    });
    expect((await majorer("agence")).status).toBe(200);
    expect(await aPart()).toEqual([{ depot: 62_000, aPart: majoration }]);
    expect(await rouges()).toEqual([]);
  });

  it.each([
    ["dans ces livres", true],
    ["comme les livres d’avant l’écrivaient, avec le dépôt", false],
  ])(
    "la majoration n’est pas un dépôt : tenue à part jusqu’au virement, à côté des charges rendues, %s",
    async (_, tenueAPart) => {
      const { MissionId, ...bail } = await louerAPetit();
      petit = { ...bail, MissionId };
      await appeler("depot", 620);
      await noter({
        genre: "conge_locataire",
        recuLe: "2026-05-01",
        clesLe: "2026-08-01",
        sansEtatDesLieux: true,
        provision: 124,
        motifProvision: "Dernier résultat de l’immeuble : 612,40 €.",
        nouvelleAdresse: "8 rue Neuve, 35000 Rennes",
      });
      await quittancer("2026-07-01");
      await quittancer("2026-08-01");
      await encaisser(620 + 701.94);
      await agence.user_delete.post(`${chemin()}/arreter`, {});
      await agence.user_delete.post(`${chemin()}/solder-charges`, {
        ...{ approuveesLe: today, appele: 628, reel: 612.4 },
      });
      const { data } = await agence.user_delete.post<DepartDetail>(`${chemin()}/majoration`, {
        aLaCharge: "bailleur",
      });
      const [appelee] = data.soldes;
      const majoration = appelee?.restitution ?? 0;
      expect(majoration).toBe(6_200 * moisCommences("2026-09-01", today));
      if (!tenueAPart) {
        const cle = `arrete ${appelee?.id}`;
        const ecrite = sql`origine.cle = ${`${cle} autre 0`}`;
        await db.write(extourner(db, ecrite, { today, user: null }));
        await ecrire(
          `${cle} d’avant`,
          MissionId,
          [
            ["4670", MissionId, majoration, 0],
            ["165", petit.DossierId, 0, majoration],
          ],
          { date: today, journal: "DG" },
        );
      }
      const avecLeDepot = tenueAPart ? 0 : majoration;
      const tenus = { depot: 62_000 + avecLeDepot, aPart: 1_560 + majoration - avecLeDepot };
      expect([await aPart(), await rouges()]).toEqual([[tenus], []]);
      expect((await rendreLeMois()).depotsDetenus).toBe(tenus.depot / 100);
      await agence.admin.post(`/Locataire/${petit.LocataireId}/coordonnees`, {
        ...{ iban: IBAN_DURAND, titulaire: "PETIT PAUL" },
      });
      await delaiPasse();
      const { data: lot, error } = await agence.admin.post<ReversementDetail>("/Reversement", {
        SoldeDepartIds: data.soldes.map(({ id }) => id),
        dateExecution: jourTarget(ajouterJours(today, 1)),
      });
      expect(error).toBeUndefined();
      expect([await aPart(), await rouges()]).toEqual([[{ depot: 0, aPart: 0 }], []]);
      await agence.admin.post(`/Reversement/${lot.id}/annuler`, { motif: "Essai" });
      expect([await aPart(), await rouges()]).toEqual([[tenus], []]);
      const annulee = await agence.user_delete.post(`${chemin()}/annuler`, { motif: "Essai" });
      expect(annulee.status).toBe(200);
      expect([await aPart(), await rouges()]).toEqual([[{ depot: 62_000, aPart: 1_560 }], []]);
    },
  );

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

  it("arrêté, ne laisse changer ni les clés ni le congé ; ne se clôt qu’une fois le dépôt rendu", async () => {
    await partir();
    await agence.user_delete.post(`${chemin()}/arreter`, {});
    for (const dit of [
      { clesLe: "2026-11-20" },
      { recuLe: "2026-09-14" },
      { finLe: "2026-12-31" },
      { sansEtatDesLieux: true },
      { clos: true },
    ])
      expect((await noter(dit)).status).toBe(409);
    const adresse = { clesLe: "2026-11-14", nouvelleAdresse: "2 rue Haute, 29000 Quimper" };
    expect((await noter(adresse)).data.nouvelleAdresse).toBe(adresse.nouvelleAdresse);
  });

  it("ne s’annule plus une fois que le locataire a payé ce qu’il appelle", async () => {
    await appeler("depot", 620);
    await encaisser(620);
    await noter({
      genre: "conge_locataire",
      recuLe: "2026-08-14",
      clesLe: "2026-11-14",
      sansEtatDesLieux: true,
      retenues: [CLE],
    });
    await quittancer("2026-10-01");
    await quittancer("2026-11-01");
    await agence.user_delete.post(`${chemin()}/arreter`, {});
    await encaisser(402.33);
    const { status, error } = await agence.user_delete.post(`${chemin()}/annuler`, { motif: "x" });
    expect([status, error?.message]).toEqual([409, expect.stringContaining("a payé depuis")]);
    expect(await rouges()).toEqual([]);
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

  it("payé d’avance par la CAF, le dit avant d’être arrêté : la somme revient à elle", async () => {
    await partir();
    await encaisser(200, { payeur: "caf" });
    expect((await lire()).compte).toMatchObject({
      avance: 2_267,
      avancesDeTiers: [{ payeur: "caf", montant: 2_267 }],
    });
  });

  it("payé d’avance, l’avance revient avec le dépôt", async () => {
    await partir();
    await encaisser(400);
    expect((await lire()).compte).toMatchObject({ avance: 22_267, impute: 0 });
    const { status, error } = await agence.user_delete.post(`${chemin()}/arreter`, {});
    expect([status, error]).toEqual([200, undefined]);
    const { soldes } = await lire();
    expect(soldes[0]?.restitution).toBe(62_000 + 22_267 - 15_940 - 12_400);
    expect(await tenu()).toEqual({ depot: 62_000 + 22_267 - 15_940, du: 0, bailleur: 0 });
    expect(await rouges()).toEqual([]);
  });
});

it("Une avance payée au bailleur quand l’agence tient le dépôt retient le compte : elle n’est pas avec lui", async () => {
  petit = await louerAPetit();
  await appeler("depot", 620);
  await encaisser(620, { date: "2026-10-05" });
  await quittancer("2026-10-01");
  await encaisser(680, { date: "2026-10-05" });
  const convenu = await agence.admin.put(`/Mission/${petit.MissionId}/conditions`, {
    ...{ depuis: "2026-11-01", modeFonds: "proprietaire" },
  });
  expect(convenu.error).toBeUndefined();
  await noter({
    ...{ genre: "accord", recuLe: "2026-10-14", finLe: "2026-10-31", clesLe: "2026-10-31" },
    ...{ sansEtatDesLieux: true, conforme: true },
  });
  const verse = await agence.user.post("/Reglement", {
    ...{ DossierId: petit.DossierId, date: today, montant: 100, mode: "virement" },
  });
  expect(verse.error).toBeUndefined();
  const { lieu, manques } = (await lire()).compte;
  expect([lieu, manques]).toEqual([
    "agence",
    expect.arrayContaining([
      expect.stringMatching(/^100,00\s€ payés d’avance sont chez le bailleur/u),
    ]),
  ]);
  expect((await agence.user_delete.post(`${chemin()}/arreter`, {})).status).toBe(409);
});

/** The rents now go to the agency, which receives 100,00 € ahead. */
async function avancerALAgence() {
  await agence.admin.put(`/Mission/${petit.MissionId}/conditions`, {
    ...{ depuis: "2026-11-01", modeFonds: "agence" },
  });
  await encaisser(100);
}

const partiDOctobre = (retenues: object[]) =>
  noter({
    ...{ genre: "accord", recuLe: "2026-10-14", finLe: "2026-10-31", clesLe: "2026-10-31" },
    ...{ sansEtatDesLieux: true, conforme: true, retenues },
  });

describe("Une avance payée à l’agence quand le bailleur tient le dépôt", () => {
  beforeEach(async () => {
    petit = await louerAPetit({ fonds: "proprietaire" });
    await quittancer("2026-09-01");
    await quittancer("2026-10-01");
    await agence.user.post("/Reglement", {
      ...{ DossierId: petit.DossierId, date: "2026-10-05", montant: 1_360, mode: "virement" },
    });
  });

  it("n’est pas rendue avec lui : le bailleur rend son dépôt, et l’agence son avance", async () => {
    await avancerALAgence();
    await partiDOctobre([CLE]);
    expect((await lire()).compte).toMatchObject({
      ...{ lieu: "bailleur", depot: 62_000, impute: 2_500, restitution: 59_500 },
    });
    expect((await agence.user_delete.post(`${chemin()}/arreter`, {})).status).toBe(200);
    expect((await agence.user.post(`${chemin()}/rendu`, { date: today })).status).toBe(200);
    expect(await tenu()).toEqual({ depot: 0, du: 0, bailleur: 0 });
    const { status, data } = await agence.user_delete.post<DepartDetail>(`${chemin()}/avance`, {});
    expect(status).toBe(200);
    expect(data.soldes[0]).toMatchObject({ genre: "avance", restitution: 10_000 });
    expect(await tenu()).toEqual({ depot: 10_000, du: 0, bailleur: 0 });
    expect(await rouges()).toEqual([]);
  });

  it("paie ce que le dépôt ne paie pas", async () => {
    await avancerALAgence();
    await partiDOctobre([{ ...CLE, montant: 650 }]);
    expect((await lire()).compte).toMatchObject({ impute: 62_000, restitution: 0, resteDu: 0 });
    expect((await agence.user_delete.post(`${chemin()}/arreter`, {})).status).toBe(200);
    expect(await tenu()).toEqual({ depot: 0, du: 0, bailleur: 0 });
    const { data } = await agence.user_delete.post<DepartDetail>(`${chemin()}/avance`, {});
    expect(data.soldes[0]?.restitution).toBe(7_000);
    expect(await rouges()).toEqual([]);
  });
});

it("Sans dépôt, une avance que tient l’agence est rendue par elle", async () => {
  petit = await louerAPetit({ bail: { depotGarantie: 0 } });
  await quittancer("2026-09-01");
  await quittancer("2026-10-01");
  await encaisser(1_460, { date: "2026-10-05" });
  await partiDOctobre([]);
  expect((await lire()).compte).toMatchObject({ lieu: "agence", restitution: 10_000 });
  expect((await agence.user_delete.post(`${chemin()}/arreter`, {})).status).toBe(200);
  expect(await tenu()).toEqual({ depot: 10_000, du: 0, bailleur: 0 });
  expect((await agence.user.post(`${chemin()}/rendu`, { date: today })).status).toBe(409);
  expect(await rouges()).toEqual([]);
});

it("Le compte de sortie arrêté, aucun dépôt de garantie ne s’appelle plus", async () => {
  petit = await louerAPetit();
  await partir();
  expect((await agence.user_delete.post(`${chemin()}/arreter`, {})).status).toBe(200);
  const appel = { montant: 100, exigibleLe: today };
  const depot = await agence.user.post(`/Dossier/${petit.DossierId}/appel`, {
    ...{ ...appel, nature: "depot" },
  });
  expect([depot.status, depot.error.message]).toEqual([
    409,
    "Le compte de sortie de ce locataire est arrêté : aucun dépôt de garantie ne s’appelle plus.",
  ]);
  await appeler("reparation", 100);
});

it("Une quittance que le dépôt a payée en partie reçoit le reste en argent, et garde ce que le dépôt a payé", async () => {
  petit = await louerAPetit();
  await appeler("depot", 620);
  await encaisser(620);
  await quittancer("2026-09-01");
  await encaisser(680);
  await quittancer("2026-10-01");
  await partiDOctobre([]);
  const arrete = await agence.user_delete.post(`${chemin()}/arreter`, {});
  expect([arrete.status, arrete.error]).toEqual([200, undefined]);
  const [{ id } = { id: 0 }] = await db.all<{ id: number }>(
    sql`SELECT max(id) AS id FROM "Quitance" WHERE "DossierId" = ${petit.DossierId}`,
  );
  const quittance = async () =>
    (
      await agence.user.get<{ regle: boolean; mode: string; montantPaye: number }>(
        `/Quitance/${id}`,
      )
    ).data;
  expect(await quittance()).toMatchObject({ regle: false, mode: "depot", montantPaye: 620 });
  const { status, error } = await agence.user.put(`/Quitance/${id}`, {
    regle: true,
    mode: "depot",
  });
  expect([status, error.fields?.mode]).toEqual([422, expect.stringContaining("pas d’argent")]);
  const payee = await agence.user.get(`/Quitance/switchState/true/${id}`);
  expect([payee.status, payee.error]).toEqual([200, undefined]);
  expect(await quittance()).toMatchObject({ regle: true, montantPaye: 680 });
  expect(await tenu()).toEqual({ depot: 0, du: 0, bailleur: 0 });
  expect(
    await db.all(
      sql`SELECT montant, mode FROM "Reglement" WHERE "DossierId" = ${petit.DossierId} ORDER BY id DESC LIMIT 2`,
    ),
  ).toEqual([
    { montant: 6_000, mode: null },
    { montant: 62_000, mode: "depot" },
  ]);
  const impayee = await agence.user.get(`/Quitance/switchState/false/${id}`);
  expect([impayee.status, impayee.error.message]).toEqual([
    409,
    expect.stringContaining("c’est cet arrêté qui s’annule"),
  ]);
  expect(await rouges()).toEqual([]);
});

describe("Un dépôt que le bailleur détient", () => {
  beforeEach(async () => {
    petit = await louerAPetit({ fonds: "proprietaire" });
  });

  it("fait le même compte, et s’éteint le jour où il dit l’avoir rendu", async () => {
    await noter({ genre: "conge_locataire", mode: "lre", recuLe: "2026-08-14" });
    await rendreLesCles("2026-11-14");
    await inventorier("etatOut", "2026-11-14");
    await quittancer("2026-10-01");
    await quittancer("2026-11-01");
    await agence.user.post("/Reglement", {
      DossierId: petit.DossierId,
      date: today,
      montant: 680,
      mode: "virement",
    });
    await noter({ conforme: true, retenues: [CLE], nouvelleAdresse: "8 rue Neuve 35000 Rennes" });
    expect((await lire()).compte).toMatchObject({
      depot: 62_000,
      lieu: "bailleur",
      impute: 31_733 + 2_500,
      restitution: 27_767,
    });
    expect((await agence.user_delete.post(`${chemin()}/arreter`, {})).status).toBe(200);
    expect(await tenu()).toEqual({ depot: 0, du: 0, bailleur: 27_767 });
    expect(await rouges()).toEqual([]);
    expect((await agence.user.post(`${chemin()}/rendu`, { date: "2026-11-13" })).status).toBe(422);
    const rendu = await agence.user.post<DepartDetail>(`${chemin()}/rendu`, { date: today });
    expect(rendu).toMatchObject({ status: 200, data: { etat: "restitue", restitueLe: today } });
    expect(await tenu()).toEqual({ depot: 0, du: 0, bailleur: 0 });
    expect(await rouges()).toEqual([]);
    expect((await agence.user.post(`${chemin()}/rendu`, { date: today })).status).toBe(404);
  });
});

it("la lettre d’un compte ne dit ni un dépôt à rendre qui est imputé, ni un état des lieux qui n’est pas fait", async () => {
  petit = await louerAPetit({ fonds: "proprietaire" });
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
    petit = await louerAPetit();
    await partir();
    await noter({ retenues: [{ ...CLE, preuve: "photos" }] });
    const { data } = await agence.user_delete.post<DepartDetail>(`${chemin()}/arreter`, {});
    const lettre = await papier(data.soldes[0]?.id ?? 0);
    expect(lettre).toContain("n'est pas conforme à celui d'entrée.");
    expect(lettre).not.toContain("justificatifs");
  });

  it("sans dépôt, sans état des lieux ou hors de la loi de 1989, ne dit rien qui n’est pas", async () => {
    const lire = async (bail: object) => {
      petit = await louerAPetit({ bail });
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

describe("Le congé", () => {
  const louerA = async (bail: object, locataire: object = {}) => {
    petit = await louer(agence.admin, {
      appartement: { zone: "autre" },
      locataire,
      bail: { typeBail: "nu", dateEntree: "2025-03-01", dateDebutBail: "2025-03-01", ...bail },
    });
  };

  it("du locataire court de sa réception : trois mois, un seul pour un motif justifié par la lettre", async () => {
    await louerA({});
    const conge = { genre: "conge_locataire", mode: "lrar", recuLe: "2025-11-30" };
    expect((await noter(conge)).data.finLe).toBe("2026-02-28");
    expect((await noter({ ...conge, motif: "mutation", justifie: false })).data.finLe).toBe(
      "2026-02-28",
    );
    expect((await noter({ ...conge, motif: "mutation", justifie: true })).data.finLe).toBe(
      "2025-12-30",
    );
  });

  it("du bailleur vaut pour le terme de ce jour-là, même noté une fois ce terme passé ; jamais par courriel", async () => {
    await louerA({
      dateEntree: "2020-11-01",
      dateDebutBail: "2020-11-01",
      dateCreationBail: "2020-10-20",
    });
    const conge = { genre: "conge_bailleur", mode: "lrar", motif: "vente", recuLe: "2026-04-20" };
    expect((await noter(conge)).data.finLe).toBe("2026-10-31");
    expect(await noter({ ...conge, mode: "mail" })).toMatchObject({
      status: 422,
      error: { fields: { mode: expect.stringContaining("article 15") } },
    });
  });

  it("donné par courriel n’est pas valable : le bailleur l’accepte, avec le jour convenu", async () => {
    await louerA({});
    const conge = { genre: "conge_locataire", mode: "mail", recuLe: "2026-11-20" };
    const { status, error } = await noter(conge);
    expect([status, JSON.stringify(error)]).toEqual([422, expect.stringContaining("article 15")]);
    expect((await noter({ ...conge, finLe: "2026-12-31" })).data.finLe).toBe("2026-12-31");
  });

  it("du bailleur vaut pour le terme, reçu six mois avant : trop tard, il est refusé", async () => {
    await louerA({
      dateEntree: "2024-03-01",
      dateDebutBail: "2024-03-01",
      dateCreationBail: "2024-02-20",
    });
    const conge = { genre: "conge_bailleur", mode: "commissaire", motif: "vente" };
    expect((await noter({ ...conge, recuLe: "2026-08-28" })).data.finLe).toBe("2027-02-28");
    const tard = await noter({ ...conge, recuLe: "2026-09-29" });
    expect([tard.status, JSON.stringify(tard.error)]).toEqual([
      422,
      expect.stringContaining("28/08/2026"),
    ]);
    const tot = await noter({ ...conge, recuLe: "2026-08-01", finLe: "2026-12-31" });
    expect([tot.status, JSON.stringify(tot.error)]).toEqual([
      422,
      expect.stringContaining("28/02/2027"),
    ]);
    const achat = await noter({ ...conge, recuLe: "2026-08-01", acquisLe: "2025-01-10" });
    expect([achat.status, JSON.stringify(achat.error)]).toEqual([
      422,
      expect.stringContaining("terme suivant"),
    ]);
  });

  it("n’est pas nécessaire à un décès : le bail s’arrête ce jour-là, ou passe à ceux qui vivaient là", async () => {
    await louerA({});
    expect(
      (await noter({ genre: "deces", recuLe: "2026-11-10", occupants: false })).data,
    ).toMatchObject({
      recuLe: "2026-11-10",
      finLe: "2026-11-10",
      finDuLoyer: "2026-11-10",
    });
    expect(
      (await noter({ genre: "deces", recuLe: "2026-11-10", occupants: true })).data,
    ).toMatchObject({
      recuLe: "2026-11-10",
      finLe: null,
      finDuLoyer: null,
    });
  });

  it("d’un seul titulaire laisse le bail, et le tient encore six mois, ou jusqu’à son remplaçant", async () => {
    await louerA(
      {},
      {
        secondTitulaire: true,
        autreTitre: "Madame",
        autreNom: "Roche",
        autrePrenom: "Ada",
        autreMail: "ada@exemple.fr",
        autreTel: "06 11 22 33 44",
      },
    );
    const conge = {
      titulaire: "second",
      genre: "conge_locataire",
      mode: "remise",
      recuLe: "2026-05-31",
    };
    const { data } = await noter(conge);
    expect(data).toMatchObject({
      recuLe: null,
      finDuLoyer: null,
      partants: [
        {
          nom: expect.stringContaining("Roche"),
          finLe: "2026-08-31",
          finDeSolidarite: "2027-02-28",
        },
      ],
    });
    const remplacee = await noter({ ...conge, remplaceLe: "2026-10-01" });
    expect(remplacee.data.partants).toMatchObject([{ finDeSolidarite: "2026-10-01" }]);
    const retire = await agence.user.delete<DepartDetail>(`${chemin()}?titulaire=second`);
    expect(retire.data.partants).toEqual([]);
  });

  it("se suit d’une convocation à l’état des lieux, au jour et à l’heure dits", async () => {
    await louerA({});
    await noter({ genre: "conge_locataire", mode: "lrar", recuLe: "2026-11-10" });
    const generer = (heure: string) =>
      agence.admin.get<DocumentGenere>(
        `/Dossier/${petit.DossierId}/convocationSortie/generate?le=2027-02-10&heure=${heure}`,
      );
    expect((await generer("25:00")).status).toBe(422);
    const { data } = await generer("09:30");
    const reponse = await agence.admin.fetch(`/files/${data.generated}`);
    const { text } = await readPdf(new Uint8Array(await reponse.arrayBuffer()));
    expect(text.replace(/\s+/g, " ")).toMatch(
      /ÉTAT DES LIEUX DE SORTIE.*Fin du bail le 10 février 2027.*10 février 2027 9 h 30.*sans elle, un retard à vous rendre le dépôt de garantie ne donne lieu à aucune majoration.*article 3-2/,
    );
  });

  it("ne convoque pas le locataire d’une résidence secondaire au nom de la loi de 1989", async () => {
    await louerA({ typeBail: "code_civil", dateFinBail: "2027-02-28" });
    const { data } = await agence.admin.get<DocumentGenere>(
      `/Dossier/${petit.DossierId}/convocationSortie/generate?le=2027-02-10&heure=09:30`,
    );
    const reponse = await agence.admin.fetch(`/files/${data.generated}`);
    const { text } = await readPdf(new Uint8Array(await reponse.arrayBuffer()));
    expect(text).toContain("ÉTAT DES LIEUX DE SORTIE");
    expect(text).not.toMatch(/89-462|article 22|article 3-2/);
  });

  it("du bailleur ne doit le loyer que pour le temps où le locataire a vécu là", async () => {
    await louerA({
      dateEntree: "2020-12-01",
      dateDebutBail: "2020-12-01",
      dateCreationBail: "2020-11-20",
    });
    const conge = { genre: "conge_bailleur", mode: "commissaire", motif: "vente" };
    const { data } = await noter({ ...conge, recuLe: "2026-05-10" });
    expect([data.finLe, data.finDuLoyer]).toEqual(["2026-11-30", "2026-11-30"]);
    expect((await noter({ clesLe: "2026-10-14" })).data.finDuLoyer).toBe("2026-10-14");
    expect((await noter({ clesLe: "2026-10-20" })).data.finDuLoyer).toBe("2026-10-20");
    expect((await noter({ clesLe: null })).data.finDuLoyer).toBe("2026-11-30");
    const { AppartementId, LocataireId } = petit;
    const { status } = await agence.user.delete(
      `/Appartement/${AppartementId}/tenant/remove/${LocataireId}`,
      {
        dateSortie: "2026-11-20",
      },
    );
    expect([status, (await lire()).finDuLoyer]).toEqual([200, "2026-11-20"]);
  });

  it("change sa fin avec ce dont elle découle, même dit seul", async () => {
    await louerA({});
    await noter({ genre: "conge_locataire", mode: "lrar", recuLe: "2026-08-14" });
    const seul = async (dit: object) => (await noter(dit)).data.finLe;
    expect(await seul({ motif: "mutation", justifie: true })).toBe("2026-09-14");
    expect(await seul({ justifie: false })).toBe("2026-11-14");
    expect(await seul({ finLe: "2026-12-31" })).toBe("2026-12-31");
    expect(await seul({ genre: "accord" })).toBe("2026-12-31");
    expect((await noter({ genre: "conge_bailleur" })).status).toBe(422);
  });

  it("refuse le jour qui ne peut être le sien, et dit pourquoi", async () => {
    await louerA({});
    const conge = { genre: "conge_locataire", mode: "lrar" };
    for (const [dit, raison] of [
      [{ ...conge, recuLe: "1990-01-01" }, "précède le bail"],
      [{ genre: "deces", recuLe: "2090-01-01" }, "à venir"],
      [{ genre: "conge_locataire", recuLe: "2090-01-01" }, "à venir"],
      [{ ...conge, finLe: "2026-12-31" }, "attendu"],
    ] as const) {
      const { status, error } = await noter(dit);
      expect([status, JSON.stringify(error)]).toEqual([422, expect.stringContaining(raison)]);
    }
  });

  it("d’un seul ne dit rien du départ de tous, ni une fin ou un remplaçant d’avant lui", async () => {
    const autre = { autreTitre: "Madame", autreNom: "Roche", autrePrenom: "Ada" };
    const joint = { autreMail: "ada@exemple.fr", autreTel: "06 11 22 33 44" };
    await louerA({}, { secondTitulaire: true, ...autre, ...joint });
    const conge = {
      titulaire: "second",
      genre: "conge_locataire",
      mode: "lrar",
      recuLe: "2026-05-31",
    };
    for (const dit of [
      { finLe: "2026-01-01" },
      { remplaceLe: "2026-01-01" },
      { genre: "conge_bailleur", motif: "vente" },
      { clesLe: "2026-08-31" },
    ])
      expect((await noter({ ...conge, ...dit })).status).toBe(422);
    await noter({ ...conge, finLe: "2026-07-15" });
    const remplacee = await noter({ titulaire: "second", remplaceLe: "2026-08-01" });
    expect(remplacee.data.partants).toMatchObject([
      { finLe: "2026-07-15", finDeSolidarite: "2026-08-01" },
    ]);
    expect((await noter({ ...conge, genre: "deces" })).data.partants).toMatchObject([
      { finLe: "2026-05-31", finDeSolidarite: null },
    ]);
  });

  it("retiré, rend au bail ses jours d’avant", async () => {
    await louerA({});
    await noter({ genre: "conge_locataire", mode: "lrar", recuLe: "2026-11-10" });
    const { status, data } = await agence.user.delete<DepartDetail>(chemin());
    expect([status, data.depart, data.finLe, data.finDuLoyer]).toEqual([200, null, null, null]);
  });
});
