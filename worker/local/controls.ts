import { openDb } from "#worker/db/client.ts";
import { controlerHistorique } from "#worker/operations/controle-historique.ts";
import { Problem, showError } from "./problem.ts";

/** Reads the whole history of a database again, and says what it found. */
async function control(): Promise<boolean> {
  const { DATABASE_URL, DATABASE_AUTH_TOKEN } = process.env;
  const url = process.argv[2] ?? DATABASE_URL;
  if (!url) {
    throw new Problem(
      "Indiquez la base : DATABASE_AUTH_TOKEN=… npm run controles -- libsql://… (npm start affiche la sienne)",
    );
  }
  const db = openDb({
    DATABASE_URL: url,
    ...(DATABASE_AUTH_TOKEN ? { DATABASE_AUTH_TOKEN } : {}),
  });
  const controls = await controlerHistorique(db, { now: new Date() });
  for (const { nom, etat, lignes, detail, ruptures } of controls) {
    console.log(`${etat.toUpperCase().padEnd(6)} ${nom} : ${lignes}. ${detail}`);
    for (const { id, motif } of ruptures) console.log(`         ligne ${id ?? "?"} : ${motif}`);
  }
  return controls.every(({ etat }) => etat === "vert");
}

try {
  if (!(await control())) process.exitCode = 1;
} catch (error) {
  showError(error);
  process.exitCode = 1;
}
