import { afterEach, beforeAll } from "vitest";
import { settled } from "./api.ts";
import { newHouse } from "./database.ts";

beforeAll(newHouse);

afterEach(settled);
