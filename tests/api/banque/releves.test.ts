import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { CompteBancaireDetail } from "#domain/gerance/banque/compte-bancaire.ts";
import type {
  LigneReleveRow,
  ReleveDetail,
  ReleveRow,
} from "#domain/gerance/banque/releve-fiche.ts";
import { openDb } from "#worker/db/client.ts";
import { chiffrer } from "#worker/operations/chiffrement.ts";
import { ibanDeLaLigne, rechiffrerLignes } from "#worker/operations/gerance/banque/releves.ts";
import { type Agence, ouvrirAgence } from "../../support/agence/agence.ts";
import {
  camt,
  cfonb,
  csv,
  FORMATS,
  IBAN_AGENCE,
  IBAN_GERANCE,
  IBAN_LOCATAIRE,
  importer as importerPar,
  MOUVEMENTS,
  ofx1,
} from "../../support/banque/fichiers-de-banque.ts";
import { dumpDatabase } from "../../support/worker/database.ts";

let agence: Agence;
let gerance: number;
let honoraires: number;

const ouvrir = async (nom: string, iban: string, usage = "gerance", depart: object = {}) =>
  (
    await agence.admin.post<CompteBancaireDetail>("/CompteBancaire", {
      ...{ nom, iban, usage, ...depart },
    })
  ).data.id;

beforeAll(async () => {
  agence = await ouvrirAgence();
  gerance = await ouvrir("Gérance", IBAN_GERANCE);
  honoraires = await ouvrir("Honoraires", IBAN_AGENCE, "agence");
});

const importer = (...fichier: Fichier) => importerPar(agence.user, ...fichier);
type Fichier = Parameters<typeof importerPar> extends [unknown, ...infer Reste] ? Reste : never;

const lignes = async (filtre = "") =>
  (await agence.user.get<LigneReleveRow[]>(`/LigneReleve?sort=id${filtre}`)).data;
const comptees = async () => {
  const [nombre] = await openDb(env).all<{ releves: number; lignes: number; fichiers: number }>(sql`
    SELECT (SELECT count(*) FROM "Releve") AS releves, (SELECT count(*) FROM "LigneReleve") AS lignes,
      (SELECT count(*) FROM "StoredFile") AS fichiers`);
  return nombre;
};

