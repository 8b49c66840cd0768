import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import type { TableauDeBord } from "#domain/agence/tableau-de-bord.ts";
import { ajouterMois, aujourdhui, moisDe } from "#domain/dates.ts";
import {
  type CompteDuProprietaire,
  motsDuReste,
} from "#domain/gerance/cloture/compte-proprietaire.ts";
import type { CompteDuMandat } from "#domain/gerance/mandats/compte-mandat.ts";
import { openDb } from "#worker/db/client.ts";
import {
  type Agence,
  creer,
  MISSION,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";
import { freshHouse } from "../../support/worker/database.ts";

let agence: Agence;
let pauline: number;
let anne: number;
let mandat: number;

/** Runs these statements in one batch, in their order: the lines of an entry must come before the entry. */
const executer = async (...requetes: ReturnType<typeof sql>[]) => {
  const db = openDb(env);
  await db.write(Object.fromEntries(requetes.map((requete, rang) => [rang, db.run(requete)])));
};
const compte = async (ClientId: number) =>
  (await agence.user.get<CompteDuProprietaire>(`/Client/${ClientId}/compte`)).data;

/** The owners' account of October, which leaves 862,45 € to pay: three fifths to Pauline, two fifths to Anne. */
async function rendre() {
  const contenu = JSON.stringify({
    numero: "2026-10 / 000042",
    mandat: { nom: "INDIVISION DURAND" },
  });
  await executer(
    sql`INSERT INTO "CompteRendu" (id, "MissionId", mois, du, au, etat, "clotureLe", solde, encaissements, depenses, "honorairesTTC", provision, reversement, contenu, "validePar", "valideLe")
      VALUES (1, ${mandat}, '2026-10', '2026-10-01', '2026-10-31', 'valide', '2026-11-05', 116245, 145000, 44200, 12180, 30000, 86245, ${contenu}, 'a@b.fr', '2026-11-05T09:00:00.000Z')`,
    sql`INSERT INTO "CompteRenduPart" (id, "CompteRenduId", "ClientId", rang, num, den, montant)
      VALUES (1, 1, ${pauline}, 1, 3, 5, 51747), (2, 1, ${anne}, 2, 2, 5, 34498)`,
    sql`INSERT INTO "FactureHonoraires" (serie, exercice, rang, "MissionId", "CompteRenduId", date, ht, tva, ttc, contenu)
      VALUES ('FH', '2026', 1, ${mandat}, 1, '2026-11-05', 10150, 2030, 12180, '{"mandat":"000042"}')`,
  );
}

/** A transfer of Pauline's part, in a batch which is in this state. */
const reverser = (etat: string) =>
  executer(
    sql`INSERT INTO "CompteBancaire" (id, nom, iban, secret, usage) VALUES (1, 'Gérance', 'FR76…', 'x', 'gerance')`,
    sql`INSERT INTO "CoordonneesBancaires" (id, "MissionId", "ClientId", titulaire, iban, secret, etat, "actifLe")
      VALUES (1, ${mandat}, ${pauline}, 'DURAND PAULINE', 'FR14…2606', 'x', 'confirme', '2026-01-01')`,
    sql`INSERT INTO "Reversement" (id, numero, "dateExecution", "CompteBancaireId", etat, format)
      VALUES (1, 'REV-2026-11-0001', '2026-11-10', 1, ${etat}, 'pain.001.001.09')`,
    sql`INSERT INTO "Virement" (id, "ReversementId", rang, "CompteRenduPartId", "CoordonneesBancairesId", montant, titulaire, reference, libelle)
      VALUES (1, 1, 1, 1, 1, 51747, 'DURAND PAULINE', 'M000042-2026-10-01', 'Octobre 2026')`,
  );

async function montrer() {
  await executer(sql`INSERT INTO "Releve" ("CompteBancaireId", format, nom, empreinte, connues)
    SELECT "CompteBancaireId", 'cfonb', 'releve', 'vu', 0 FROM "Reversement" WHERE id = 1`);
  await executer(sql`INSERT INTO "LigneReleve" ("ReleveId", "CompteBancaireId", date, montant, libelle, rejet, cle)
    SELECT max(id), "CompteBancaireId", '2026-11-12', -51747, 'VIR', 0, 'vu' FROM "Releve" WHERE nom = 'releve'`);
  await executer(
    sql`UPDATE "Virement" SET "LigneReleveId" = (SELECT max(id) FROM "LigneReleve") WHERE id = 1`,
  );
}

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
  ({ id: pauline } = await creer(agence.admin, "Client", {
    ...PROPRIETAIRE,
    nom: "DURAND",
    prenom: "Pauline",
  }));
  ({ id: anne } = await creer(agence.admin, "Client", {
    ...PROPRIETAIRE,
    nom: "DURAND",
    prenom: "Anne",
  }));
  ({ id: mandat } = await creer(agence.admin, "Mission", { ...MISSION, numRegistre: "42" }));
  for (const id of [pauline, anne]) await agence.admin.put(`/Mission/${mandat}/client/add/${id}`);
  await executer(
    sql`INSERT INTO "ConditionsMandat" (id, "MissionId", depuis, "modeFonds") VALUES (1, ${mandat}, '2024-01-01', 'agence')`,
    sql`INSERT INTO "PartMandat" ("ConditionsMandatId", "ClientId", rang, num, den)
      VALUES (1, ${pauline}, 1, 3, 5), (1, ${anne}, 2, 2, 5)`,
    // The opening entry of the books: the agency holds 300,00 € for the mandate, which are its provision.
    sql`INSERT INTO "Ligne" ("EcritureId", genre, de, mandat, debit, credit) VALUES (1, '4670', ${mandat}, ${mandat}, 0, 30000), (1, '512G', 1, NULL, 30000, 0)`,
    sql`INSERT INTO "Ecriture" (id, livre, exercice, numero, journal, date, libelle, cle) VALUES (1, 'G', '2026', 1, 'AN', '2026-10-01', 'Reprise', 'essai')`,
  );
});

