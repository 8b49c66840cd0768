import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  honorairesFactures,
  honorairesVires,
} from "#domain/gerance/livres/ecritures-honoraires.ts";
import type { CompteDuLivre, GrandLivre } from "#domain/gerance/livres/grand-livre.ts";
import { enCentimes } from "#domain/montants.ts";
import { openDb } from "#worker/db/client.ts";
import { poster } from "#worker/operations/gerance/livres/ecritures.ts";
import { type Agence, creer, MISSION, ouvrirAgence } from "../../support/agence/agence.ts";
import { fait, lireExport } from "../../support/agence/indivision.ts";
import { testComptaDemat } from "../../support/documents/test-compta-demat.ts";
import { freshHouse } from "../../support/worker/database.ts";

const db = openDb(env);
const AUJOURDHUI = "2026-11-01";

let agence: Agence;
let MissionId: number;

const regler = (nom: string, valeur: string) =>
  db.run(sql`INSERT INTO "Variable" (nom, valeur) VALUES (${nom}, ${valeur})
    ON CONFLICT (nom) DO UPDATE SET valeur = ${valeur}`);

const fichier = async (chemin: string) => {
  const reponse = await agence.admin.fetch(`/api/Export/${chemin}`);
  const texte = await reponse.text();
  return { nom: reponse.headers.get("Content-Disposition") ?? "", texte };
};

const fec = async (exercice: string) =>
  (await fichier(`fec?exercice=${exercice}`)).texte
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((ligne) => ligne.split("\t"))
    .map((champs) =>
      [champs[2], champs[4], champs[11], champs[12], champs[13], champs[14]].join(" "),
    );

let suite = 0;
const ecrire = (
  date: string,
  ecriture: ReturnType<typeof honorairesFactures>,
  { piece, today = AUJOURDHUI }: { piece: string; today?: string },
) =>
  db.write(
    poster(db, [{ ...ecriture, cle: `essai ${suite++}`, date, libelle: "Honoraires", piece }], {
      today,
      user: null,
    }),
  );
const facturer = (date: string, piece: string, today?: string) =>
  ecrire(
    date,
    honorairesFactures({ mandat: MissionId }, [
      { genre: "gestion", ht: 6_650, tva: 1_330, tauxTva: 2_000, debits: true },
      { genre: "location", ht: 10_000, tva: 2_000, tauxTva: 2_000, debits: true },
    ]),
    { piece, ...(today ? { today } : {}) },
  );
const encaisser = (date: string, montant: number) =>
  ecrire(date, honorairesVires(1, [{ mandat: MissionId, montant }])[1], { piece: `REV ${date}` });

/**
 * The faults for which the test program of the tax administration would refuse a file of entries; `cloture`: the last
 * day of its year, as « 20261231 ».
 */
const refuses = ({ nom, texte }: { nom: string; texte: string }, cloture: string) =>
  testComptaDemat(texte, /filename="([^"]+)"/.exec(nom)?.[1] ?? "", cloture);

const clore = (mois: string, quand: string) =>
  db.run(sql`INSERT INTO "ClotureMois" (mois, "createdAt") VALUES (${mois}, ${quand})`);

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
  ({ id: MissionId } = await creer(agence.admin, "Mission", MISSION));
  await regler("siret", "912 345 670 00018");
});

afterEach(() => {
  vi.useRealTimers();
});

it("Le lecteur du fichier refuse ce qui n’y est pas à sa place", async () => {
  await facturer("2025-06-30", "FH-2025-000001");
  const { texte } = await fichier("fec?exercice=2025");
  const fautes = (change: string) => testComptaDemat(change, "912345670FEC20251231.txt");
  expect(fautes(texte)).toEqual([]);
  for (const [change, faute] of [
    [texte.replace("199,80", "199,81"), "2025-000001 déséquilibrée"],
    [texte.replace("\t20250630\t", "\t20250631\t"), "ligne 1 : EcritureDate n’est pas une date"],
    [texte.replace("\tFH-2025-000001\t", "\t\t"), "ligne 1 : PieceRef vide"],
    [texte.replace("199,80", "199.80"), "ligne 1 : montant"],
    [texte.replace("PieceRef\tPieceDate", "PieceDate\tPieceRef"), "entête"],
    [texte.replace(/\r\n$/, ""), "dernière ligne sans fin"],
  ])
    expect(fautes(change ?? "")).toContain(faute);
  expect(testComptaDemat(texte, "FEC2025.txt")).toEqual(["nom FEC2025.txt"]);
});

