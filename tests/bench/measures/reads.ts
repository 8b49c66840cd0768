import { createClient, type InStatement } from "@libsql/client/web";
import { aujourdhui, moisDe } from "#domain/dates.ts";
import { digits, type Figure, median, percentile, timed } from "../figures.ts";
import { furnish } from "../house/agency.ts";
import { type Bare, startBare } from "../house/bare.ts";
import { type House, openHouse } from "../house/house.ts";
import { openDoor } from "../house/statements.ts";

const DOSSIERS = 10_000;
const ROUNDS = 60;
const WARM_UP = 15;
/** After this many milliseconds, a slow read is not repeated any more, once it has `LEAST` rounds for a median. */
const ENOUGH = 20_000;
const LEAST = 5;

/** The lists to measure, each with a word to search in it. */
const LISTS: Record<string, string> = {
  Client: "martin",
  Appartement: "monge",
  Locataire: "martin",
  Dossier: "martin",
  Mission: "martin",
  Intendance: "monge",
  Accompte: "monge",
  Quitance: "martin",
  Fichier: "piece",
  Equipement: "equipement",
  Caution: "martin",
  EtatLieux: "monge",
  Variable: "agence",
  User: "employe",
  Image: "vue",
};
const RECORDS = ["Client", "Appartement", "Locataire", "Dossier", "Mission", "Quitance"];

const ROUTES: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(LISTS).flatMap(([name, q]) => [
      [`Liste ${name} : page de 20`, `/api/${name}?page=1&limit=20`],
      [`Liste ${name} : page 2 d’une recherche`, `/api/${name}?page=2&limit=20&q=${q}`],
    ]),
  ),
  ...Object.fromEntries(
    RECORDS.map((name) => [
      `Fiche ${name}, entière`,
      `/api/${name}/${name === "Mission" ? 501 : 2041}`,
    ]),
  ),
  "Tableau de bord": "/api/dashboard",
};

/**
 * Lists, records and dashboard over HTTP, against their own SQL sent straight to the database. The time of an empty
 * request is subtracted.
 */
export async function reads(): Promise<Figure[]> {
  const house = await openHouse(DOSSIERS);
  try {
    await furnish(house.databaseUrl, moisDe(aujourdhui(new Date())));
    return await measured(house, ROUTES);
  } finally {
    await house.close();
  }
}

/**
 * The time of each route over HTTP against its own SQL, and the number of its round trips to the database.
 * @param trips the limit of round trips for one route
 */
export async function measured(
  house: House,
  routes: Record<string, string>,
  { trips: mostTrips = 2 } = {},
): Promise<Figure[]> {
  const bare = await startBare();
  try {
    const trips = await observe(house, Object.values(routes));
    await house.restart();
    const figures: Figure[] = [];
    for (const [rank, [name, path]] of Object.entries(routes).entries())
      figures.push(await compare(house, bare, name, path, trips[rank] ?? []));
    const most = (of: (trip: InStatement[][]) => number) => Math.max(...trips.map(of));
    return [
      ...figures,
      {
        name: "Ces lectures : allers et retours vers la base, au plus",
        raw: `${trips.length} lectures, ${most((trip) => trip.flat().length)} ordres au plus`,
        value: most((trip) => trip.length),
        unit: "",
        // By default, two round trips are allowed: the list of user accounts checks the caller before it reads.
        limit: { atMost: mostTrips },
      },
    ];
  } finally {
    await bare.close();
  }
}

/** The statements that each route sends to the database, by round trip. */
async function observe(house: House, paths: readonly string[]): Promise<InStatement[][][]> {
  const door = await openDoor(house.databaseUrl);
  try {
    await house.restart(door.url);
    const observed: InStatement[][][] = [];
    for (const path of paths) {
      door.passed();
      await (await house.get(path)).json();
      observed.push(door.passed());
    }
    return observed;
  } finally {
    door.close();
  }
}

async function compare(
  house: House,
  bare: Bare,
  name: string,
  path: string,
  trips: readonly InStatement[][],
): Promise<Figure> {
  const database = createClient({ url: house.databaseUrl, fetch: plainFetch });
  const works = {
    http: async () => (await house.get(path)).json(),
    empty: () => bare.run("bare", 0),
    sql: async () => {
      for (const statements of trips) await database.batch(statements, "read");
    },
  };
  const times = { http: [] as number[], empty: [] as number[], sql: [] as number[] };
  const start = performance.now();
  const enough = () => times.http.length >= LEAST && performance.now() - start > ENOUGH;
  const warmUp = (await timed(works.http)) * WARM_UP > ENOUGH ? 1 : WARM_UP;
  for (let round = -warmUp; round < ROUNDS && !enough(); round++) {
    for (const what of ["http", "empty", "sql"] as const) {
      const time = await timed(works[what]);
      if (round >= 0) times[what].push(time);
    }
  }
  database.close();
  const [http, empty, sql] = [median(times.http), median(times.empty), median(times.sql)];
  return {
    name: `${name} / même SQL`,
    raw: `${digits(http)} ms (p95 ${digits(percentile(times.http, 95))}) dont ${digits(empty)} d’une requête vide, contre ${digits(sql)} ms ; ${trips.flat().length} ordres`,
    value: (http - empty) / sql,
    unit: "×",
    limit: { atMost: 2 },
  };
}

/** The `fetch` of Node asks for gzip, and the database would spend time on compressing. */
const plainFetch = (request: Request) => {
  request.headers.set("accept-encoding", "identity");
  return fetch(request);
};
