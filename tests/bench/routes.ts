import { createClient } from "@libsql/client/web";
import type { OpenApi } from "#worker/http/openapi.ts";
import { type Calls, callEverything } from "./calls.ts";
import type { Figure } from "./figures.ts";
import { openHouse } from "./house.ts";
import { openDoor } from "./statements.ts";

const DOSSIERS = 20;
const QUIET_MS = 30;

/** How many times in a row each route waits for the database, every route of the API being called. */
export async function routes(): Promise<Figure[]> {
  const house = await openHouse(DOSSIERS);
  const database = createClient({ url: house.databaseUrl });
  const door = await openDoor(house.databaseUrl);
  await house.restart(door.url);
  try {
    const { paths } = await (await house.get("/api/openapi.json")).json<OpenApi>();
    const templates = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => ({ route: `${method.toUpperCase()} ${path}`, path })),
    );
    const most = new Map<string, number>();

    /** What the queue and the background do passes the same door: nothing of it may be counted. */
    async function quiet() {
      do {
        door.passed();
        await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
      } while (door.inSequence() > 0);
      door.passed();
    }
    const send: Calls["send"] = async (method, path, init = {}) => {
      await quiet();
      const answer = await house.send(path, { ...init, method });
      const trips = door.inSequence();
      const route = routeOf(templates, method, path);
      most.set(route, Math.max(most.get(route) ?? 0, trips));
      return answer;
    };
    await callEverything({ send, database });

    const trips = Math.max(...most.values());
    const worst = [...most].filter(([, count]) => count === trips).map(([route]) => route);
    const forgotten = templates.map(({ route }) => route).filter((route) => !most.has(route));
    return [
      {
        name: "Routes : attentes de la base à la suite, au plus",
        raw: `${worst.slice(0, 3).join(", ")} ; ${tally([...most.values()])}`,
        value: trips,
        unit: "",
        limit: { atMost: 4 },
      },
      {
        name: "Routes : celles que ce banc n’appelle pas",
        raw: `${most.size} appelées${forgotten.length > 0 ? ` ; ${forgotten.join(", ")}` : ""}`,
        value: forgotten.length,
        unit: "",
        limit: { atMost: 0 },
      },
    ];
  } finally {
    door.close();
    database.close();
    await house.close();
  }
}

/** The template that a path fits, the one with the fewest parameters when several do. */
function routeOf(
  templates: readonly { route: string; path: string }[],
  method: string,
  path: string,
): string {
  const plain = path.split("?")[0] ?? "";
  const fitting = templates.filter(
    ({ route, path: template }) =>
      route.startsWith(`${method} `) &&
      new RegExp(`^${template.replace(/\./g, "\\.").replace(/\{\w+\}/g, "[^/]+")}$`).test(plain),
  );
  const parameters = (template: string) => template.split("{").length;
  const [closest] = fitting.toSorted((a, b) => parameters(a.path) - parameters(b.path));
  if (!closest) throw new Error(`${method} ${path} is no route`);
  return closest.route;
}

/** « 3 : 40 routes », for each number. */
const tally = (numbers: readonly number[]) =>
  [...new Set(numbers)]
    .toSorted((a, b) => a - b)
    .map((number) => `${number} : ${numbers.filter((one) => one === number).length} routes`)
    .join(", ");