it("Le compte d’un propriétaire dit ce qui lui revient, ce qui lui a été rendu et facturé, et rien des autres", async () => {
  await rendre();
  expect(await compte(pauline)).toEqual({
    ClientId: pauline,
    nom: "Mme Pauline DURAND",
    solde: 697.47,
    aReverser: 517.47,
    enCours: 0,
    honorairesDus: 0,
    incomplet: false,
    accords: [],
    mandats: [
      {
        MissionId: mandat,
        numero: "42",
        lots: [],
        modeFonds: "agence",
        num: 3,
        den: 5,
        solde: 180,
        honorairesDus: 0,
        annees: ["2026"],
      },
    ],
    comptesRendus: [
      {
        id: 1,
        MissionId: mandat,
        numero: "2026-10 / 000042",
        mandat: "INDIVISION DURAND",
        mois: "2026-10",
        du: "2026-10-01",
        au: "2026-10-31",
        valideLe: "2026-11-05T09:00:00.000Z",
        encaissements: 1450,
        reversement: 862.45,
        montant: 517.47,
        etat: "a_reverser",
        reverseLe: null,
      },
    ],
    virements: [],
    factures: [
      {
        id: 1,
        MissionId: mandat,
        numero: "FH-2026-000001",
        date: "2026-11-05",
        mandat: "000042",
        ht: 101.5,
        tva: 20.3,
        ttc: 121.8,
      },
    ],
  });
  expect(await compte(anne)).toMatchObject({ solde: 464.98, aReverser: 344.98 });
  const { id: etrangere } = await creer(agence.admin, "Client", PROPRIETAIRE);
  expect(await compte(etrangere)).toMatchObject({ solde: 0, mandats: [], comptesRendus: [] });
  expect((await agence.user.get("/Client/9999/compte")).status).toBe(404);
});

it("Le mandat dit ce que tiennent ses comptes", async () => {
  const { data } = await agence.user.get<CompteDuMandat>(`/Mission/${mandat}/compte`);
  expect(data).toEqual({
    MissionId: mandat,
    modeFonds: "agence",
    solde: 300,
    aReverser: 0,
    appele: 0,
    depots: 0,
    honorairesDus: 0,
  });
  expect((await agence.user.get("/Mission/9999/compte")).status).toBe(404);
});