describe("Un relevé importé", () => {
  test("donne ses lignes et ses soldes, garde son fichier, et se refuse la seconde fois", async () => {
    const { status, data } = await importer(cfonb(), gerance, "octobre.cfonb");
    expect(status).toBe(201);
    expect(data).toMatchObject({
      lignes: 3,
      nouvelles: 3,
      connues: 0,
      format: "cfonb",
      inconnus: [],
    });
    const { data: releve } = await agence.user.get<ReleveDetail>(`/Releve/${data.id}`);
    expect(releve).toMatchObject({
      compte: "Gérance",
      nom: "octobre.cfonb",
      du: "2026-10-05",
      au: "2026-10-12",
      ancienSolde: 100,
      nouveauSolde: 1697.79,
      aRapprocher: 3,
      canDelete: false,
    });
    // The file holds whole IBANs: only an administrator gets its address, and the journal notes it.
    expect((await agence.user.post(`/Releve/${data.id}/reveler`)).status).toBe(403);
    const revele = await agence.admin.post<{ url: string }>(`/Releve/${data.id}/reveler`);
    const fichier = await agence.personne.fetch(`/files/${revele.data.url}`);
    expect(await fichier.text()).toBe(cfonb());
    const cle = revele.data.url.split("?")[0];
    expect((await agence.user.fetch(`/files/${cle}`)).status).toBe(404);
    const notes = await agence.admin.get<{ details: object }[]>("/Securite?evenement=revelation");
    expect(notes.data[0]?.details).toMatchObject({ entite: "Releve", id: data.id });
    expect(await lignes(`&ReleveId=${data.id}`)).toMatchObject([
      {
        date: "2026-10-05",
        montant: 950,
        tiers: "MARTIN LEA",
        iban: "FR76 •••• •••• •••• 0185",
        etat: "a_rapprocher",
      },
      { montant: 680, iban: null },
      { montant: -32.21, rejet: false },
    ]);
    const encore = await importer(cfonb(), gerance);
    expect([encore.status, encore.error.message]).toEqual([
      409,
      expect.stringMatching(/^Ce fichier a déjà été importé le \d\d\/\d\d\/\d{4}\.$/),
    ]);
    const { data: compte } = await agence.user.get<CompteBancaireDetail>(
      `/CompteBancaire/${gerance}`,
    );
    expect(compte).toMatchObject({
      solde: 1697.79,
      soldeLe: "2026-10-12",
      aRapprocher: 3,
      releves: 1,
      canDelete: false,
    });
  });

  test("garde le compte de qui paie chiffré, et sous une empreinte que seule la clé permet", async () => {
    const dump = await dumpDatabase();
    expect(dump).not.toContain(IBAN_LOCATAIRE);
    const empreintes = () =>
      openDb(env).all<{ payeurEmpreinte: string; ibanSecret: string }>(
        sql`SELECT DISTINCT "payeurEmpreinte", "ibanSecret" FROM "LigneReleve" WHERE "ibanSecret" IS NOT NULL`,
      );
    const [avant] = await empreintes();
    expect(avant?.payeurEmpreinte).toMatch(/^v\d+\.[\w-]{43}$/);
    const DATA_KEYS = `${env.DATA_KEYS},99:${"ab".repeat(32)}`;
    await rechiffrerLignes({ env: { ...env, DATA_KEYS }, db: openDb(env) });
    const [apres, ...autres] = await empreintes();
    expect(autres).toEqual([]);
    expect([apres?.payeurEmpreinte, apres?.ibanSecret]).toEqual([
      expect.stringMatching(/^v99\./),
      expect.stringMatching(/^v99\./),
    ]);
  });

  test("n’ajoute que les lignes qu’un autre n’a pas dites, deux lignes égales d’un jour restant deux", async () => {
    const [loyer, autre] = MOUVEMENTS;
    if (!loyer || !autre) throw new Error("mouvements");
    const egale = { ...autre, date: "2026-10-05" };
    const suite = { date: "2026-10-20", montant: 12_000, libelle: "VIR CAF" };
    const { data } = await importer(cfonb({ mouvements: [loyer, egale, egale, suite] }), gerance);
    expect(data).toMatchObject({ lignes: 4, nouvelles: 2, connues: 2 });
    const egales = (await lignes()).filter(({ montant }) => montant === 680);
    expect(egales).toHaveLength(2);
  });

  test("d’un autre format montre ce qui est sans doute déjà là, sans le taire", async () => {
    const { data } = await importer(
      csv({
        mouvements: [
          { date: "2026-10-07", montant: 95_000, libelle: "Vir Martin Lea Loyer octobre" },
          { date: "2026-10-30", montant: 95_000, libelle: "VIR MARTIN LEA LOYER" },
        ],
      }),
      gerance,
      "octobre.csv",
    );
    expect(data).toMatchObject({ format: "csv", nouvelles: 2 });
    const [premiere] = await lignes();
    expect((await lignes(`&ReleveId=${data.id}`)).map(({ doublonDe }) => doublonDe)).toEqual([
      premiere?.id,
      null,
    ]);
  });

  test("qui commence à un autre solde que celui où le précédent finit le dit", async () => {
    await importer(cfonb({ iban: IBAN_AGENCE, ancien: 0 }), honoraires);
    const plusTard = MOUVEMENTS.map((mouvement) => ({
      ...mouvement,
      date: mouvement.date.replace("-10-", "-11-"),
    }));
    const { data } = await importer(
      cfonb({ iban: IBAN_AGENCE, ancien: 170_000, mouvements: plusTard }),
      honoraires,
    );
    const { data: relevesDits } = await agence.user.get<ReleveRow[]>(
      `/Releve?CompteBancaireId=${honoraires}`,
    );
    expect(relevesDits.map(({ id, ecart }) => [id, ecart])[0]).toEqual([data.id, 102.21]);
    expect(relevesDits[1]?.ecart).toBeNull();
  });
});

