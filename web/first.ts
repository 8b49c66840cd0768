import { aujourdhui } from "#domain/dates.ts";
import { loadFirst, loadWhatComes } from "./ahead.ts";
import { watchFailures } from "./lib/server/session.ts";
import { applyTheme } from "./lib/theme.ts";
import "./styles.css";

applyTheme();
watchFailures();
const first = loadFirst();
loadWhatComes();
// In a browser without Temporal, the first date in the time of Paris takes 25 ms: it is computed while the page waits
// for its data.
setTimeout(() => aujourdhui(new Date()));

const root = document.getElementById("root");
// The code that draws the page loads at the same time as the data. The HTML names its file, so the browser has begun
// to fetch it.
if (root) void Promise.all([import("./main.tsx"), first]).then(([{ draw }]) => draw(root));
