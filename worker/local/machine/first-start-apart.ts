import { fork } from "node:child_process";
import { once } from "node:events";
import { createClient } from "@libsql/client/web";
import { Problem } from "../problem.ts";
import type { Settings } from "../settings.ts";
import type { Foundations } from "./foundations.ts";

/** The data passed to the process of the first start. */
export interface FirstStart {
  settings: Settings;
  foundations: Pick<Foundations, "bindings" | "firstStart">;
}

/** The result of the process of the first start. */
export interface FirstStartDone {
  /** The text to print about the administrator's password. */
  password: string;
}

/**
 * Finishes the first start in a process of its own, whose memory is freed when it ends.
 * @returns the text to print about the administrator's password; null when there was nothing to finish
 * @throws Problem when the first start failed; the process has already printed the reason
 */
export async function finishFirstStartApart(
  settings: Settings,
  { bindings, firstStart }: Foundations,
): Promise<string | null> {
  if (!firstStart && (await hasUser(bindings))) return null;
  const child = fork(`${import.meta.dirname}/first-start.ts`);
  let done: FirstStartDone | undefined;
  child.on("message", (message: FirstStartDone) => {
    done = message;
  });
  child.send({ settings, foundations: { bindings, firstStart } } satisfies FirstStart);
  await once(child, "exit");
  if (!done) throw new Problem("Le premier démarrage n’a pas abouti.");
  return done.password;
}

async function hasUser({
  DATABASE_URL: url,
  DATABASE_AUTH_TOKEN: authToken,
}: Foundations["bindings"]): Promise<boolean> {
  const client = createClient({ url, authToken });
  const { rows } = await client.execute("SELECT 1 FROM User LIMIT 1");
  client.close();
  return rows.length > 0;
}
