import { build } from "../../worker/local/build.ts";
import { tieChildren } from "../../worker/local/children.ts";
import { showError } from "../../worker/local/problem.ts";
import { cloture } from "./cloture.ts";
import { comptes } from "./comptes.ts";
import { documents } from "./documents.ts";
import { wholeExport } from "./export.ts";
import { type Figure, held, table } from "./figures.ts";
import { hostile } from "./hostile.ts";
import { imports } from "./import.ts";
import { load } from "./load.ts";
import { month } from "./month.ts";
import { mutations } from "./mutations.ts";
import { pdf } from "./pdf.ts";
import { reads } from "./reads.ts";
import { restauration } from "./restauration.ts";
import { routes } from "./routes.ts";
import { screens } from "./screens.ts";
import { tailles } from "./tailles.ts";
import { upload } from "./upload.ts";
import { weight } from "./weight.ts";
import { zip } from "./zip.ts";

const say = (said: string) => console.log(said);
const measures: Record<string, () => Promise<Figure[]>> = {
  pdf,
  documents,
  reads,
  comptes,
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
/** Long measures, and those about the tests or refusals rather than the speed of the product. */
const ONLY_WHEN_ASKED = ["screens", "tailles", "mutations", "hostile"];
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in measures));

if (unknown.length > 0) {
  say(`Mesure inconnue : ${unknown.join(", ")}. Il y a ${Object.keys(measures).join(", ")}.`);
  process.exit(2);
}
const figures: Figure[] = [];
try {
  tieChildren();
  build(say);
  for (const [name, measure] of Object.entries(measures)) {
    if (asked.length > 0 ? !asked.includes(name) : ONLY_WHEN_ASKED.includes(name)) continue;
    say(`Mesure « ${name} »…`);
    figures.push(...(await measure()));
  }
} catch (error) {
  showError(error);
  // Exits, so that processes of an interrupted measure end too.
  process.exit(1);
}
say(`\n${table(figures)}\n`);
if (!figures.every(held)) process.exitCode = 1;
