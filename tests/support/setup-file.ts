import { reset } from "cloudflare:test";
import { beforeAll } from "vitest";
import { freshDatabase } from "./database.ts";

beforeAll(async () => {
  await Promise.all([reset(), freshDatabase()]);
});
