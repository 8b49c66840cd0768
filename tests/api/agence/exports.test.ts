import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Controle } from "#domain/agence/controle.ts";
import { ajouterJours, aujourdhui, formatJour } from "#domain/dates.ts";
import { honorairesVires } from "#domain/gerance/livres/ecritures-honoraires.ts";
import type { Pointe } from "#domain/gerance/livres/pointe.ts";
import { openDb } from "#worker/db/client.ts";
import type { FondsDetenus } from "#worker/operations/gerance/exports/exports.ts";
import { poster } from "#worker/operations/gerance/livres/ecritures.ts";
import { type Agence, creer, MISSION, ouvrirAgence } from "../../support/agence/agence.ts";
import { louerEnGerance, ouvrirCompte } from "../../support/banque/lignes-releve.ts";

const db = openDb(env);
const TODAY = aujourdhui(new Date());
const HIER = ajouterJours(TODAY, -1);
const ANNEE = TODAY.slice(0, 4);

let agence: Agence;
let loue: Awaited<ReturnType<typeof louerEnGerance>>;

const fichier = async (chemin: string) => {
  const reponse = await agence.admin.fetch(`/api/Export/${chemin}`);
  const texte = await reponse.text();
  return { reponse, lignes: texte.replace("\uFEFF", "").replace(/\r\n$/, "").split("\r\n") };
};
const regler = (nom: string, valeur: string) =>
  db.run(sql`INSERT INTO "Variable" (nom, valeur) VALUES (${nom}, ${valeur})
    ON CONFLICT (nom) DO UPDATE SET valeur = ${valeur}`);
const garantie = async () =>
  (await agence.admin.get<Controle[]>("/Controle")).data.find(
    ({ nom }) => nom === "Garantie financière",
  );

beforeAll(async () => {
  agence = await ouvrirAgence();
  const compte = await ouvrirCompte();
  loue = await louerEnGerance(agence.admin, { nom: "Martin", mois: [`${ANNEE}-01`] });
  await agence.admin.put(`/Mission/${loue.MissionId}/client/add/${loue.ClientId}`);
  const { status } = await agence.user.post("/Reglement", {
    DossierId: loue.DossierId,
    date: HIER,
    montant: 1000,
    mode: "virement",
  });
  expect(status).toBe(201);
  const du = (genre: "411H" | "706" | "44571", debit: number, credit: number) => ({
    compte: { genre, de: genre === "411H" ? loue.MissionId : null },
    debit,
    credit,
  });
  await db.write(
    poster(
      db,
      [
        {
          livre: "H",
          journal: "HON",
          lignes: [du("411H", 12_180, 0), du("706", 0, 10_150), du("44571", 0, 2_030)],
          cle: "essai honoraires",
          date: HIER,
          libelle: "Gérance 10/2026",
          piece: "FH-2026-000311",
        },
      ],
      { today: TODAY, user: null },
    ),
  );
  expect(compte).toBeGreaterThan(0);
});

