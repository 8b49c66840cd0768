import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { aujourdhui } from "#domain/dates.ts";
import type {
  AccesComptableRow,
  FichiersDuComptable,
} from "#domain/gerance/livres/acces-comptable.ts";
import type {
  CodeEnvoye,
  LienProprietaire,
  VisiteProprietaire,
} from "#domain/gerance/mandats/acces-proprietaire.ts";
import { openDb } from "#worker/db/client.ts";
import { type Agence, ouvrirAgence } from "../../support/agence/agence.ts";
import { fait, ouvrirIndivision } from "../../support/agence/indivision.ts";
import { freshHouse } from "../../support/worker/database.ts";
import { openHouse } from "../../support/worker/house.ts";

/** A rate limit that refuses nothing: these tests sign in and call more often than people do. */
const SANS_LIMITE: RateLimit = { limit: async () => ({ success: true }) };
const JOUR = aujourdhui(new Date());
const ANNEE = JOUR.slice(0, 4);
const DEMANDE = {
  ...{ nom: "Cabinet Lemaire", mail: "lemaire@compta.example", jours: 30 },
  ...{ du: `${ANNEE}-01-01`, au: `${ANNEE}-12-31` },
};

let agence: Agence;

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence(openHouse({ VALIDATION_LIMIT: SANS_LIMITE }));
});

const texte = () => agence.house.mails.at(-1)?.text ?? "";

async function lien(suite: object = {}): Promise<string> {
  await fait(agence.admin.post("/AccesComptable", { ...DEMANDE, ...suite }));
  return texte().match(/\/comptable\/([\w-]{43})/)?.[1] ?? "";
}

async function code(jeton: string): Promise<string> {
  await fait(agence.personne.post<CodeEnvoye>("/Comptable/code", { jeton }));
  return texte().match(/: (\d{6})\b/)?.[1] ?? "";
}

const visiter = (jeton: string, chiffres: string) =>
  agence.personne.post<VisiteProprietaire>("/Comptable/visite", { jeton, code: chiffres });

async function visite(suite: object = {}): Promise<string> {
  const jeton = await lien(suite);
  return (await visiter(jeton, await code(jeton))).data.jeton;
}

const lire = (visite: string, path: string, method = "GET") =>
  agence.personne.fetch(`/api${path}`, { method, headers: { Authorization: `Visite ${visite}` } });

const fichiers = async (visite: string): Promise<FichiersDuComptable> =>
  ((await (await lire(visite, "/Comptable/fichiers")).json()) as { data: FichiersDuComptable })
    .data;

const journal = async () =>
  openDb(env).all<{ evenement: string; user: string | null; ressource: string | null }>(
    sql`SELECT evenement, "user", details ->> 'ressource' AS ressource FROM "SecurityEvent"
      WHERE evenement LIKE 'acces%' OR evenement = 'export' ORDER BY id`,
  );

async function rendreSeptembre() {
  const mandat = await ouvrirIndivision(agence, ["Paul"]);
  await fait(
    mandat.convenir("2026-01-01", [[mandat.ids[0] ?? 0, 1, 1]], {
      ...{ tauxHonoraires: 7, tauxEn: "ht", tauxTva: 20 },
    }),
  );
  const { DossierId } = await mandat.louer("Martin", 850, 100);
  // The books date a called rent on the day of the call, so the test sets the clock to 1 September.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-09-01T12:00:00Z") });
  await mandat.appeler(DossierId, "2026-09");
  vi.useRealTimers();
  await mandat.payer(DossierId, "2026-09-05", 950);
  await mandat.cloturer("2026-09");
  return DossierId;
}

