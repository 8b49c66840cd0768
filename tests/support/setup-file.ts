import { reset } from "cloudflare:test";
import { afterEach, beforeAll } from "vitest";
import { settled } from "./api.ts";
import { freshDatabase } from "./database.ts";

beforeAll(async () => {
  await Promise.all([reset(), freshDatabase()]);
});

afterEach(settled);
