import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { ROOT } from "../../../worker/local/settings.ts";

/**
 * Describes a text that makes passwords slow, and its cheap replacement: the tests stop when the worker's file no
 * longer holds that text.
 */
function slow(path: string, text: string, light: string) {
  const file = join(ROOT, path);
  if (!readFileSync(file, "utf8").includes(text))
    throw new Error(`${path} no longer says « ${text} ».`);
  return { file, text, light };
}

const SLOW = [
  slow(
    "worker/operations/profils/mot-de-passe.ts",
    "{ N: 2 ** 14, r: 8, p: 5 }",
    "{ N: 2, r: 8, p: 1 }",
  ),
  slow("worker/operations/tours.ts", "REPOS_MS = 100;", "REPOS_MS = 0;"),
];

/**
 * Makes passwords cost nothing: in the product, each hash takes 200 ms of processor on purpose, and is followed by a
 * pause of 100 ms. `domain/operations/cout-mot-de-passe.test.ts` checks the true cost; the browser tests pay it.
 */
export const lightPasswords: Plugin = {
  name: "light-passwords",
  enforce: "pre",
  transform(code, id) {
    const found = SLOW.find(({ file }) => file === id);
    return found && { code: code.replace(found.text, found.light), map: null };
  },
};
