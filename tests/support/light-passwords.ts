import type { Plugin } from "vite";

const COST = "{ N: 2 ** 14, r: 8, p: 5 }";
const LIGHT = "{ N: 2, r: 8, p: 1 }";

const REST = "REPOS_MS = 100;";

/**
 * Makes passwords cost nothing: each takes 200 ms of processor on purpose, and an agency of the tests has eight.
 * Their true cost is measured by `domain/cout-mot-de-passe.test.ts`, and the stories pay it.
 */
export const lightPasswords: Plugin = {
  name: "light-passwords",
  enforce: "pre",
  transform(code, id) {
    if (id.endsWith("/worker/operations/tours.ts")) {
      if (!code.includes(REST)) throw new Error("tours.ts no longer says its rest as expected.");
      return { code: code.replace(REST, "REPOS_MS = 0;"), map: null };
    }
    if (!id.endsWith("/worker/operations/password.ts")) return;
    if (!code.includes(COST)) throw new Error("password.ts no longer says its cost as expected.");
    return { code: code.replace(COST, LIGHT), map: null };
  },
};