describe("Les exports", () => {
  it("sont de l’administration seule, et notés", async () => {
    expect((await agence.user_delete.get("/Export/balance.csv")).status).toBe(403);
    const { reponse } = await fichier("balance.csv?livre=G");
    expect(reponse.headers.get("Content-Disposition")).toContain(`balance_G_${TODAY}.csv`);
    await vi.waitFor(async () =>
      expect(
        await db.all(
          sql`SELECT details FROM "SecurityEvent" WHERE evenement = 'export' AND details ->> 'ressource' = 'Export balance'`,
        ),
      ).toHaveLength(1),
    );
    expect((await agence.admin.get("/Export/balance.csv?inconnu=1")).status).toBe(422);
    expect((await agence.admin.get("/Export/journal.csv?du=2026-02-01&au=2026-01-01")).status).toBe(
      422,
    );
  });

  it("donnent le journal, le grand-livre et la balance, qui s’accordent", async () => {
    const journal = (await fichier("journal.csv?livre=G")).lignes;
    expect(journal[0]).toBe(
      "Livre;Écriture;Date;Journal;Compte;Intitulé;Tiers;Libellé;Pièce;Débit;Crédit;Date de pièce",
    );
    const balance = (await fichier("balance.csv?livre=G")).lignes.map((ligne) => ligne.split(";"));
    const mandant = balance.find(([compte]) => compte === "467000");
    expect([mandant?.[5], mandant?.[6]]).toEqual(["", "950"]);
    const grandLivre = (await fichier(`grand-livre.csv?livre=G&du=${ANNEE}-01-01`)).lignes.map(
      (ligne) => ligne.split(";"),
    );
    const dernier = grandLivre.findLast(([compte]) => compte === "467000");
    expect(Number(dernier?.[10]?.replace(",", "."))).toBe(-950);
    expect(grandLivre.length - 1).toBe(journal.length - 1);
    const apres = (await fichier(`grand-livre.csv?livre=G&du=${TODAY}&au=${TODAY}`)).lignes;
    expect(apres.filter((ligne) => ligne.includes("Report")).length).toBeGreaterThan(1);
  });

  it("donnent au grand-livre la même lettre à un loyer et à ce qui l’a réglé, rien à ce qui est dû", async () => {
    const lettrees = (await fichier("grand-livre.csv?livre=G")).lignes
      .map((ligne) => ligne.split(";"))
      .filter(([compte]) => compte === "411000");
    const parLettre = Map.groupBy(lettrees, (champs) => champs[12]);
    expect([...parLettre.keys()].toSorted()).toEqual(["A", "B"]);
    for (const siennes of parLettre.values()) {
      const total = (rang: number) =>
        siennes.reduce((somme, champs) => somme + Number(champs[rang] || 0), 0);
      expect(total(8)).toBe(total(9));
      expect(siennes.map((champs) => champs[13])).toEqual(siennes.map(() => formatJour(TODAY)));
    }
  });

  it("donnent les fonds détenus par mandat, ce que doivent les locataires, et les honoraires", async () => {
    const fonds = (await fichier("fonds-detenus.csv")).lignes;
    expect(fonds.slice(1).map((ligne) => ligne.split(";").slice(2))).toEqual([
      ["Dû au mandant", "", "", "950"],
      ["Avance du locataire", "27 bis boulevard Saint-Michel, 4e", "M. Léo Martin", "50"],
    ]);
    expect((await fichier(`fonds-detenus.csv?au=${ajouterJours(HIER, -1)}`)).lignes).toHaveLength(
      1,
    );
    const honoraires = (await fichier("honoraires.csv")).lignes;
    expect(honoraires[1]?.split(";").slice(-5)).toEqual(["101,5", "20,3", "121,8", "0", "20,3"]);
    expect((await fichier("creances.csv")).lignes).toHaveLength(1);
    const { DossierId } = await louerEnGerance(agence.admin, {
      nom: "Petit",
      mois: [`${ANNEE}-01`],
    });
    expect(DossierId).toBeGreaterThan(0);
    const creances = (await fichier("creances.csv")).lignes.map((ligne) => ligne.split(";"));
    expect(creances[1]?.slice(4)).toEqual(["950", "0", "0", "0", "0", "950"]);
    for (const nom of ["factures", "reversements", "rapprochement"]) {
      expect((await fichier(`${nom}.csv`)).reponse.status).toBe(200);
    }
  });

  it("donnent le livre des honoraires au format FEC, sous le nom que veut l’administration", async () => {
    await regler("siret", "");
    expect((await agence.admin.get(`/Export/fec?exercice=${ANNEE}`)).status).toBe(422);
    await regler("siret", "912 345 670 00018");
    const { reponse, lignes } = await fichier(`fec?exercice=${ANNEE}`);
    expect(reponse.headers.get("Content-Disposition")).toContain(`912345670FEC${ANNEE}1231.txt`);
    const champs = lignes.map((ligne) => ligne.split("\t"));
    expect(champs.map((ligne) => ligne.length)).toEqual([18, 18, 18, 18]);
    const jour = HIER.replaceAll("-", "");
    expect(champs[1]).toEqual([
      "HO",
      "Honoraires",
      `${ANNEE}-000001`,
      jour,
      "411100",
      "Mandants",
      `MISSION${String(loue.MissionId).padStart(6, "0")}`,
      "DE LA TOUR",
      "FH-2026-000311",
      jour,
      "Gérance 10/2026",
      "121,80",
      "0,00",
      "",
      "",
      TODAY.replaceAll("-", ""),
      "",
      "",
    ]);
    expect(champs.slice(2).map((ligne) => [ligne[4], ligne[11], ligne[12]])).toEqual([
      ["706100", "0,00", "101,50"],
      ["445710", "0,00", "20,30"],
    ]);
    await agence.user.put(`/Mission/${loue.MissionId}`, { dateSignature: HIER });
    const mandats = [{ MissionId: loue.MissionId, numero: 42 }];
    const ouvert = await agence.admin.post("/RegistreMandat/ouvrir", { premier: 43, mandats });
    expect(ouvert.status).toBe(201);
    const inscrite = (await fichier(`fec?exercice=${ANNEE}`)).lignes[1];
    expect(inscrite?.split("\t")[6]).toBe("M000042");
    const [, virement] = honorairesVires(1, [{ mandat: loue.MissionId, montant: 12_180 }]);
    const ecriture = { ...virement, cle: "essai virement", date: TODAY, libelle: "Virement" };
    await db.write(poster(db, [ecriture], { today: TODAY, user: null }));
    expect(
      (await fichier(`fec?exercice=${ANNEE}`)).lignes
        .slice(-2)
        .map((ligne) => ligne.split("\t"))
        .map((champs) => [champs[0], champs[1], champs[4], champs[11], champs[12]]),
    ).toEqual([
      ["BQ", "Banque", "512000", "121,80", "0,00"],
      ["BQ", "Banque", "411100", "0,00", "121,80"],
    ]);
  });
});