describe("Le compte d’un relevé", () => {
  test("est celui que le fichier nomme : un autre est refusé en le nommant", async () => {
    const avant = await comptees();
    const { status, error } = await importer(camt(), honoraires);
    expect([status, error.fields]).toEqual([
      422,
      { CompteBancaireId: "Ce fichier est celui du compte « Gérance », et non de « Honoraires »." },
    ]);
    const inconnu = await importer(ofx1({ iban: IBAN_LOCATAIRE }));
    expect(inconnu.error.fields?.fichier).toMatch(/que l’agence n’a pas ajouté : ••• /);
    const muet = await importer(csv());
    expect(muet.error.fields?.CompteBancaireId).toMatch(/choisissez-le/);
    expect((await importer(camt(), 999)).error.fields?.CompteBancaireId).toBe(
      "Ce compte n’existe pas.",
    );
    expect(await comptees()).toEqual(avant);
  });

  test("parmi plusieurs d’un fichier reçoit ses lignes ; ceux que l’agence n’a pas sont nommés", async () => {
    const decale = (jour: string) =>
      MOUVEMENTS.map((mouvement) => ({ ...mouvement, date: `2026-09-${jour}` }));
    const fichier = [
      cfonb({ mouvements: decale("01") }),
      cfonb({ iban: IBAN_AGENCE, mouvements: decale("02") }),
      cfonb({ iban: IBAN_LOCATAIRE, mouvements: decale("03") }),
    ].join("");
    const { data } = await importer(fichier);
    expect(data.releves.map(({ compte, nouvelles }) => [compte, nouvelles])).toEqual([
      ["Gérance", 3],
      ["Honoraires", 3],
    ]);
    expect(data).toMatchObject({
      lignes: 6,
      nouvelles: 6,
      inconnus: ["••• 0001"].map(() => expect.stringMatching(/^••• /)),
    });
    const neuf = await ouvrir("Autre", IBAN_LOCATAIRE);
    expect((await importer(fichier)).data).toMatchObject({
      nouvelles: 3,
      releves: [{ CompteBancaireId: neuf }],
    });
  });
});

