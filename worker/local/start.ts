import { build } from "./build.ts";
import { runDaily } from "./machine/daily-run.ts";
import { finishFirstStartApart } from "./machine/first-start-apart.ts";
import { layFoundations } from "./machine/foundations.ts";
import { Stop } from "./machine/stop.ts";
import { showError } from "./problem.ts";
import { followErasures } from "./restore/erasures.ts";
import { startRuntime } from "./runtime.ts";
import { places, readSettings } from "./settings.ts";

const say = (said: string) => console.log(said);
const stop = new Stop();

try {
  const settings = readSettings(process.env);
  const foundations = await layFoundations(settings, say);
  stop.before(() => foundations.sqld.stop());
  build(say);
  let runtime = await startRuntime(settings, foundations.bindings);
  stop.takeSignals();
  stop.before(() => runtime.dispose());
  const password = await finishFirstStartApart(settings, foundations);
  if (password) {
    // A new runtime frees the memory that loading the demo took.
    await runtime.dispose();
    runtime = await startRuntime(settings, foundations.bindings);
    stop.takeSignals();
  }
  stop.before(runDaily(settings.address, say));
  stop.before(followErasures(settings, foundations));
  say(`
  Patrimoine Locatif est en route.

    Adresse        ${settings.address}
    Identifiant    ${settings.adminEmail}
    Mot de passe   ${password ?? "inchangé"}
    Données        ${settings.dataDir}
    Base           ${foundations.sqld.url}
    Courriels      ${places(settings.dataDir).mails}
    Journal        ${places(settings.dataDir).journal}
    Arrêter        Ctrl-C
`);
} catch (error) {
  if (!stop.asked) showError(error);
  await stop.now(1);
}