it("Le tableau de bord dit ce qui n’est pas clôturé du dernier mois", async () => {
  const mois = ajouterMois(moisDe(aujourdhui(new Date())), -1);
  const aCloturer = async () =>
    (await agence.admin.get<TableauDeBord>("/dashboard")).data.aCloturer;
  expect(await aCloturer()).toEqual({ mois, mandats: 1 });
  expect((await agence.admin.post("/CompteRendu/preparer", { mois })).status).toBe(200);
  expect(await aCloturer()).toEqual({ mois, mandats: 1 });
  await executer(
    sql`UPDATE "CompteRendu" SET etat = 'valide', "clotureLe" = au WHERE mois = ${mois}`,
  );
  expect(await aCloturer()).toEqual({ mois, mandats: 0 });
});

it("Ce qui attend un second administrateur n’est pas encore reversé ; une fois validé, si", async () => {
  await rendre();
  await reverser("a_valider");
  expect(await compte(pauline)).toMatchObject({
    aReverser: 517.47,
    comptesRendus: [{ etat: "a_valider", reverseLe: "2026-11-10" }],
    virements: [],
  });
  await executer(sql`UPDATE "Reversement" SET etat = 'valide' WHERE id = 1`);
  expect(await compte(pauline)).toMatchObject({
    solde: 180,
    aReverser: 0,
    comptesRendus: [{ etat: "preparee", reverseLe: "2026-11-10" }],
    virements: [
      {
        montant: 517.47,
        iban: "FR14…2606",
        etat: "emis",
        avancement: "preparee",
        CompteRenduId: 1,
      },
    ],
  });
  // The account shows the money as paid over only once a bank statement shows the transfer.
  await executer(sql`UPDATE "Reversement" SET etat = 'telecharge' WHERE id = 1`);
  expect((await compte(pauline)).comptesRendus).toMatchObject([{ etat: "envoyee" }]);
  await montrer();
  expect(await compte(pauline)).toMatchObject({
    comptesRendus: [{ etat: "reversee", reverseLe: "2026-11-12" }],
    virements: [{ avancement: "reversee", date: "2026-11-12" }],
  });
  expect(await compte(anne)).toMatchObject({ aReverser: 344.98 });
});

it("Ce qu’un virement emporte reste dit jusqu’à ce que la banque le montre, et de nouveau si elle le rend", async () => {
  const reste = async () => motsDuReste(await compte(pauline));
  const lot = (etat: string) => executer(sql`UPDATE "Reversement" SET etat = ${etat} WHERE id = 1`);
  await rendre();
  await reverser("a_valider");
  expect(await reste()).toBe("Dont 517,47\u00A0€ à vous reverser.");
  for (const etat of ["valide", "telecharge"]) {
    await lot(etat);
    expect(await reste()).toBe("S’y ajoutent 517,47\u00A0€ en cours de virement.");
  }
  await montrer();
  expect(await compte(pauline)).toMatchObject({ aReverser: 0, enCours: 0 });
  expect(await reste()).toBe("Rien n’attend d’être reversé.");
  // An unproven line of a statement does not show that the bank paid.
  await executer(sql`UPDATE "LigneReleve" SET prouvee = 0`);
  expect(await reste()).toBe("S’y ajoutent 517,47\u00A0€ en cours de virement.");
  await executer(sql`UPDATE "Virement" SET etat = 'rejete' WHERE id = 1`);
  expect(await reste()).toBe("Dont 517,47\u00A0€ à vous reverser.");
});

it("Un virement que la banque renvoie est de nouveau à reverser, et se voit", async () => {
  await rendre();
  await reverser("telecharge");
  await executer(sql`UPDATE "Virement" SET etat = 'rejete' WHERE id = 1`);
  expect(await compte(pauline)).toMatchObject({
    aReverser: 517.47,
    comptesRendus: [{ etat: "a_reverser", reverseLe: null }],
    virements: [{ etat: "rejete" }],
  });
});
