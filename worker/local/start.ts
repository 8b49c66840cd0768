import { build } from "./build.ts";
import { runDaily } from "./daily-run.ts";
import { followErasures } from "./erasures.ts";
import { finishFirstStartApart } from "./first-start-apart.ts";
import { layFoundations } from "./foundations.ts";
import { showError } from "./problem.ts";
import { startRuntime } from "./runtime.ts";
import { places, readSettings } from "./settings.ts";
import { Stop } from "./stop.ts";

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
    // The runtime keeps for good the memory that loading the demo took.
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
