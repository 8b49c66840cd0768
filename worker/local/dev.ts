import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fireDailyRun } from "./daily-run.ts";
import { finishFirstStart } from "./first-start.ts";
import { layFoundations } from "./foundations.ts";
import { Problem, showError } from "./problem.ts";
import { places, ROOT, readSettings } from "./settings.ts";
import { Stop } from "./stop.ts";

const say = (said: string) => console.log(said);
const stop = new Stop();

try {
  const settings = readSettings(process.env);
  const foundations = await layFoundations(settings, say);
  stop.before(() => foundations.sqld.stop());
  const vite = spawn(
    process.execPath,
    [
      join(ROOT, "node_modules/vite/bin/vite.js"),
      ...["--config", "web/vite.config.ts", "--clearScreen", "false", "--strictPort"],
      ...["--host", "127.0.0.1", "--port", String(settings.port)],
    ],
    {
      cwd: ROOT,
      stdio: ["ignore", "inherit", "inherit"],
      // The worker is given this environment whole, so it holds nothing else.
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        CLOUDFLARE_INCLUDE_PROCESS_ENV: "true",
        CLOUDFLARE_CF_FETCH_ENABLED: "false",
        RUNTIME_DIR: join(places(settings.dataDir).runtime, ".."),
        ...foundations.bindings,
      },
    },
  );
  const gone = new Promise<void>((resolve) => vite.once("exit", () => resolve()));
  stop.before(async () => {
    vite.kill("SIGTERM");
    await gone;
  });
  vite.once("exit", () => void stop.now(1));
  for (let tries = 0; !(await fetch(settings.address).catch(() => null)); tries++) {
    if (tries === 300) throw new Problem("Vite ne répond pas.");
    await sleep(200);
  }
  const password = await finishFirstStart(settings, foundations, say);
  say(`
    Adresse        ${settings.address}
    Identifiant    ${settings.adminEmail}
    Mot de passe   ${password}
`);
  await fireDailyRun(settings.address, new Date());
} catch (error) {
  if (!stop.asked) showError(error);
  await stop.now(1);
}
