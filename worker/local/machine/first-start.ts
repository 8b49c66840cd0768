import { randomInt } from "node:crypto";
import { openDb } from "#worker/db/client.ts";
import { creerAdmin } from "#worker/operations/profils/users.ts";
import { loadDemo } from "../demo.ts";
import { showError } from "../problem.ts";
import { places, type Settings } from "../settings.ts";
import type { FirstStart, FirstStartDone } from "./first-start-apart.ts";
import { firstStartDone } from "./foundations.ts";

const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

function randomPassword(): string {
  const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}

/**
 * Creates the administrator when there is no account, and loads the demo agency into a new data folder. The worker
 * must be running.
 * @returns the text to print about the administrator's password
 */
export async function finishFirstStart(
  settings: Settings,
  { bindings, firstStart }: FirstStart["foundations"],
  say: (said: string) => void,
): Promise<string> {
  const db = openDb(bindings);
  const now = new Date();
  const admin = {
    email: settings.adminEmail,
    password: settings.adminPassword ?? randomPassword(),
  };
  const created = await creerAdmin({ db, now }, admin);
  if (created && firstStart && settings.seed === "demo") {
    say("Chargement de l’agence de démonstration…");
    const { mails } = places(settings.dataDir);
    await loadDemo({ address: settings.address, mails, admin, db, keys: bindings, now, say });
  }
  firstStartDone(settings);
  if (!created) return "inchangé";
  return settings.adminPassword
    ? "celui de ADMIN_PASSWORD"
    : `${admin.password}  (affiché cette seule fois : notez-le)`;
}

if (import.meta.main) {
  process.once("message", async ({ settings, foundations }: FirstStart) => {
    try {
      const password = await finishFirstStart(settings, foundations, console.log);
      process.send?.({ password } satisfies FirstStartDone);
    } catch (error) {
      showError(error);
      process.exitCode = 1;
    }
    process.disconnect();
  });
}
