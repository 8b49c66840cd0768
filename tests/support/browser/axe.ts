import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { AxeResults, Result } from "axe-core";
import { ROOT } from "../../../worker/local/settings.ts";

const SOURCE = readFileSync(join(ROOT, "node_modules/axe-core/axe.min.js"), "utf8");

/**
 * The faults that axe finds in a part of the page. The source of axe is injected only once into each page, because
 * loading it takes longer than the check.
 */
export async function fautes(page: Page, { partie = "body" } = {}): Promise<Result[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(SOURCE);
  const [context, options] = [
    // The frame shows the browser's own PDF viewer, which is not ours to check.
    { include: [partie], exclude: ["iframe"] },
    { resultTypes: ["violations"] },
  ].map((argument) => JSON.stringify(argument));
  const { violations } = await page.evaluate<Pick<AxeResults, "violations">>(
    `axe.run(${context}, ${options}).then(({ violations }) => ({ violations }))`,
  );
  return violations;
}
