import { dirname, join } from "node:path";
import { createLogger, createServer, type Plugin } from "vite";
import { fireDailyRun } from "./machine/daily-run.ts";
import { finishFirstStart } from "./machine/first-start.ts";
import { layFoundations } from "./machine/foundations.ts";
import { refusalOf } from "./machine/front-door.mjs";
import { KeptMails } from "./machine/mails.ts";
import { Stop } from "./machine/stop.ts";
import { showError } from "./problem.ts";
import { followErasures } from "./restore/erasures.ts";
import { places, ROOT, readSettings } from "./settings.ts";

const say = (said: string) => console.log(said);

/** This plugin lets `machine/front-door.mjs` refuse a request before Vite answers it. */
const frontDoor: Plugin = {
  name: "front-door",
  enforce: "pre",
  configureServer: {
    order: "pre",
    handler({ middlewares }) {
      middlewares.use(({ url = "", headers }, response, next) => {
        const { pathname } = new URL(`http://localhost${url}`);
        const refusal = refusalOf(pathname, (name) => headers[name]?.toString());
        headers["cf-connecting-ip"] = "127.0.0.1";
        if (refusal) response.writeHead(refusal.status).end(refusal.message);
        else next();
      });
    },
  },
};

const stop = new Stop();

try {
  const settings = readSettings(process.env);
  const { runtime, mails } = places(settings.dataDir);
  const foundations = await layFoundations(settings, say);
  stop.before(() => foundations.sqld.stop());

  // The worker receives the whole environment of this process, which is therefore reduced to what the worker needs.
  process.env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    CLOUDFLARE_INCLUDE_PROCESS_ENV: "true",
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    // The explorer would show the buckets to any account of the machine.
    X_LOCAL_EXPLORER: "false",
    RUNTIME_DIR: dirname(runtime),
    ...foundations.bindings,
  };
  const logger = createLogger("info", { allowClearScreen: false });
  const info = logger.info;
  const kept = new KeptMails(mails, say);
  logger.info = (line, options) => {
    if (!kept.keep(line)) info(line, options);
  };
  const vite = await createServer({
    configFile: join(ROOT, "web/vite.config.ts"),
    customLogger: logger,
    plugins: [frontDoor],
    server: { host: "127.0.0.1", port: settings.port, strictPort: true },
  });
  stop.before(() => vite.close());
  await vite.listen();
  stop.takeSignals();

  const password = await finishFirstStart(settings, foundations, say);
  stop.before(followErasures(settings, foundations));
  say(`
    Adresse        ${settings.address}
    Identifiant    ${settings.adminEmail}
    Mot de passe   ${password}
    Courriels      ${mails}
    Arrêter        Ctrl-C
`);
  await fireDailyRun(settings.address, new Date());
} catch (error) {
  if (!stop.asked) showError(error);
  await stop.now(1);
}
