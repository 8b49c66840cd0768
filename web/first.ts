import { aujourdhui } from "#domain/dates.ts";
import { loadFirst, loadWhatComes } from "./ahead.ts";
import { watchFailures } from "./lib/server/session.ts";
import { applyTheme } from "./lib/theme.ts";
import "./styles.css";

applyTheme();
watchFailures();
const first = loadFirst();
loadWhatComes();
// Without Temporal, the first date on the clock of Paris takes a browser 25 ms: it is worked out while the page waits
// for its data.
setTimeout(() => aujourdhui(new Date()));

const root = document.getElementById("root");
// The code that draws the page loads beside its data: the page names it, so it is on its way already.
if (root) void Promise.all([import("./main.tsx"), first]).then(([{ draw }]) => draw(root));