describe("L’accès du comptable", () => {
  it("ouvre, d’un code reçu par courriel, les exports de sa période et chacun d’eux", async () => {
    await rendreSeptembre();
    const jeton = await lien();
    expect(agence.house.mails.at(-1)?.to).toEqual([DEMANDE.mail]);
    const page = await fait(agence.personne.post<LienProprietaire>("/Comptable/lien", { jeton }));
    expect(page).toMatchObject({ etat: "ouvert", mail: "l•••@compta.example", codeJusqua: null });
    const { data } = await visiter(jeton, await code(jeton));
    const offerts = await fichiers(data.jeton);
    expect(offerts).toMatchObject({ nom: DEMANDE.nom, du: DEMANDE.du, au: DEMANDE.au });
    expect(offerts.fichiers).toHaveLength(19);
    const textes = new Map<string, string>();
    for (const { fichier, exercice } of offerts.fichiers) {
      const nom = exercice ? `${fichier}_${exercice}` : fichier;
      const reponse = await lire(data.jeton, `/Comptable/fichiers/${nom}`);
      expect([nom, reponse.status]).toEqual([nom, 200]);
      expect(reponse.headers.get("Cache-Control")).toBe("no-store");
      textes.set(fichier, await reponse.text());
    }
    expect(textes.get("fec")).toContain("\t79,80\t0,00\t");
    expect(textes.get("balance-honoraires")).toContain("706100;Honoraires de gestion");
    expect(textes.get("fonds-detenus")).toContain("Durand");
    expect(textes.get("recettes")).toMatch(/;Virement;[^;]+;950\r\n$/);
    // The books of the funds held for others, in the format of the FEC, the file of entries of the tax administration.
    const lignes = (textes.get("gerance-fec") ?? "").replace(/\r\n$/, "").split("\r\n");
    const zones = lignes.map((ligne) => ligne.split("\t"));
    expect(new Set(zones.map(({ length }) => length))).toEqual(new Set([18]));
    const centimes = (rang: number) =>
      zones.slice(1).reduce((total, z) => total + Number(z[rang]?.replace(",", "")), 0);
    expect(centimes(11)).toBe(centimes(12));
    expect(zones.filter((z) => z[4] === "411000").map((z) => z[13])).toEqual(
      expect.arrayContaining(["A"]),
    );
    // The server answers before it writes its note in the journal: the last note may come after the file.
    const notes = async () =>
      (await journal()).filter(
        ({ evenement, user }) => evenement === "export" && user === DEMANDE.mail,
      );
    await expect.poll(async () => (await notes()).length).toBe(18);
    expect((await journal()).slice(0, 2)).toMatchObject([
      { evenement: "acces_envoye", user: "admin@agence.example" },
      { evenement: "acces_ouvert", user: null },
    ]);
  });

  it("n’ouvre le FEC que d’un exercice qu’il couvre en entier", async () => {
    await rendreSeptembre();
    const offerts = async (suite: object) => {
      const ouverte = await visite(suite);
      const noms = (await fichiers(ouverte)).fichiers.filter(({ exercice }) => exercice !== null);
      const statut = (await lire(ouverte, "/Comptable/fichiers/fec_2026")).status;
      return [noms.map(({ fichier, exercice }) => `${fichier}_${exercice}`), statut];
    };
    const entier = { du: "2025-06-01", au: "2026-12-31" };
    expect(await offerts(entier)).toEqual([["fec_2026", "fec-descriptif_2026"], 200]);
    for (const partie of [
      { du: "2026-02-01", au: "2026-02-28" },
      { du: "2026-01-01", au: "2026-12-30" },
      { du: "2026-01-02", au: "2026-12-31" },
    ])
      expect(await offerts(partie)).toEqual([[], 404]);
  });

  it("ne donne rien hors de sa période, ni rien d’autre de la maison", async () => {
    await rendreSeptembre();
    const ouverte = await visite({ du: "2026-01-01", au: "2026-08-31" });
    const journalDe = await (await lire(ouverte, "/Comptable/fichiers/journal")).text();
    expect(journalDe.trim().split("\r\n")).toHaveLength(1);
    for (const path of ["fec_2019", "fec", "complet", "__proto__", "journal.csv"])
      expect((await lire(ouverte, `/Comptable/fichiers/${path}`)).status).toBe(404);
    const fin = await lire(ouverte, `/Comptable/fichiers/balance?au=${JOUR}`);
    expect(await fin.text()).not.toContain("950");
    for (const path of [
      ...["/Export/journal.csv", "/Client", "/AccesComptable", "/Proprietaire/compte", "/user/me"],
      ...["/Export/fec?exercice=2026", "/RegistreMandat", "/CompteRendu"],
    ])
      expect([path, (await lire(ouverte, path)).status]).toEqual([path, 401]);
    expect((await agence.admin.fetch("/api/Comptable/fichiers")).status).toBe(403);
    expect((await lire("A".repeat(43), "/Comptable/fichiers")).status).toBe(401);
    expect((await agence.personne.fetch("/api/Comptable/fichiers")).status).toBe(401);
  });

  it("lit les livres à l’écran comme l’agence, dans sa période seulement", async () => {
    await rendreSeptembre();
    const ouverte = await visite();
    const periode = `du=${DEMANDE.du}&au=${JOUR}`;
    for (const lecture of [
      ...[`comptes?livre=G&${periode}`, `auxiliaires?genre=411&${periode}`],
      ...[`grand-livre?genre=706&${periode}`, `journal?livre=H&${periode}`],
      ...[`locataires?au=${JOUR}`, `fournisseurs?au=${JOUR}`, `exercices?${periode}`],
    ]) {
      const sienne = await lire(ouverte, `/Comptable/livres/${lecture}`);
      expect([lecture, sienne.status]).toEqual([lecture, 200]);
      expect(await sienne.json()).toEqual(
        await (await agence.admin.fetch(`/api/Export/${lecture}`)).json(),
      );
    }
    const csv = await lire(ouverte, `/Comptable/livres/grand-livre.csv?genre=706&${periode}`);
    expect(await csv.text()).toContain("706100;Honoraires de gestion");
    const avant = await visite({ du: "2026-01-01", au: "2026-08-31" });
    for (const lecture of ["grand-livre?genre=411&au=2026-09-30", "locataires?au=2026-09-30"])
      expect((await lire(avant, `/Comptable/livres/${lecture}`)).status).toBe(422);
    const comptes = await lire(avant, "/Comptable/livres/comptes?livre=G");
    expect(await comptes.json()).toMatchObject({ data: { lignes: [] } });
    expect((await agence.admin.fetch("/api/Comptable/livres/locataires")).status).toBe(403);
    expect((await lire(ouverte, "/Export/journal?livre=H")).status).toBe(401);
  });

  it("n’y nomme que qui a bougé dans sa période, ou y avait un solde", async () => {
    const martin = await rendreSeptembre();
    const statut = async (visite: string, lecture: string) =>
      (await lire(visite, `/Comptable/livres/${lecture}`)).status;
    const tiers = async (visite: string, lecture: string) => {
      const reponse = await lire(visite, `/Comptable/livres/auxiliaires?${lecture}`);
      return ((await reponse.json()) as { data: { total: number } }).data.total;
    };
    const avant = await visite({ du: "2026-01-01", au: "2026-08-31" });
    const pendant = await visite({ du: "2026-09-01", au: "2026-09-30" });
    // Martin owes nothing after September: in October, only his mandate still has a balance.
    const apres = await visite({ du: "2026-10-01", au: "2026-10-31" });
    for (const [ouverte, locataires, mandats] of [
      ...([[avant, 0, 0]] as const),
      ...([[pendant, 1, 1]] as const),
      ...([[apres, 0, 1]] as const),
    ]) {
      expect(await tiers(ouverte, "genre=411")).toBe(locataires);
      expect(await tiers(ouverte, "genre=411&q=martin")).toBe(locataires);
      expect(await tiers(ouverte, "genre=4670")).toBe(mandats);
      const sien = await statut(ouverte, `grand-livre?genre=411&de=${martin}`);
      expect(sien).toBe(locataires === 1 ? 200 : 404);
      expect(await statut(ouverte, "grand-livre?genre=411&de=999")).toBe(404);
      const balance = await (await lire(ouverte, "/Comptable/fichiers/balance")).text();
      expect(balance.includes("Martin")).toBe(locataires === 1);
    }
    // The accountant may also read fewer days of an account that has entries in his period.
    const debut = "grand-livre?genre=411&du=2026-09-01&au=2026-09-02";
    expect(await statut(pendant, `${debut}&de=${martin}`)).toBe(200);
  });

  it("se retire, expire, et ne s’ouvre que d’un bon code, une fois", async () => {
    const jeton = await lien();
    const chiffres = await code(jeton);
    const autre = String((Number(chiffres) + 1) % 1_000_000).padStart(6, "0");
    const faux = await visiter(jeton, autre);
    expect([faux.status, faux.error.fields?.code]).toEqual([
      422,
      expect.stringContaining("il vous reste 4 essais"),
    ]);
    const ensemble = await Promise.all(Array.from({ length: 4 }, () => visiter(jeton, chiffres)));
    expect(ensemble.filter(({ status }) => status === 200)).toHaveLength(1);
    const ouverte = ensemble.find(({ status }) => status === 200)?.data.jeton ?? "";
    expect((await lire(ouverte, "/Comptable/fichiers")).status).toBe(200);
    const [sien] = await fait(agence.admin.get<AccesComptableRow[]>("/AccesComptable"));
    expect(sien).toMatchObject({ etat: "ouvert", vuLe: expect.any(String) });
    await fait(agence.admin.post(`/AccesComptable/${sien?.id}/retirer`));
    expect((await lire(ouverte, "/Comptable/fichiers")).status).toBe(401);
    expect((await agence.personne.post("/Comptable/code", { jeton })).status).toBe(409);
    const second = await visite();
    await openDb(env).run(sql`UPDATE "AccesComptable" SET "expireLe" = '2020-01-01T00:00:00.000Z'`);
    expect((await lire(second, "/Comptable/fichiers")).status).toBe(401);
  });

  it("n’est donné que par un administrateur, pour une période commencée, sans secret dans la base", async () => {
    for (const api of [agence.user, agence.user_delete]) {
      expect((await api.post("/AccesComptable", DEMANDE)).status).toBe(403);
      expect((await api.get("/AccesComptable")).status).toBe(403);
      expect((await api.post("/AccesComptable/1/retirer")).status).toBe(403);
    }
    const refus = [
      { du: "2099-01-01", au: "2099-12-31" },
      { au: "2020-01-01" },
      { jours: 0 },
      { jours: 91 },
      { mail: "lemaire" },
    ];
    for (const suite of refus)
      expect((await agence.admin.post("/AccesComptable", { ...DEMANDE, ...suite })).status).toBe(
        422,
      );
    const jeton = await lien();
    const ecrit = JSON.stringify(await openDb(env).all(sql`SELECT * FROM "AccesComptable"`));
    expect(ecrit).not.toContain(jeton);
    expect((await agence.admin.post("/AccesComptable/99/retirer")).status).toBe(404);
  });
});
