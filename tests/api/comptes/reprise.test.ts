import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { AideFiscale } from "#domain/gerance/cloture/fiscal.ts";
import type { CompteDuDossier } from "#domain/gerance/locataires/compte.ts";
import type { RepriseLue } from "#domain/gerance/reprise/reprise.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import { sansAuteur } from "#worker/operations/contexte.ts";
import { controlerComptes } from "#worker/operations/gerance/livres/invariants.ts";
import { signerReprise } from "#worker/operations/gerance/reprise/reprise.ts";
import { type Agence, creer, louer, MISSION, ouvrirAgence } from "../../support/agence/agence.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";
import { avantQueSEcrive } from "../../support/worker/courses.ts";
import { freshHouse } from "../../support/worker/database.ts";
import { mourir } from "../../support/worker/pannes.ts";

const DEBUT = "2026-11-01";
const db = openDb(env);
let agence: Agence;
/** The dossiers of MARTIN and PETIT, under the mandate below. */
let martin: number;
let petit: number;
let mandat: number;

/** An agency older than its books: receipts of two months, and no takeover signed yet. */
beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
  await db.run(sql`DELETE FROM "Reprise"`);
  await db.run(
    sql`INSERT INTO "CompteBancaire" (id, nom, iban, secret, usage) VALUES (1, 'Gérance', 'FR76', 'x', 'gerance')`,
  );
  const lots = [
    await louer(agence.admin, {
      appartement: { quitanceAuto: true },
      locataire: { nom: "Martin", quitanceAuto: true },
    }),
    await louer(agence.admin, {
      appartement: { quitanceAuto: true },
      locataire: { nom: "Petit", quitanceAuto: true },
      bail: { loyerHC: 620, loyerCharge: 60, depotGarantie: 620 },
    }),
  ];
  [martin = 0, petit = 0] = lots.map(({ DossierId }) => DossierId);
  ({ id: mandat } = await creer(agence.admin, "Mission", { ...MISSION, nbAppart: 2 }));
  for (const { AppartementId } of lots) {
    await agence.admin.put(`/Mission/${mandat}/appartement/add/${AppartementId}`);
  }
  await agence.house.journee("2026-10-05");
  await agence.house.journee("2026-11-05");
});

const quittance = async (DossierId: number, mois: string) =>
  (
    await db.all<{ id: number }>(
      sql`SELECT id FROM "Quitance" WHERE "DossierId" = ${DossierId} AND mois = ${mois}`,
    )
  )[0]?.id ?? 0;
const payer = (id: number) => agence.admin.get(`/Quitance/switchState/true/${id}`);
const lire = async () => (await agence.admin.get<RepriseLue>("/Reprise")).data;

/**
 * The balances of the worked example: 1 770,00 in the bank, 300,00 of owners, 1 470,00 of deposits, 180,00 owed by
 * PETIT.
 */
const soldes = (banque = 1770) => [
  { genre: "banque", CompteBancaireId: 1, montant: banque },
  { genre: "mandant", MissionId: mandat, montant: 300 },
  { genre: "depot", DossierId: martin, detenuPar: "agence", montant: 850 },
  { genre: "depot", DossierId: petit, detenuPar: "agence", montant: 620 },
  { genre: "dette", DossierId: petit, mois: "2026-09", montant: 180 },
];

async function garder(lignes: object[], debut = DEBUT) {
  const { version } = await lire();
  return agence.admin.put<RepriseLue>("/Reprise", {
    debut,
    lignes,
    ...(version === null ? {} : { version }),
  });
}
const signer = async () =>
  agence.admin.post<RepriseLue>("/Reprise/signer", { version: (await lire()).version });

const solde = async (genre: string, de: number | null) =>
  (
    await db.all<{ solde: number }>(
      sql`SELECT coalesce(sum(debit - credit), 0) AS solde FROM "Ligne" WHERE genre = ${genre} AND de IS ${de}`,
    )
  )[0]?.solde;
const rouges = async () =>
  (await controlerComptes({ db, today: "2026-11-22" }))
    .filter(({ etat }) => etat === "rouge")
    .map(({ nom, ruptures }) => [nom, ruptures]);

