import { aujourdhui } from "#domain/dates.ts";
import { loadFirst, loadWhatComes } from "./ahead.ts";
import { watchFailures } from "./lib/session.ts";
import { applyTheme } from "./lib/theme.ts";
import "./styles.css";

applyTheme();
watchFailures();
const first = loadFirst();
loadWhatComes();
// Without Temporal the first date on the clock of Paris takes a browser 25 ms: it has them while it waits for what it asked for.
setTimeout(() => aujourdhui(new Date()));

const root = document.getElementById("root");
// What draws the page comes beside the data that it shows: the page names it, so that it is on its way already.
if (root) void Promise.all([import("./main.tsx"), first]).then(([{ draw }]) => draw(root));
