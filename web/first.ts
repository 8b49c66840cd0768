import { loadFirst, loadWhatComes } from "./ahead.ts";
import { watchFailures } from "./lib/session.ts";
import { applyTheme } from "./lib/theme.ts";
import "./styles.css";

applyTheme();
watchFailures();
const first = loadFirst();
loadWhatComes();
// The first number or date written in French takes a browser 15 ms: it has them while it waits for what it asked for.
setTimeout(() => (0).toLocaleString("fr-FR"));

const root = document.getElementById("root");
// What draws the page comes beside the data that it shows: the page names it, so that it is on its way already.
if (root) void Promise.all([import("./main.tsx"), first]).then(([{ draw }]) => draw(root));