describe("La reprise des soldes", () => {
  it("se signe à zéro d’écart et pas à un centime : les comptes sont alors ceux qui ont été saisis", async () => {
    expect(await lire()).toMatchObject({ etat: "aucune", quittances: 0 });
    expect((await garder(soldes(1769.99))).data).toMatchObject({
      etat: "brouillon",
      quittances: 2,
      controle: { banque: 176_999, mandants: 30_000, depots: 147_000, avances: 0, ecart: -1 },
    });
    const refus = await signer();
    expect([refus.status, refus.error.fields?.lignes]).toEqual([
      422,
      expect.stringContaining("0,01"),
    ]);
    expect(await rouges()).toEqual([]);

    await garder(soldes());
    const procesVerbal = async () => {
      const reponse = await agence.admin.fetch("/api/Reprise/generate");
      return readPdf(new Uint8Array(await reponse.arrayBuffer())).text;
    };
    expect(await procesVerbal()).toContain("projet non signé");
    expect((await signer()).data).toMatchObject({ etat: "signee", user: "admin@agence.example" });
    expect(await procesVerbal()).toContain("Signé par admin@agence.example");
    expect(await solde("512G", 1)).toBe(177_000);
    expect(await solde("4670", mandat)).toBe(-30_000);
    expect(await solde("165", martin)).toBe(-85_000);
    expect(await solde("4710", null)).toBe(0);
    // PETIT owed 180,00 € before the books; the rent of November already existed, and has fallen due since.
    expect(await solde("411", petit)).toBe(18_000 + 68_000);
    expect(await solde("411", martin)).toBe(95_000);
    expect(await rouges()).toEqual([]);
  });

  it("dit au compte du locataire ce qu’il devait ce jour-là, du mois où c’est connu", async () => {
    await garder(soldes());
    await signer();
    const dues = await db.all(
      sql`SELECT mois, "exigibleLe", nature, libelle, montant, reste FROM "Echeance" WHERE libelle LIKE 'Solde au%' ORDER BY id`,
    );
    const due = (nature: string, montant: number) => ({
      mois: "2026-09",
      exigibleLe: "2026-09-05",
      nature,
      libelle: "Solde au 01/11/2026",
      montant,
      reste: montant,
    });
    expect(dues).toEqual([due("loyer", 16_412), due("charges", 1_588)]);
    const { data } = await agence.user.get<CompteDuDossier>(`/Dossier/${petit}/compte`);
    expect(data.lignes[0]).toMatchObject({ libelle: "Solde au 01/11/2026", piece: null });
    expect(data.detenu).toEqual({ agence: 620, bailleur: 0 });
  });

  it("dit la nature de ce qui est dû ; inconnue, elle est répartie comme le loyer et les charges, et cela se dit", async () => {
    const { data: inconnue } = await garder(soldes());
    expect(inconnue.avertissements).toEqual([
      expect.stringMatching(/^Une dette de locataire ne dit pas sa nature : elle est répartie/),
    ]);
    const pv = await agence.admin.fetch("/api/Reprise/generate");
    expect(readPdf(new Uint8Array(await pv.arrayBuffer())).text).toMatch(
      /septembre 2026, au prorata du loyer en vigueur : loyer 164,12 €, charges 15,88 €/,
    );
    const dettes = soldes().filter(({ genre }) => genre !== "dette");
    const dite = await garder([
      ...dettes,
      { genre: "dette", DossierId: petit, mois: "2026-09", nature: "loyer", montant: 100 },
      { genre: "dette", DossierId: petit, mois: "2026-09", nature: "reparation", montant: 80 },
    ]);
    expect([dite.status, dite.data.avertissements]).toEqual([200, []]);
    await signer();
    expect(
      await db.all(
        sql`SELECT nature, montant FROM "Echeance" WHERE libelle LIKE 'Solde au%' ORDER BY id`,
      ),
    ).toEqual([
      { nature: "loyer", montant: 10_000 },
      { nature: "reparation", montant: 8_000 },
    ]);
    expect(await rouges()).toEqual([]);
  });

  it("dont la dette de 180,00 est ensuite payée donne 455,88 de loyers à la ligne 211, et non 471,76", async () => {
    await db.run(
      sql`INSERT INTO "ConditionsMandat" ("MissionId", depuis, "modeFonds") VALUES (${mandat}, '2026-01-01', 'agence')`,
    );
    await garder(soldes());
    await signer();
    const { status } = await agence.user.post("/Reglement", {
      DossierId: petit,
      date: "2026-11-09",
      montant: 500,
      mode: "virement",
    });
    expect(status).toBe(201);
    const { data } = await agence.user.get<AideFiscale>(`/Mission/${mandat}/fiscal/2026`);
    expect(data.lignes.find(({ ligne }) => ligne === "211")?.montant).toBe(455.88);
  });

  it("ne fait pas une dette d’une quittance ancienne, et garde à celles d’après ce qui en a été payé", async () => {
    await payer(await quittance(petit, "2026-11"));
    await garder(soldes());
    await signer();
    // October is older than the books, for both tenants.
    expect(await solde("411", petit)).toBe(18_000);
    expect(
      await db.all(
        sql`SELECT count(*) AS nombre FROM "Echeance" WHERE mois = '2026-10' AND "EcritureId" IS NOT NULL`,
      ),
    ).toEqual([{ nombre: 0 }]);
    expect(await rouges()).toEqual([]);
    // A payment made before the takeover was signed is cancelled like any other.
    await agence.admin.get(`/Quitance/switchState/false/${await quittance(petit, "2026-11")}`);
    expect(await solde("411", petit)).toBe(18_000 + 68_000);
    expect(await rouges()).toEqual([]);
  });

  /** The agency already receives the rents before the books begin. */
  const encaisserParLAgence = () =>
    agence.admin.put(`/Mission/${mandat}/conditions`, {
      depuis: "2026-01-01",
      modeFonds: "agence",
    });
  const regler = async (QuitanceId: number, date: string) =>
    agence.user.post<{ id: number }>("/Reglement", {
      DossierId: petit,
      QuitanceId,
      date,
      montant: 680,
      mode: "virement",
      CompteBancaireId: 1,
    });

  it("compte à la banque et au mandant ce que l’agence reçoit depuis pour un mois d’avant, que personne ne doit", async () => {
    await encaisserParLAgence();
    await garder(soldes());
    await signer();
    const octobre = await quittance(petit, "2026-10");
    // The balance of the bank already counts the sums received before the books.
    const { data: avant } = await regler(octobre, "2026-10-20");
    expect(await solde("512G", 1)).toBe(177_000);
    await agence.admin.post(`/Reglement/${avant.id}/annuler`, { motif: "Mauvais jour" });

    const { data: depuis } = await regler(octobre, "2026-11-10");
    expect(await solde("512G", 1)).toBe(177_000 + 68_000);
    expect(await solde("4670", mandat)).toBe(-30_000 - 68_000);
    expect(await solde("411", petit)).toBe(18_000 + 68_000);
    expect(await solde("4191", petit)).toBe(0);
    expect(await rouges()).toEqual([]);
    await agence.admin.post(`/Reglement/${depuis.id}/annuler`, { motif: "Erreur" });
    expect(await solde("512G", 1)).toBe(177_000);
    expect(await solde("4670", mandat)).toBe(-30_000);
    expect(await rouges()).toEqual([]);
  });

  it("y compte aussi ce qu’elle avait reçu depuis ce jour-là quand la reprise se signe", async () => {
    await encaisserParLAgence();
    await regler(await quittance(petit, "2026-10"), "2026-11-03");
    await garder(soldes());
    expect((await signer()).status).toBe(200);
    expect(await solde("512G", 1)).toBe(177_000 + 68_000);
    expect(await solde("4670", mandat)).toBe(-30_000 - 68_000);
    expect(await rouges()).toEqual([]);
  });

  it("laisse hors des comptes ce qu’un bailleur reçoit lui-même pour un mois d’avant", async () => {
    await garder(soldes());
    await signer();
    const octobre = await quittance(petit, "2026-10");
    expect((await regler(octobre, "2026-11-10")).status).toBe(201);
    const ecrites = sql`SELECT count(*) AS nombre FROM "Ecriture" WHERE "ReglementId" IS NOT NULL`;
    expect(await db.all(ecrites)).toEqual([{ nombre: 0 }]);
    expect((await agence.user.get<{ etat: string }>(`/Quitance/${octobre}`)).data.etat).toBe(
      "payee",
    );
    expect(await rouges()).toEqual([]);
  });

  it("compte l’avance d’un locataire, qui règle aussitôt ce qu’il doit depuis", async () => {
    await encaisserParLAgence();
    const avance = { genre: "avance", DossierId: martin, montant: 1000 };
    expect((await garder([...soldes(), avance])).data.controle).toMatchObject({ ecart: -100_000 });
    await garder([...soldes(2770), avance]);
    expect((await signer()).status).toBe(200);
    expect(await solde("4191", martin)).toBe(-5_000);
    expect(await solde("411", martin)).toBe(0);
    expect(await solde("4670", mandat)).toBe(-30_000 - 95_000);
    expect(await rouges()).toEqual([]);
    // The payment came before the books: no line of the tax return counts it, and a warning says so.
    const { data: aide } = await agence.user.get<AideFiscale>(`/Mission/${mandat}/fiscal/2026`);
    expect([aide.lignes.map(({ ligne }) => ligne), aide.avertissements]).toEqual([
      ["222"],
      expect.arrayContaining([
        expect.stringMatching(
          /^950,00\s€ payés d’avance avant l’ouverture des comptes n’y sont pas/,
        ),
      ]),
    ]);
  });

  it("signée par un travail qui meurt ensuite, puis redemandée, règle ce qu’il doit de son avance", async () => {
    await encaisserParLAgence();
    await garder([...soldes(2770), { genre: "avance", DossierId: martin, montant: 1000 }]);
    const version = (await lire()).version ?? 0;
    const date = { today: "2026-11-22", user: "a@b.fr" };
    const geste = (db: Db) =>
      signerReprise({ ...sansAuteur(env, db, new Date()), ...date }, { version });
    for (let rang = 0; (await lire()).etat !== "signee"; rang++) await mourir(env, rang, geste);
    expect((await rouges()).map(([nom]) => nom)).toEqual(["I4 · Comptes des locataires"]);
    expect((await signer()).status).toBe(409);
    expect(await solde("411", martin)).toBe(0);
    expect(await rouges()).toEqual([]);
  });

  it("d’un bailleur qui reçoit lui-même les loyers ne touche aucune banque", async () => {
    await garder([
      { genre: "avance", DossierId: martin, montant: 100 },
      { genre: "depot", DossierId: martin, detenuPar: "bailleur", montant: 850 },
      { genre: "dette", DossierId: petit, montant: 180 },
    ]);
    expect((await signer()).status).toBe(200);
    expect(
      await db.all(
        sql`SELECT count(*) AS nombre FROM "Ligne" WHERE genre IN ('512G', '165', '4191')`,
      ),
    ).toEqual([{ nombre: 0 }]);
    expect(await solde("411", martin)).toBe(85_000);
    expect(await rouges()).toEqual([]);
  });

  it("signée par deux à la fois l’est une seule fois, et ne se refait ni ne s’efface", async () => {
    await garder(soldes());
    const { version } = await lire();
    const reponses = await Promise.all(
      Array.from({ length: 4 }, () => agence.admin.post("/Reprise/signer", { version })),
    );
    expect(reponses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(await solde("512G", 1)).toBe(177_000);
    expect((await garder(soldes(1))).status).toBe(409);
    expect((await signer()).status).toBe(409);
    expect(await rouges()).toEqual([]);
  });

  it("ne met rien à un compte supprimé pendant qu’elle se signe", async () => {
    await garder(soldes());
    avantQueSEcrive(/SET etat = 'signee'/, () => agence.admin.delete("/CompteBancaire/1"));
    const { status, error } = await signer();
    vi.restoreAllMocks();
    expect([status, Object.values(error.fields ?? {})]).toEqual([
      422,
      ["Ce compte bancaire de gérance n’existe pas."],
    ]);
    expect(await solde("512G", 1)).toBe(0);
  });

  it("n’est signée que telle qu’elle a été lue, par l’administration, et pas avant son jour", async () => {
    await garder(soldes());
    const { version } = await lire();
    await garder(soldes(1769.99));
    expect((await agence.admin.post("/Reprise/signer", { version })).status).toBe(409);
    for (const api of [agence.user, agence.user_delete]) {
      expect((await api.get("/Reprise")).status).toBe(403);
      expect((await api.post("/Reprise/signer", { version })).status).toBe(403);
    }
    await garder(soldes(), "2027-01-01");
    expect((await signer()).error.fields).toHaveProperty("debut");
    expect(await rouges()).toEqual([]);
  });

  it("se lit d’un tableau CSV, entier ou pas du tout, et dit les lignes qui mentent", async () => {
    const lireCsv = (texte: string) =>
      agence.admin.post<{ lignes: object[] }>("/Reprise/lire", { debut: DEBUT, texte });
    const entete = "Type;Référence;Mois;Montant;Détenu par\n";
    const bon = `${entete}banque;Gérance;;1 770,00;\nmandant;${mandat};;300;\ndépôt;D${String(martin).padStart(6, "0")};;850,00;agence\ndepot;Petit Léo;;"620,00";Agence\nlocataire;${petit};09/2026;180,00 €;\n`;
    expect((await lireCsv(bon)).data.lignes).toEqual(soldes());
    for (const [ligne, faute] of [
      ["locataire;Inconnu;;1;", "Ligne 2 : « Inconnu » n’est pas connu."],
      ["locataire;Léo;;1;", "Ligne 2 :"],
      ["banque;Gérance;;1,234;", "Ligne 2 : Le montant"],
      ["locataire;D000001;13/2026;1;", "Ligne 2 : le mois"],
      ["avance;D000001;;-1;", "Ligne 2 : le montant"],
      ["depot;D000001;;1;notaire", "Ligne 2 : « notaire »"],
      ["avance;D000001;;1;\navance;1;;2;", "Ligne 3 : ce solde est déjà donné ligne 2."],
      ['avance;"D000001;;1;', "guillemet"],
      ["", "aucun solde"],
    ] as const) {
      const { status, error } = await lireCsv(entete + ligne);
      expect([status, error.fields?.texte]).toEqual([422, expect.stringContaining(faute)]);
    }
    expect((await lireCsv("a;b\n1;2")).status).toBe(422);
    expect((await lire()).etat).toBe("aucune");
  });

  it("gardée par deux à la fois ne perd le brouillon d’aucun : le second doit avoir lu celui du premier, et voit de qui il est", async () => {
    const [a, b] = [soldes(1), soldes(2)];
    const gardees = await Promise.all(
      [a, b].map((lignes) => agence.admin.put("/Reprise", { debut: DEBUT, lignes })),
    );
    expect(gardees.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const premier = await lire();
    const sansVersion = await agence.admin.put("/Reprise", { debut: DEBUT, lignes: [] });
    expect([sansVersion.status, (await lire()).lignes]).toEqual([409, premier.lignes]);

    await db.run(sql`UPDATE "Reprise" SET "user" = 'autre@agence.example'`);
    const { version } = await lire();
    const lu = { debut: DEBUT, lignes: soldes(3), version };
    expect((await agence.admin.put("/Reprise", lu)).status).toBe(200);
    expect((await agence.admin.put("/Reprise", { ...lu, lignes: [] })).status).toBe(409);
    expect(await lire()).toMatchObject({ lignes: soldes(3), user: "admin@agence.example" });
  });

  it("refuse un solde de ce qui n’existe pas, ou donné deux fois, et garde le brouillon d’avant", async () => {
    await garder(soldes());
    for (const faux of [
      { genre: "dette", DossierId: 999, montant: 1 },
      { genre: "mandant", MissionId: 999, montant: 1 },
      { genre: "banque", CompteBancaireId: 999, montant: 1 },
      { genre: "dette", DossierId: petit, mois: "2026-13", montant: 1 },
      { genre: "dette", DossierId: petit, montant: -1 },
      { genre: "avance", DossierId: petit, montant: 0.001 },
      { genre: "autre", montant: 1 },
      soldes()[0],
    ]) {
      expect((await garder([...soldes(), faux ?? {}])).status).toBe(422);
    }
    expect((await lire()).lignes).toEqual(soldes());
  });
});
