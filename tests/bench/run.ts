import { build } from "../../worker/local/build.ts";
import { tieChildren } from "../../worker/local/machine/children.ts";
import { showError } from "../../worker/local/problem.ts";
import { digits, type Figure, held, table } from "./figures.ts";
import { annee } from "./measures/annee.ts";
import { cloture } from "./measures/cloture.ts";
import { comptes } from "./measures/comptes.ts";
import { documents } from "./measures/documents.ts";
import { wholeExport } from "./measures/export.ts";
import { hostile } from "./measures/hostile.ts";
import { imports } from "./measures/import.ts";
import { load } from "./measures/load.ts";
import { month } from "./measures/month.ts";
import { mutations } from "./measures/mutations.ts";
import { pdf } from "./measures/pdf.ts";
import { reads } from "./measures/reads.ts";
import { restauration } from "./measures/restauration.ts";
import { routes } from "./measures/routes.ts";
import { screens } from "./measures/screens.ts";
import { tailles } from "./measures/tailles.ts";
import { upload } from "./measures/upload.ts";
import { weight } from "./measures/weight.ts";
import { zip } from "./measures/zip.ts";

const say = (said: string) => console.log(said);
const measures: Record<string, () => Promise<Figure[]>> = {
  pdf,
  documents,
  reads,
  comptes,
  annee,
  cloture,
  routes,
  upload,
  weight,
  screens,
  zip,
  month,
  export: wholeExport,
  import: imports,
  load,
  restauration,
  tailles,
  mutations,
  hostile,
};
/** Long measures, and measures of the tests or of refusals rather than of the product's speed. */
const ONLY_WHEN_ASKED = ["screens", "tailles", "mutations", "hostile"];
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in measures));

if (unknown.length > 0) {
  say(`Mesure inconnue : ${unknown.join(", ")}. Il y a ${Object.keys(measures).join(", ")}.`);
  process.exit(2);
}
const wanted = Object.entries(measures).filter(([name]) =>
  asked.length > 0 ? asked.includes(name) : !ONLY_WHEN_ASKED.includes(name),
);
const figures: Figure[] = [];
const failed: string[] = [];
// After a failed write, the client of the database rejects a promise that nobody awaits: the other measures go on.
process.on("unhandledRejection", showError);
tieChildren();
try {
  build(say);
} catch (error) {
  showError(error);
  process.exit(1);
}
for (const [name, measure] of wanted) {
  const start = performance.now();
  say(`Mesure « ${name} »…`);
  try {
    figures.push(...(await measure()));
  } catch (error) {
    showError(error);
    failed.push(name);
  }
  say(`  en ${digits((performance.now() - start) / 1000)} s`);
}
say(`\n${table(figures)}\n`);
const over = figures.filter((figure) => !held(figure)).map(({ name }) => name);
if (failed.length > 0) say(`Mesures interrompues : ${failed.join(", ")}.`);
if (over.length > 0) say(`Limites dépassées : ${over.join(" ; ")}.`);
if (failed.length + over.length === 0) say("Toutes les limites sont tenues.");
// This exit also ends the processes of an interrupted measure.
process.exit(failed.length + over.length === 0 ? 0 : 1);
