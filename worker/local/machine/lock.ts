import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Problem } from "../problem.ts";

/**
 * Reserves a folder for this process, because two servers on one database would damage it. A socket is used rather
 * than a file with a process number, because a socket shows whether its owner still runs. On Linux the socket is in
 * memory, so that a killed process leaves nothing behind.
 * @throws Problem with the words `taken` when another process has reserved the folder
 */
export async function lock(folder: string, taken: string): Promise<void> {
  const name = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  const inMemory = process.platform === "linux";
  const path = inMemory
    ? `\0patrimoine-locatif-${name}`
    : join(tmpdir(), `patrimoine-locatif-${name}.sock`);
  if (await answers(path)) throw new Problem(taken);
  if (!inMemory) rmSync(path, { force: true });
  const server = createServer((socket) => socket.end());
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
