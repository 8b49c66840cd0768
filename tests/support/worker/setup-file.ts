import { afterEach, beforeAll } from "vitest";
import { settled } from "./api.ts";
import { freshHouse } from "./database.ts";

beforeAll(freshHouse);

afterEach(settled);
