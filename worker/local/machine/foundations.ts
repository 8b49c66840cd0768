import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { migrate } from "../migrate.ts";
import type { Bindings } from "../runtime.ts";
import { checkPort, places, prepareFolder, type Settings } from "../settings.ts";
import { tieChildren } from "./children.ts";
import { lock } from "./lock.ts";
import { readSecrets } from "./secrets.ts";
import { type Sqld, startSqld } from "./sqld.ts";

export interface Foundations {
  sqld: Sqld;
  bindings: Bindings;
  /** True until {@link firstStartDone} is called: the data folder is new, or its first start was interrupted. */
  firstStart: boolean;
}

/** Prepares what `npm start` and `npm run dev` share: the data folder, the database up to date, the secrets. */
export async function layFoundations(
  settings: Settings,
  say: (said: string) => void,
): Promise<Foundations> {
  const { database, databaseToken, runtime, mails, secrets, firstStart } = places(settings.dataDir);
  await checkPort(settings.port);
  prepareFolder(settings.dataDir);
  await lock(
    settings.dataDir,
    `Le dossier de données ${settings.dataDir} sert déjà à un autre « npm start » ou « npm run dev ».\n` +
      "Arrêtez-le, ou choisissez un autre dossier : DATA_DIR=/chemin/du/dossier npm start",
  );
  if (existsSync(firstStart)) {
    say("Le premier démarrage avait été interrompu : il est repris du début.");
    for (const folder of [database, runtime, mails])
      rmSync(folder, { recursive: true, force: true });
  }
  if (!existsSync(database)) writeFileSync(firstStart, "");
  mkdirSync(mails, { recursive: true });
  tieChildren();
  const sqld = await startSqld(database, say);
  try {
    rmSync(databaseToken, { force: true });
    writeFileSync(databaseToken, sqld.authToken, { mode: 0o600 });
    await migrate(sqld);
    const { BACKUP_IDENTITY: _, ...known } = await readSecrets(secrets);
    return {
      sqld,
      bindings: {
        DATABASE_URL: sqld.url,
        DATABASE_AUTH_TOKEN: sqld.authToken,
        PUBLIC_URL: settings.address,
        ...known,
      },
      firstStart: existsSync(firstStart),
    };
  } catch (error) {
    await sqld.stop();
    throw error;
  }
}

/** Marks the data folder as in use: from then on, no start empties it. */
export function firstStartDone(settings: Settings): void {
  rmSync(places(settings.dataDir).firstStart, { force: true });
}
