import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@libsql/client/web";
import { ajouterJours, ajouterMois, aujourdhui, moisDe, premierJour } from "#domain/dates.ts";
import { LIGNES_PAR_RELEVE } from "#domain/gerance/banque/releve.ts";
import { LOT_A_GENERER, partiesDuMois } from "#domain/quittances/limites.ts";
import type { Figure } from "../figures.ts";
import { type House, openHouse } from "../house/house.ts";
import { inTurn } from "../house/in-turn.ts";
import { books, LOTS_PAR_MANDAT, MOIS, mandates } from "./cloture.ts";
import { type Cost, costTable, type Invocation } from "./tailles-table.ts";

/** The numbers of dossiers; `TAILLES=20000 npm run bench -- tailles` runs an agency of that size. */
const SIZES = (process.env.TAILLES ?? "500,2000").split(",").map(Number);
const COUNTING = readFileSync(join(import.meta.dirname, "../house/counting.mjs"), "utf8");
const JOUR = aujourdhui(new Date());
const COURANT = moisDe(JOUR);
const SUIVANT = ajouterMois(COURANT, 1);
const LOOK_MS = 4000;
/** The first reading of the memory comes early, for operations that end before the next reading. */
const FIRST_LOOK_MS = 150;
const QUIET_LOOKS = 3;
const PATIENCE_MS = 3_600_000;
const COMPTES_A_LA_FOIS = 2000;

/**
 * The calls, processor time and memory of each operation, which the platform limits and the local runtime does not.
 * They are measured at several sizes of agency, and extrapolated to a hundred thousand dossiers.
 */
export async function tailles(): Promise<Figure[]> {
  const costs: Cost[] = [];
  for (const dossiers of SIZES) costs.push(...(await live(dossiers)));
  console.log(`\n${costTable(costs)}\n`);
  return [];
}

/** Simulates a month of an agency with this many dossiers; returns the cost of each operation. */
async function live(dossiers: number): Promise<Cost[]> {
  const house = await openHouse(dossiers, { inspected: true, around: COUNTING });
  try {
    await keepBooks(house, Math.ceil(dossiers / LOTS_PAR_MANDAT));
    const costs: Cost[] = [];
    const during = async (name: string, work: () => Promise<unknown>) => {
      const cost = { name, dossiers, ...(await costOf(house, work)) };
      costs.push(cost);
      console.log(JSON.stringify(cost));
    };
    /** Runs `work` in a worker that has just started, whose memory keeps nothing of earlier work. */
    const afresh = async (name: string, work: () => Promise<unknown>) => {
      await house.restart();
      await house.get("/api/version");
      await during(name, work);
    };
    await house.get("/api/version");

    await during("Passage quotidien, un mois à faire", () => aDay(house, new Date(), dossiers));
    await during("Passage du lendemain : relances, contrôles, balayage", () =>
      aDay(house, new Date(Date.now() + 86_400_000)),
    );
    await afresh("Copie de la base, seule", () =>
      post(house, "bench/queue", { type: "sauvegarde", jour: ajouterJours(JOUR, 2) }),
    );
    const reading = (name: string, path: string) => afresh(name, () => drained(house, path));
    for (const [name, path] of READS) await reading(name, path);
    await reading("Mois à générer, choisi en entier", `/api/Quitance/mois/${SUIVANT}/aGenerer`);
    await afresh("Génération d’un lot", async () => {
      const DossierIds = Array.from({ length: LOT_A_GENERER }, (_, rank) => rank + 1);
      await post(house, "Quitance/generate/lot", { date: premierJour(SUIVANT), DossierIds });
    });
    for (let part = 1; part <= partiesDuMois(dossiers); part++) {
      const path = `/api/Quitance/downloadMonth/${COURANT.replace("-", "/")}?partie=${part}`;
      await reading(`Zip du mois, partie ${part}`, path);
    }
    await afresh("Relevé de banque, importé et rapproché", () => importStatement(house, dossiers));
    await afresh("Clôture : préparer", () => post(house, "CompteRendu/preparer", { mois: MOIS }));
    const accounts = `/api/CompteRendu?mois=${MOIS}&page=1&limit=20`;
    await reading("Clôture : une page et ses sommes", accounts);
    await reading("Clôture, CSV", `/api/CompteRendu.csv?mois=${MOIS}`);
    const ids = await column(house, "SELECT id FROM CompteRendu ORDER BY id");
    await afresh("Clôture : valider, 2 000 au plus", () =>
      post(house, "CompteRendu/valider", { ids: ids.slice(0, COMPTES_A_LA_FOIS) }),
    );
    for (const [name, path] of EXPORTS) await reading(name, path);
    return costs;
  } finally {
    await house.close();
  }
}

const READS: readonly (readonly [string, string])[] = [
  ["Mois : une page de 150", `/api/Quitance?mois=${COURANT}&page=1&limit=150`],
  ["Mois : ses sommes", `/api/Quitance/mois/${COURANT}`],
  [
    "Année : une page de 150 et ses sommes",
    `/api/Quitance/annee/${JOUR.slice(0, 4)}?page=1&limit=150`,
  ],
  ["byDate", `/api/Quitance/byDate/${COURANT.slice(5)}-${COURANT.slice(0, 4)}`],
  ["byYear (deux mois)", `/api/Quitance/byYear/${JOUR.slice(0, 4)}`],
];