describe("L’exercice du livre des honoraires", () => {
  it("a les dates de l’agence, ses comptes de produits, ses à-nouveaux et son lettrage", async () => {
    await regler("finExercice", "06-30");
    await facturer("2025-06-30", "FH-2025-000001");
    await facturer("2025-07-01", "FH-2025-000002");
    await encaisser("2025-07-10", 19_980);
    expect(await fec("2025")).toEqual([
      "2025-000001 411100 199,80 0,00  ",
      "2025-000001 706100 0,00 66,50  ",
      "2025-000001 445710 0,00 13,30  ",
      "2025-000001 706200 0,00 100,00  ",
      "2025-000001 445710 0,00 20,00  ",
    ]);
    expect(await fec("2026")).toEqual([
      "2026-000000 411100 199,80 0,00 A 20250710",
      "2026-000000 445710 0,00 33,30  ",
      "2026-000000 120000 0,00 166,50  ",
      "2026-000001 411100 199,80 0,00  ",
      "2026-000001 706100 0,00 66,50  ",
      "2026-000001 445710 0,00 13,30  ",
      "2026-000001 706200 0,00 100,00  ",
      "2026-000001 445710 0,00 20,00  ",
      "2026-000002 512000 199,80 0,00  ",
      "2026-000002 411100 0,00 199,80 A 20250710",
    ]);
    expect((await fichier("fec?exercice=2026")).nom).toContain("912345670FEC20260630.txt");
    const { nom, texte } = await fichier("fec-descriptif?exercice=2026");
    expect(nom).toContain("912345670FEC20260630_descriptif.txt");
    expect(texte).toContain("Exercice 2026, du 01/07/2025 au 30/06/2026, non clos.");
    const balance = (await fichier("balance.csv?livre=H&au=2025-08-31")).texte;
    expect(balance).toContain("120000;Résultat de l’exercice (bénéfice);;0;166,5");
    expect(balance).toContain("706100;Honoraires de gestion;;0;66,5");
  });

  it("s’ouvre sur chaque facture que rien n’a soldée, lettrée avec son règlement de l’an d’après ; le résultat passe de 120 à 110", async () => {
    const { id: autre } = await creer(agence.admin, "Mission", MISSION);
    await facturer("2024-03-31", "FH-2024-000001");
    await encaisser("2024-04-10", 19_980);
    await facturer("2025-10-31", "FH-2025-000001");
    await facturer("2025-11-30", "FH-2025-000002");
    await encaisser("2025-12-10", 10_000);
    [MissionId] = [autre];
    await facturer("2025-12-31", "FH-2025-000003");
    [MissionId] = [autre - 1];
    await encaisser("2026-01-10", 9_980);
    await encaisser("2026-01-20", 19_980);
    const lignes = (await fichier("fec?exercice=2026")).texte
      .trimEnd()
      .split("\r\n")
      .slice(1)
      .map((ligne) => ligne.split("\t"))
      .map((champs) => [4, 6, 8, 9, 11, 12, 13].map((rang) => champs[rang]).join(" "));
    const [mien, sien] = [autre - 1, autre].map((id) => `MISSION${String(id).padStart(6, "0")}`);
    expect(lignes).toEqual([
      `411100 ${mien} FH-2025-000001 20251031 199,80 0,00 A`,
      `411100 ${mien} FH-2025-000002 20251130 199,80 0,00 B`,
      `411100 ${mien} REV 2025-12-10 20251210 0,00 100,00 A`,
      `411100 ${sien} FH-2025-000003 20251231 199,80 0,00 `,
      "445710  AN-2026 20260101 0,00 133,20 ",
      "512000  AN-2026 20260101 299,80 0,00 ",
      "110000  AN-2026 20260101 0,00 166,50 ",
      "120000  AN-2026 20260101 0,00 499,50 ",
      "512000  REV 2026-01-10 20260110 99,80 0,00 ",
      `411100 ${mien} REV 2026-01-10 20260110 0,00 99,80 A`,
      "512000  REV 2026-01-20 20260120 199,80 0,00 ",
      `411100 ${mien} REV 2026-01-20 20260120 0,00 199,80 B`,
    ]);
  });

  it("ne change pas de fin sous des écritures ouvertes, et en change entre deux exercices", async () => {
    await facturer("2026-03-10", "FH-2026-000001");
    const changer = (valeur: string) =>
      agence.admin.post("/Variable", { nom: "finExercice", valeur });
    const refus = await changer("02-28");
    expect([refus.status, refus.error.message]).toEqual([
      409,
      expect.stringContaining("Des honoraires du 10/03/2026 sont déjà de l’exercice 2026"),
    ]);
    expect((await changer("06-30")).status).toBe(201);
  });

  it("clos, garde sa fin et ses écritures, que le réglage change ou soit supprimé ; il ne change pas de nom", async () => {
    const { id } = await creer(agence.admin, "Variable", { nom: "finExercice", valeur: "10-31" });
    await facturer("2026-09-05", "FH-2026-000001");
    await clore("2026-10", "2026-11-01T08:00:00.000Z");
    const avant = await fichier("fec?exercice=2026");
    expect(avant.nom).toContain("912345670FEC20261031.txt");
    expect((await agence.admin.put(`/Variable/${id}`, { nom: "autre" })).status).toBe(422);
    expect((await agence.admin.put(`/Variable/${id}`, { valeur: "11-30" })).status).toBe(200);
    expect((await agence.admin.delete(`/Variable/${id}`)).status).toBe(204);
    await facturer("2026-11-15", "FH-2027-000001");
    expect(await fichier("fec?exercice=2026")).toEqual(avant);
  });

  it("clos, laisse changer la fin des suivants : l’exercice d’après est plus court, ou plus long", async () => {
    await facturer("2025-10-10", "FH-2025-000001");
    await clore("2025-12", "2026-01-10T08:00:00.000Z");
    const descriptif = async (exercice: string) =>
      (await fichier(`fec-descriptif?exercice=${exercice}`)).texte.match(/Exercice .*\./u)?.[0];
    const clos2025 = await fichier("fec?exercice=2025");
    expect(clos2025.nom).toContain("FEC20251231.txt");
    const descriptif2025 = await fichier("fec-descriptif?exercice=2025");
    const { id } = await creer(agence.admin, "Variable", { nom: "finExercice", valeur: "12-31" });
    const changer = (valeur: string) => agence.admin.put(`/Variable/${id}`, { valeur });
    // The closed year ends in December, although its last fees date from October.
    expect((await changer("06-30")).status).toBe(200);
    expect(await fichier("fec-descriptif?exercice=2025")).toEqual(descriptif2025);
    await facturer("2026-03-10", "FH-2026-000001");
    expect(await descriptif("2026")).toBe("Exercice 2026, du 01/01/2026 au 30/06/2026, non clos.");
    const { status, error } = await changer("02-28");
    expect([status, error?.message]).toEqual([
      409,
      "Des honoraires du 10/03/2026 sont déjà de l’exercice 2026 : il finit après eux. Sa fin change une fois qu’il est clos.",
    ]);
    await clore("2026-06", "2026-07-10T08:00:00.000Z");
    const clos2026 = await fichier("fec?exercice=2026");
    await facturer("2026-08-10", "FH-2027-000001");
    expect((await changer("12-31")).status).toBe(200);
    await facturer("2026-10-10", "FH-2027-000002");
    expect(await descriptif("2027")).toBe("Exercice 2027, du 01/07/2026 au 31/12/2027, non clos.");
    expect((await changer("12-31")).status).toBe(200);
    const numeros = (await fec("2027")).map((ligne) => ligne.split(" ").slice(0, 2).join(" "));
    expect(numeros.filter((ligne) => ligne.endsWith(" 706100"))).toEqual([
      "2027-000001 706100",
      "2027-000002 706100",
    ]);
    expect([await fichier("fec?exercice=2025"), await fichier("fec?exercice=2026")]).toEqual([
      clos2025,
      clos2026,
    ]);
  });

  it("ouvert, ne prend pas une fin parmi des mois déjà clos : il serait clos aussitôt, sans que personne l’ait voulu", async () => {
    const changer = (valeur: string) =>
      agence.admin.post("/Variable", { nom: "finExercice", valeur });
    await facturer("2026-02-10", "FH-2026-000001");
    await clore("2026-05", "2026-06-01T08:00:00.000Z");
    for (const passee of ["03-31", "05-31"]) {
      const { status, error } = await changer(passee);
      expect([passee, status, error?.message]).toEqual([
        passee,
        409,
        "Les mois sont clos jusqu’au 31/05/2026 : avec cette fin, l’exercice 2026 le serait aussitôt. Choisissez une fin à venir, ou changez-la une fois cet exercice clos.",
      ]);
    }
    await facturer("2026-06-10", "FH-2026-000002");
    expect((await changer("03-31")).error?.message).toContain(
      "Des honoraires du 10/06/2026 sont déjà de l’exercice 2026 : il finit après eux.",
    );
    expect(await fichier("fec-descriptif?exercice=2026")).toMatchObject({
      texte: expect.stringContaining("Exercice 2026, du 01/01/2026 au 31/12/2026, non clos."),
    });
    expect((await changer("06-30")).status).toBe(201);
  });

  it("entamé, ne prend pas une fin plus tardive, qui le ferait commencer après ses propres écritures, même closes", async () => {
    const { id } = await creer(agence.admin, "Variable", { nom: "finExercice", valeur: "06-30" });
    await facturer("2026-08-10", "FH-2027-000001");
    await clore("2026-08", "2026-09-02T08:00:00.000Z");
    const { status, error } = await agence.admin.put(`/Variable/${id}`, { valeur: "12-31" });
    expect([status, error?.message]).toEqual([
      409,
      "L’exercice 2027 a déjà des honoraires du 10/08/2026 : avec cette fin, il commencerait après eux.",
    ]);
    expect((await agence.admin.delete(`/Variable/${id}`)).status).toBe(409);
    await facturer("2026-10-10", "FH-2027-000002");
    const lignes = (await fec("2027")).map((ligne) => ligne.split(" ").slice(0, 3).join(" "));
    expect(lignes.filter((ligne) => ligne.includes(" 411100 "))).toEqual([
      "2027-000001 411100 199,80",
      "2027-000002 411100 199,80",
    ]);
    expect((await agence.admin.put(`/Variable/${id}`, { valeur: "03-31" })).status).toBe(200);
  });

  it("clos le dernier de ses jours, prend encore les écritures de ce jour : il n’est clos que ce soir-là", async () => {
    const { id } = await creer(agence.admin, "Variable", { nom: "finExercice", valeur: "10-31" });
    const leJour = (jour: string) =>
      vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${jour}T12:00:00Z`) });
    const clos = async () =>
      (await fichier("fec-descriptif?exercice=2026")).texte.match(
        /, (non clos|clos le .*)\./u,
      )?.[1];
    await facturer("2026-09-05", "FH-2026-000001");
    leJour("2026-10-31");
    await clore("2026-10", "2026-10-31T09:00:00.000Z");
    expect(await clos()).toBe("non clos");
    expect((await agence.admin.put(`/Variable/${id}`, { valeur: "06-30" })).status).toBe(200);
    await facturer("2026-10-31", "FH-2026-000002", "2026-10-31");
    leJour("2026-11-01");
    expect(await clos()).toBe("clos le 31/10/2026");
    const avant = await fichier("fec?exercice=2026");
    expect(avant.texte).toContain("FH-2026-000002");
    await facturer("2026-10-31", "FH-2026-000003", "2026-11-01");
    expect(await fichier("fec?exercice=2026")).toEqual(avant);
  });

  it("qui finit en juin s’ouvre dans le grand-livre d’une année civile : ses soldes sont ceux de la balance, chaque soir", async () => {
    await creer(agence.admin, "Variable", { nom: "finExercice", valeur: "06-30" });
    for (const jour of ["2024-05-10", "2024-08-10", "2025-09-10", "2026-02-10", "2026-08-10"])
      await facturer(jour, `FH ${jour}`);
    await encaisser("2026-07-01", 19_980);
    const cents = (euros = "") => Math.round(Number(euros.replace(",", ".")) * 100);
    const balance = async (soir: string) =>
      new Map(
        (await lireExport(agence, `balance.csv?livre=H&au=${soir}`)).map((compte) => [
          compte.Compte,
          cents(compte["Solde débiteur"]) - cents(compte["Solde créditeur"]),
        ]),
      );
    for (const [du, au] of [
      ["2026-01-01", "2026-12-31"],
      ["2025-07-01", "2026-07-01"],
      ["2024-01-01", "2026-12-31"],
    ]) {
      const grandLivre = await lireExport(agence, `grand-livre.csv?livre=H&du=${du}&au=${au}`);
      const comptes = await fait(
        agence.admin.get<{ lignes: CompteDuLivre[] }>(`/Export/comptes?livre=H&du=${du}&au=${au}`),
      );
      for (const soir of ["2026-02-10", "2026-06-30", "2026-07-01", "2026-12-31"]) {
        const soldes = new Map<string | undefined, number>();
        for (const { Date: jour = "", Compte, Solde } of grandLivre)
          if (jour.split("/").toReversed().join("-") <= soir) soldes.set(Compte, cents(Solde));
        const lus = await balance(soir);
        const tous = [...new Set([...soldes.keys(), ...lus.keys()])];
        const autres = tous.filter(
          (compte) => (soldes.get(compte) ?? 0) !== (lus.get(compte) ?? 0),
        );
        expect([du, soir, soir <= (au ?? "") ? autres : []]).toEqual([du, soir, []]);
      }
      const finale = await balance(au ?? "");
      for (const { numero, report, debit, credit, solde } of comptes.lignes) {
        expect([numero, cents(String(solde))]).toEqual([numero, finale.get(numero) ?? 0]);
        expect(enCentimes(report) + enCentimes(debit) - enCentimes(credit)).toBe(enCentimes(solde));
      }
      const ecran: (string | number | null)[][] = [];
      for (const page of [1, 2, 3, 4])
        for (const { date, libelle, solde } of (
          await fait(
            agence.admin.get<GrandLivre>(
              `/Export/grand-livre?genre=706&du=${du}&au=${au}&page=${page}&limit=2`,
            ),
          )
        ).lignes)
          ecran.push([date.split("-").toReversed().join("/"), libelle, enCentimes(solde ?? 0)]);
      const siennes = grandLivre.filter(
        ({ Compte, Libellé }) => Compte === "706100" && Libellé !== "Report",
      );
      expect(ecran).toEqual(
        siennes.map(({ Date: jour, Libellé, Solde }) => [jour, Libellé, cents(Solde)]),
      );
    }
  });

  it("clos, donne les mêmes octets, quoi qu’il arrive ensuite", async () => {
    await db.run(
      sql`INSERT INTO "CompteRendu" (id, "MissionId", mois, du, au) VALUES (1, ${MissionId}, '2025-10', '2025-10-01', '2025-10-31')`,
    );
    await db.run(sql`INSERT INTO "FactureHonoraires" (serie, exercice, rang, "MissionId", "CompteRenduId", date, ht, tva, ttc, contenu)
      VALUES ('FH', '2025', 1, ${MissionId}, 1, '2025-11-05', 16650, 3330, 19980, ${JSON.stringify({ acheteur: { nom: "Indivision Durand" } })})`);
    await facturer("2025-11-05", "FH-2025-000001");
    await clore("2025-12", "2026-01-10T08:00:00.000Z");
    const avant = await fichier("fec?exercice=2025");
    expect(avant.texte).toContain("INDIVISION DURAND");
    expect(refuses(avant, "20251231")).toEqual([]);

    await encaisser("2026-02-01", 19_980);
    await facturer("2026-02-05", "FH-2026-000001");
    await db.run(sql`INSERT INTO "FactureHonoraires" (serie, exercice, rang, "MissionId", "CompteRenduId", date, ht, tva, ttc, contenu)
      SELECT 'AV', '2026', 1, ${MissionId}, 1, '2026-02-05', -100, -20, -120, ${JSON.stringify({ acheteur: { nom: "Petit" } })}`);
    await agence.user.put(`/Mission/${MissionId}`, { dateSignature: "2025-01-01" });
    await agence.admin.post("/RegistreMandat/ouvrir", {
      premier: 43,
      mandats: [{ MissionId, numero: 42 }],
    });
    // An invoice dated in the closed year is entered in the next one.
    await facturer("2025-12-20", "FH-2026-000002");
    expect(await fichier("fec?exercice=2025")).toEqual(avant);
    const suivant = await fec("2026");
    expect(suivant.slice(0, 3)).toEqual([
      "2026-000000 411100 199,80 0,00 A 20260201",
      "2026-000000 445710 0,00 33,30  ",
      "2026-000000 120000 0,00 166,50  ",
    ]);
    const ouvert = await fichier("fec?exercice=2026");
    expect(ouvert.texte).toContain("\tM000042\tPETIT\t");
    expect(refuses(ouvert, "20261231")).toEqual([]);
  });
});