describe("La pointe", () => {
  const lire = async () =>
    (await agence.admin.get<Pointe>(`/Export/pointe?du=${ANNEE}-01-01&au=${TODAY}`)).data;

  it("dit la plus grande somme détenue, et la compare à la garantie", async () => {
    await regler("garantMontant", "1 250,00 €");
    expect(await lire()).toMatchObject({ max: 1000, maxLe: HIER, garantie: 1250, etat: "proche" });
    expect(await garantie()).toMatchObject({ etat: "vert" });
    await regler("garantMontant", "999,99 €");
    expect((await lire()).etat).toBe("depassee");
    expect(await garantie()).toMatchObject({ etat: "rouge", lignes: 1 });
    await regler("garantMontant", "cent mille");
    expect((await lire()).etat).toBe("inconnue");
    const lignes = (await fichier(`pointe.csv?du=${ANNEE}-01-01&au=${TODAY}`)).lignes;
    expect(lignes.at(-1)).toBe(`${formatJour(TODAY)};1000;`);
  });

  it("garde aux soirs passés la garantie qu’ils avaient quand elle est relevée", async () => {
    const [reglage] = await db.all<{ id: number }>(
      sql`SELECT id FROM "Variable" WHERE nom = 'garantMontant'`,
    );
    const relever = (valeur: string) =>
      agence.admin.put(`/Variable/${reglage?.id}`, { nom: "garantMontant", valeur });
    await regler("garantMontant", "900,00 €");
    expect((await relever("2 000 €")).status).toBe(200);
    const lue = await lire();
    expect(lue).toMatchObject({
      garantie: 2000,
      etat: "depassee",
      depassement: { date: HIER, montant: 1000, garantie: 900 },
    });
    expect(await garantie()).toMatchObject({
      etat: "vert",
      detail: expect.stringMatching(
        new RegExp(
          `La garantie a été dépassée, elle ne l’est plus : .* le ${formatJour(HIER)}, pour 900,00`,
        ),
      ),
    });
    // The guarantee, lowered again, is less than the highest sum held in the year.
    expect((await relever("950 €")).status).toBe(200);
    expect((await garantie())?.etat).toBe("rouge");
    expect((await relever("2 000 €")).status).toBe(200);
    const lignes = (await fichier(`pointe.csv?du=${ANNEE}-01-01&au=${TODAY}`)).lignes;
    expect(lignes.slice(-2)).toEqual([
      `${formatJour(HIER)};1000;900`,
      `${formatJour(TODAY)};1000;2000`,
    ]);
  });
});

it("Un logement qui change de mandat laisse à l’ancien ce qui était détenu les soirs d’avant", async () => {
  const { MissionId, AppartementId, DossierId } = await louerEnGerance(agence.admin, {
    nom: "Roux",
    mois: [`${ANNEE}-01`],
  });
  const paiement = { DossierId, date: HIER, montant: 3000, mode: "virement" };
  expect((await agence.user.post("/Reglement", paiement)).status).toBe(201);
  const detenus = async (au: string) =>
    (await agence.admin.get<FondsDetenus[]>(`/Export/fonds-detenus?au=${au}`)).data.flatMap(
      ({ mandat, locataire, nature, montant }) =>
        locataire.includes("Roux") ? [{ mandat, nature, montant }] : [],
    );
  const avance = { mandat: MissionId, nature: "Avance du locataire", montant: 2050 };
  expect(await detenus(HIER)).toEqual([avance]);
  const suivant = await creer(agence.user, "Mission", MISSION);
  await db.run(
    sql`INSERT INTO "ConditionsMandat" ("MissionId", depuis, "modeFonds") VALUES (${suivant.id}, '2020-01-01', 'agence')`,
  );
  await agence.user.put(`/Mission/${suivant.id}/appartement/add/${AppartementId}`);
  expect(await detenus(HIER)).toEqual([avance]);
  await agence.admin.post(`/Quitance/generate/${DossierId}`, { date: `${ANNEE}-02-01` });
  expect([await detenus(HIER), await detenus(TODAY)]).toEqual([
    [avance],
    [{ ...avance, mandat: suivant.id, montant: 1100 }],
  ]);
});