const EXPORTS: readonly (readonly [string, string])[] = [
  ["Quittances d’un mois, CSV", `/api/Quitance.csv?mois=${COURANT}`],
  ["Dossiers, tous", "/api/Dossier"],
  ["Dossiers, CSV", "/api/Dossier.csv"],
  ["Impayés, une page", "/api/Impaye?page=1&limit=150"],
  ["Impayés, CSV", "/api/Impaye.csv"],
  ["Tableau de bord", "/api/dashboard"],
  ["Journal, CSV", "/api/Export/journal.csv"],
  ["Grand-livre, CSV", "/api/Export/grand-livre.csv"],
  ["Balance, CSV", "/api/Export/balance.csv"],
  ["Contrôles", "/api/Controle"],
];

/** Runs the daily run, and waits until the queued work is done and `mails` more mails have been sent. */
async function aDay(house: House, instant: Date, mails = 0): Promise<void> {
  const before = await gone(house);
  await house.fireDailyRun(instant);
  const start = performance.now();
  for (let quiet = 0, seen = 0; quiet < QUIET_LOOKS || (await gone(house)) - before < mails; ) {
    if (performance.now() - start > PATIENCE_MS) throw new Error("The queue does not end.");
    await sleep(LOOK_MS);
    const now = (await invocationsOf(house)).length;
    quiet = now === seen ? quiet + 1 : 0;
    seen = now;
  }
}

async function costOf(
  house: House,
  work: () => Promise<unknown>,
): Promise<Omit<Cost, "name" | "dossiers">> {
  const before = (await invocationsOf(house)).length;
  let live = await house.liveHeap();
  const idle = house.processor();
  const start = performance.now();
  let looked: Promise<void> | undefined;
  const look = () => {
    looked ??= house
      .liveHeap()
      .then((found) => {
        live = Math.max(live, found);
      })
      .finally(() => {
        looked = undefined;
      });
  };
  const first = setTimeout(look, FIRST_LOOK_MS);
  const looking = setInterval(look, LOOK_MS);
  await work().finally(() => {
    clearTimeout(first);
    clearInterval(looking);
  });
  await looked;
  const seconds = (performance.now() - start) / 1000;
  const processor = house.processor() - idle;
  const invocations = (await invocationsOf(house)).slice(before);
  return { invocations, processor, live, seconds };
}

/** The invocations of the worker, except those of the measure itself. */
async function invocationsOf(house: House): Promise<Invocation[]> {
  const answer = await house.get("/api/bench/invocations");
  const all = (await answer.json()) as Invocation[];
  return all.filter(({ name }) => name !== "GET /api/version");
}

async function drained(house: House, path: string): Promise<void> {
  const { body } = await house.get(path);
  for await (const _ of body ?? []);
}

const post = (house: House, path: string, body: object) =>
  house.send(`/api/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

async function column(house: House, sql: string): Promise<number[]> {
  const database = createClient({ url: house.databaseUrl });
  const { rows } = await database.execute(sql);
  database.close();
  return rows.map(({ id }) => Number(id));
}

const gone = async (house: House): Promise<number> =>
  (await column(house, "SELECT count(*) AS id FROM Courriel WHERE etat = 'envoye'"))[0] ?? 0;

/** Mandates whose rents the agency receives, with the receipts of the month before, called and paid. */
async function keepBooks(house: House, count: number): Promise<void> {
  const compte = { nom: "Gérance", titulaire: "Saint-Michel Gestion", bic: "AGRIFRPP" };
  await post(house, "CompteBancaire", {
    ...compte,
    iban: "FR7630006000011234567890189",
    usage: "gerance",
  });
  const database = createClient({ url: house.databaseUrl });
  for (const statement of mandates(count)) await inTurn(() => database.execute(statement));
  await database.execute(`INSERT INTO ConditionsMandat (MissionId, depuis, modeFonds, tauxHonoraires)
    SELECT id, '2020-01-01', 'agence', 700 FROM Mission`);
  await inTurn(() => database.batch(books(), "write"));
  database.close();
}

/** Imports a bank statement that pays the present month of the dossiers, up to the largest statement allowed. */
async function importStatement(house: House, dossiers: number): Promise<void> {
  const database = createClient({ url: house.databaseUrl });
  const { rows } = await database.execute({
    sql: "SELECT DossierId, loyerHC + charge AS total FROM Quitance WHERE mois = ? ORDER BY id LIMIT ?",
    args: [COURANT, Math.min(dossiers, LIGNES_PAR_RELEVE)],
  });
  database.close();
  const lines = rows.map(({ DossierId, total }, rank) => {
    const [annee, mois, jour] = ajouterJours(JOUR, -(rank % 20)).split("-");
    const number = String(DossierId).padStart(6, "0");
    return `${jour}/${mois}/${annee};${jour}/${mois}/${annee};;${(Number(total) / 100).toFixed(2).replace(".", ",")};VIR D${number} LOYER;`;
  });
  const csv = ["Date;Date de valeur;Débit;Crédit;Libellé;Solde", ...lines].join("\n");
  const form = new FormData();
  form.set("CompteBancaireId", "1");
  form.set("fichier", new File([csv], "releve.csv", { type: "text/csv" }));
  await house.send("/api/Releve", { method: "POST", body: form });
}