describe("Deux imports à la fois", () => {
  test("du même fichier n’en font qu’un, de fichiers qui se recouvrent une fois chaque ligne", async () => {
    const mouvements = MOUVEMENTS.map((mouvement) => ({ ...mouvement, date: "2026-08-10" }));
    const meme = cfonb({ mouvements });
    const faits = await Promise.all([importer(meme), importer(meme), importer(meme)]);
    expect(faits.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const plus = [
      { date: "2026-08-10", montant: 100, libelle: "A" },
      { date: "2026-08-10", montant: 200, libelle: "B" },
    ];
    const avant = (await comptees())?.lignes ?? 0;
    await Promise.all([
      importer(cfonb({ mouvements: [...mouvements, ...plus.slice(0, 1)] })),
      importer(cfonb({ mouvements: [...mouvements, ...plus] })),
      importer(cfonb({ mouvements: [...plus, ...mouvements] })),
    ]);
    expect((await comptees())?.lignes).toBe(avant + 2);
  });
});

describe("Un fichier trop grand", () => {
  test("se refuse au-delà de 5 Mo, et 20 000 lignes passent d’un coup", async () => {
    const lourd = await importer(`Date;Libellé;Montant\n${"x".repeat(5 * 1024 * 1024)}`, gerance);
    expect([lourd.status, lourd.error.message]).toEqual([
      413,
      "Un fichier ne peut pas dépasser 5 Mo.",
    ]);
    const mouvements = Array.from({ length: 20_000 }, (_, rang) => ({
      date: `2026-0${1 + (rang % 7)}-1${rang % 9}`,
      montant: 100 + rang,
      libelle: `VIR ${rang}`,
      tiers: `LOCATAIRE ${rang}`,
    })).sort((un, autre) => (un.date < autre.date ? -1 : 1));
    const { status, data } = await importer(cfonb({ mouvements }), gerance);
    expect([status, data?.nouvelles]).toEqual([201, 20_000]);
    const page = await agence.user.get<LigneReleveRow[]>(
      `/LigneReleve?ReleveId=${data.id}&page=1&limit=150`,
    );
    expect([page.total, page.data.length]).toEqual([20_000, 150]);
  });
});

test("Un CSV aux en-têtes inconnus se lit dès qu’on les a dits, et le suivant de ce compte sans les redire", async () => {
  const fichier = (jour: string) =>
    `Banque du Marais\nJour;Ce qui s’est passé;Somme;Code\n${jour};VIR NGUYEN;1 234,56;A1\n${jour};FRAIS;-3,20;B2\n`;
  const inconnu = await importer(fichier("05/10/2026"), gerance, "marais.csv");
  expect([inconnu.status, inconnu.error]).toMatchObject([
    422,
    {
      fields: { colonnes: expect.stringMatching(/ne sont pas connues/) },
      details: {
        entetes: ["Jour", "Ce qui s’est passé", "Somme", "Code"],
        exemples: [["05/10/2026", "VIR NGUYEN", "1 234,56", "A1"], expect.anything()],
      },
    },
  ]);
  const dites = { date: "Jour", libelle: "Ce qui s’est passé" };
  const incomplet = await importer(fichier("05/10/2026"), gerance, "marais.csv", dites);
  expect([incomplet.status, incomplet.error.fields]).toEqual([
    422,
    { colonnes: expect.stringMatching(/^Dites quelle colonne est la date/) },
  ]);
  const colonnes = { ...dites, montant: "Somme" };
  const dit = await importer(fichier("05/10/2026"), gerance, "marais.csv", colonnes);
  expect([dit.status, dit.data.nouvelles]).toEqual([201, 2]);
  const suivant = await importer(fichier("06/10/2026"), gerance, "marais.csv");
  expect([suivant.status, suivant.data.nouvelles]).toEqual([201, 2]);
  expect(await lignes(`&ReleveId=${suivant.data.id}`)).toMatchObject([
    { date: "2026-10-06", libelle: "VIR NGUYEN", montant: 1234.56 },
    { libelle: "FRAIS", montant: -3.2 },
  ]);
});

describe("Ce qui est vu en banque", () => {
  const IBAN_PREUVE = "FR7630004008210001234100115";
  let compte: number;
  const prouve = async (fichier: string, nom: string) => {
    const { status, data } = await importer(fichier, compte, nom);
    expect(status).toBe(201);
    return data.releves[0]?.prouve;
  };
  const mouvement = (date: string, montant: number, libelle: string) => ({
    date,
    montant,
    libelle,
  });
  const loyer = mouvement("2024-11-05", 77_777, "VIR MAIN");

  beforeAll(async () => {
    compte = await ouvrir("Preuve", IBAN_PREUVE);
  });

  test("n’est pas ce que dit un fichier sans compte ni soldes, ou dont le solde d’avant suit des lignes", async () => {
    const nu = "Date;Libellé;Montant\n05/11/2024;VIR MAIN;777,77\n";
    const fait = await importer(nu, compte, "main.csv");
    expect([fait.status, fait.data.releves[0]?.prouve]).toEqual([201, false]);
    expect((await lignes(`&ReleveId=${fait.data.id}`)).map((ligne) => ligne.prouvee)).toEqual([
      false,
    ]);
    const deduit = `IBAN;${IBAN_PREUVE}\nSolde au 30/11/2024 1 000,00 €\n${nu}`;
    expect(await prouve(deduit, "deduit.csv")).toBe(false);
    const suivi = "Date;Libellé;Montant;Solde\n05/11/2024;VIR MAIN;777,77;877,77\n";
    expect(await prouve(suivi, "suivi.csv")).toBe(false);
    expect(await prouve(ofx1({ iban: IBAN_PREUVE, mouvements: [loyer] }), "deduit.ofx")).toBe(
      false,
    );

    expect(await prouve(cfonb({ iban: IBAN_PREUVE, mouvements: [loyer] }), "vrai.cfonb")).toBe(
      true,
    );
    const { data } = await agence.user.get<ReleveDetail>(`/Releve/${fait.data.id}`);
    expect(data.prouve).toBe(true);
  });

  test("va du dernier solde prouvé de ce compte, ou des lignes prouvées d’un relevé qu’il recouvre", async () => {
    const suite = [mouvement("2024-12-03", 5000, "A"), mouvement("2024-12-09", 700, "B")];
    const forge = cfonb({ iban: IBAN_PREUVE, ancien: 1, mouvements: [suite[0] ?? loyer] });
    expect(await prouve(forge, "forge.cfonb")).toBe(false);
    const ofx = ofx1({ iban: IBAN_PREUVE, ancien: 87_777, mouvements: suite }).replaceAll(
      "202610",
      "202412",
    );
    expect(await prouve(ofx, "suite.ofx")).toBe(true);
    const chevauche = [suite[1] ?? loyer, mouvement("2024-12-20", 100, "C")];
    expect(
      await prouve(
        cfonb({ iban: IBAN_PREUVE, ancien: 92_777, mouvements: chevauche }),
        "chevauche.cfonb",
      ),
    ).toBe(true);
    const avant = [mouvement("2024-10-05", 50, "Z")];
    const forgeAvant = cfonb({ iban: IBAN_PREUVE, ancien: 1, mouvements: avant });
    expect(await prouve(forgeAvant, "forge-avant.cfonb")).toBe(false);
    const vraiAvant = cfonb({ iban: IBAN_PREUVE, ancien: 9_950, mouvements: avant });
    expect(await prouve(vraiAvant, "avant.cfonb")).toBe(true);
  });

  test("d’un CSV sans compte est la colonne de ses soldes ; un saut depuis le dernier solde prouvé se dit, et rien n’est perdu", async () => {
    const choisi = await ouvrir("Tableur", "FR7630003035400005012345607", "gerance", {
      ...{ soldeDepart: 100, dateDepart: "2023-12-31" },
    });
    const importe = async (fichier: string, nom: string) => {
      const { status, data } = await importer(fichier, choisi, nom);
      expect(status).toBe(201);
      const [releve] = data.releves;
      return [releve?.prouve, releve?.saut, data.nouvelles];
    };
    const deux = (mois: string) => [
      mouvement(`2024-${mois}-03`, 95_000, `LOYER ${mois}`),
      mouvement(`2024-${mois}-28`, -45_000, `REVERSEMENT ${mois}`),
    ];
    const [janvier, fevrier, mars] = ["01", "02", "03"].map((mois, rang) =>
      csv({ ancien: 10_000 + 50_000 * rang, mouvements: deux(mois) }),
    );
    expect(await importe(janvier ?? "", "janvier.csv")).toEqual([true, null, 2]);
    const saut = csv({ ancien: 60_000 + 98_999, mouvements: deux("04") });
    expect(await importe(saut, "avril.csv")).toEqual([
      false,
      expect.stringMatching(
        /^Il commence le 03\/04\/2024 à 1\s589,99\s€, et le dernier relevé prouvé finit le 28\/01\/2024 à 600,00\s€ : 989,99\s€ d’écart\. /,
      ),
      2,
    ]);
    expect(await importe(fevrier ?? "", "fevrier.csv")).toEqual([true, null, 2]);
    // This file of one line states its opening balance, which is the balance already proven.
    const seule = csv({ ancien: 110_000, mouvements: [mouvement("2024-02-29", 100, "SEULE")] });
    expect(await importe(seule, "seule.csv")).toEqual([true, null, 1]);
    expect((await importe(mars ?? "", "mars.csv")).slice(0, 2)).toEqual([
      false,
      expect.stringContaining("−1,00"),
    ]);
    const { data } = await agence.user.get<ReleveRow[]>(`/Releve?CompteBancaireId=${choisi}`);
    expect(data.map(({ prouve }) => prouve).filter(Boolean)).toHaveLength(3);
  });

  test("d’un compte sans solde de départ dit le saut du dernier relevé, et l’est dès que ce solde est donné", async () => {
    const choisi = await ouvrir("Sans départ", "FR7610107001011234567890129");
    const importe = async (ancien: number, mois: string) => {
      const fichier = csv({
        ancien,
        mouvements: [
          mouvement(`2024-${mois}-03`, 88_000, mois),
          mouvement(`2024-${mois}-09`, -8_000, `${mois} bis`),
        ],
      });
      const { data } = await importer(fichier, choisi, `${mois}.csv`);
      return [data.releves[0]?.prouve, data.releves[0]?.saut];
    };
    expect(await importe(1_000_000, "01")).toEqual([false, null]);
    expect(await importe(1_138_000, "03")).toEqual([
      false,
      expect.stringMatching(
        /^Il commence le 03\/03\/2024 à 11\s380,00\s€, et le dernier relevé, non prouvé, finit le 09\/01\/2024 à 10\s800,00\s€ : 580,00\s€ d’écart\. /,
      ),
    ]);
    expect(await importe(1_080_000, "02")).toEqual([false, null]);
    const prouves = async () =>
      (await agence.user.get<ReleveRow[]>(`/Releve?CompteBancaireId=${choisi}`)).data
        .map(({ du, prouve }) => [du, prouve])
        .toSorted();
    const { data: lu } = await agence.admin.get<CompteBancaireDetail>(`/CompteBancaire/${choisi}`);
    const donner = async (soldeDepart: number, dateDepart: string) => {
      const { version } = (
        await agence.admin.get<CompteBancaireDetail>(`/CompteBancaire/${choisi}`)
      ).data;
      const change = await agence.admin.put(`/CompteBancaire/${choisi}`, {
        version,
        soldeDepart,
        dateDepart,
      });
      expect(change.status).toBe(200);
      return prouves();
    };
    expect(lu.soldeProuve).toBe(false);
    expect((await donner(9_999, "2024-01-02")).map(([, prouve]) => prouve)).toEqual([
      false,
      false,
      false,
    ]);
    expect(await donner(10_000, "2024-01-02")).toEqual([
      ["2024-01-03", true],
      ["2024-02-03", true],
      ["2024-03-03", false],
    ]);
    // The statement of April is proven too, because it opens with the proven closing balance of February.
    expect(await importe(1_160_000, "04")).toEqual([true, null]);
    expect((await prouves()).map(([, prouve]) => prouve)).toEqual([true, true, false, true]);
  });

  test("l’est après coup quand le relevé qui manquait arrive", async () => {
    const [janvier, fevrier, mars] = ["01", "02", "03"].map((mois, rang) =>
      cfonb({
        iban: IBAN_PREUVE,
        ancien: 93_577 + rang * 100,
        mouvements: [mouvement(`2025-${mois}-07`, 100, `MOIS ${mois}`)],
      }),
    );
    const { data: deMars } = await importer(mars ?? "", compte, "mars.cfonb");
    const prouvees = async () =>
      (await lignes(`&ReleveId=${deMars.id}`)).map(({ prouvee }) => prouvee);
    expect(await prouvees()).toEqual([false]);
    expect(await prouve(janvier ?? "", "janvier.cfonb")).toBe(true);
    expect(await prouve(fevrier ?? "", "fevrier.cfonb")).toBe(true);
    expect(await prouvees()).toEqual([true]);
    const avril = mouvement("2025-04-07", 1, "AVRIL");
    const suivant = cfonb({ iban: IBAN_PREUVE, ancien: 93_877, mouvements: [avril] });
    expect(await prouve(suivant, "avril.cfonb")).toBe(true);
  });
});

test("ce qui n’a pas eu lieu est laissé de côté, et compté", async () => {
  const { status, data } = await importer(
    "Date;Libellé;Montant;Statut\n05/12/2024;VIR;950,00;Exécuté\n06/12/2024;VIR;-1200,00;Refusé\n",
    gerance,
    "refuse.csv",
  );
  expect([status, data.nouvelles, data.sansEffet]).toEqual([201, 1, 1]);
});

test("Chaque format se lit par la même porte", async () => {
  for (const [rang, [, faire]] of Object.entries(FORMATS).entries()) {
    const mouvements = MOUVEMENTS.map((mouvement) => ({
      ...mouvement,
      date: `2025-0${rang + 1}-05`,
    }));
    const { status, data } = await importer(faire({ mouvements }), gerance);
    expect([status, data?.nouvelles]).toEqual([201, 3]);
  }
});

test("les comptes de milliers de payeurs se rechiffrent en quelques allers-retours quand la clé change", async () => {
  const db = openDb(env);
  const secrets = Array.from({ length: 2500 }, (_, rang) =>
    chiffrer(env, `FR76${rang}`, "LigneReleve iban"),
  );
  await db.run(sql`INSERT INTO "LigneReleve"
      ("ReleveId", "CompteBancaireId", date, montant, libelle, rejet, "ibanSecret", "payeurEmpreinte", cle)
    SELECT "ReleveId", "CompteBancaireId", date, 1, 'Beaucoup', 0, autre.value, 'v1.' || autre.key, 'beaucoup ' || autre.key
    FROM (SELECT * FROM "LigneReleve" LIMIT 1), json_each(${JSON.stringify(secrets)}) autre`);
  const DATA_KEYS = `${env.DATA_KEYS},99:${"ab".repeat(32)},100:${"cd".repeat(32)}`;
  const ecrire = vi.spyOn(db, "write");
  await rechiffrerLignes({ env: { ...env, DATA_KEYS }, db });
  expect(ecrire).toHaveBeenCalledTimes(2);
  const lignes = await db.all<{ ibanSecret: string; rang: string }>(
    sql`SELECT "ibanSecret", substr(cle, 10) AS rang FROM "LigneReleve" WHERE libelle = 'Beaucoup'`,
  );
  expect(lignes).toHaveLength(2500);
  for (const { ibanSecret, rang } of lignes) {
    expect(ibanSecret).toMatch(/^v100\./);
    expect(ibanDeLaLigne({ DATA_KEYS }, ibanSecret)).toBe(`FR76${rang}`);
  }
  await rechiffrerLignes({ env: { ...env, DATA_KEYS }, db });
  expect(ecrire).toHaveBeenCalledTimes(2);
});

test("Un fichier nommé d’après son compte n’en montre pas le numéro entier", async () => {
  const { data } = await importer(
    "Date;Libellé;Montant\n01/09/2026;VIR;1,00\n",
    honoraires,
    `Releve_${IBAN_AGENCE}.csv`,
  );
  const { data: releve } = await agence.user.get<ReleveDetail>(`/Releve/${data.id}`);
  const fichiers = await openDb(env).all<{ nom: string }>(sql`SELECT nom FROM "StoredFile"`);
  expect(releve.nom).toBe("Releve_FR14 •••• •••• •••• 2606.csv");
  expect(fichiers.map(({ nom }) => nom)).toContain("Releve_FR14 •••• •••• •••• 2606");
});
