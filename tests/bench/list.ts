import { createClient, type InStatement } from "@libsql/client/web";
import { digits, type Figure, median, timed } from "./figures.ts";
import { type House, openHouse } from "./house.ts";
import { openDoor } from "./statements.ts";

const DOSSIERS = 10_000;
const ROUNDS = 200;
const WARM_UP = 30;
const ROUTES = {
  Dossier: "/api/Dossier?page=3&limit=20&q=martin&sort=-dateDebutBail",
  Locataire: "/api/Locataire?page=3&limit=20&q=martin",
};

/** Searched pages over HTTP against their own SQL sent straight to the database. */
export async function list(): Promise<Figure[]> {
  const house = await openHouse(DOSSIERS);
  try {
    const statements = await observe(house, Object.values(ROUTES));
    await house.restart();
    const figures: Figure[] = [];
    for (const [rank, [name, path]] of Object.entries(ROUTES).entries())
      figures.push(...(await compare(house, name, path, statements[rank] ?? [])));
    return figures;
  } finally {
    await house.close();
  }
}

/** The statements that each route sends to the database, round trip after round trip. */
async function observe(house: House, paths: readonly string[]): Promise<InStatement[][][]> {
  const door = await openDoor(house.databaseUrl);
  await house.restart(door.url);
  const observed: InStatement[][][] = [];
  for (const path of paths) {
    door.passed();
    await (await house.get(path)).json();
    observed.push(door.passed());
  }
  door.close();
  return observed;
}

async function compare(
  house: House,
  name: string,
  path: string,
  trips: readonly InStatement[][],
): Promise<Figure[]> {
  const database = createClient({ url: house.databaseUrl, fetch: plainFetch });
  const overHttp = async () => (await house.get(path)).json();
  const straight = async () => {
    for (const statements of trips) await database.batch(statements, "read");
  };
  const times: { http: number; sql: number }[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const time = { http: await timed(overHttp), sql: await timed(straight) };
    if (round >= 0) times.push(time);
  }
  database.close();
  const http = median(times.map((time) => time.http));
  const sql = median(times.map((time) => time.sql));
  return [
    {
      name: `Liste ${name} : page de 20 sur 10 000, recherche et total / même SQL`,
      raw: `${digits(http)} ms contre ${digits(sql)} ms`,
      value: http / sql,
      unit: "×",
      limit: { atMost: 2 },
    },
    {
      name: `Liste ${name} : allers et retours vers la base`,
      raw: `${trips.flat().length} ordres`,
      value: trips.length,
      unit: "",
      limit: { atMost: 1 },
    },
  ];
}

/** The fetch of Node asks for gzip, which the database takes its time to make. */
const plainFetch = (request: Request) => {
  request.headers.set("accept-encoding", "identity");
  return fetch(request);
};
