import { aujourdhui } from "#domain/dates.ts";
import { openDb } from "#worker/db/client.ts";
import { controlerHistorique } from "#worker/operations/controle-historique.ts";
import { controlerComptes } from "#worker/operations/gerance/invariants.ts";
import { Problem, showError } from "./problem.ts";

/** Reads the whole history of a database again, and its accounts, and says what it found. */
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
  const now = new Date();
  const controls = [
    ...(await controlerHistorique(db, { now })),
    ...(await controlerComptes(db, { today: aujourdhui(now) })),
  ];
  for (const { nom, etat, lignes, detail, ruptures } of controls) {
    console.log(`${etat.toUpperCase().padEnd(6)} ${nom} : ${lignes}. ${detail}`);
    for (const { id, motif } of ruptures) {
      console.log(`         ${id === undefined ? motif : `ligne ${id} : ${motif}`}`);
    }
  }
  return controls.every(({ etat }) => etat === "vert");
}

try {
  if (!(await control())) process.exitCode = 1;
} catch (error) {
  showError(error);
  process.exitCode = 1;
}
