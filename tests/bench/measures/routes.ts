import { aujourdhui, moisDe } from "#domain/dates.ts";
import { openDb } from "#worker/db/client.ts";
import type { OpenApi } from "#worker/http/api/openapi.ts";
import { loadDemo } from "../../../worker/local/demo.ts";
import type { Figure } from "../figures.ts";
import { type House, openHouse } from "../house/house.ts";
import { openDoor } from "../house/statements.ts";

const ADMIN = { email: "direction@agence.example", password: "essai-des-lectures-2026" };
const JSON_HEADERS = { "Content-Type": "application/json" };
const QUIET_MS = 30;
/** From this many waits in a row on, a user feels that the database is far away. */
const WAITS = 8;

/** For each read of the API, the number of waits in a row for the database, in the demo agency. */
export async function routes(): Promise<Figure[]> {
  const house = await openHouse(0);
  const door = await openDoor(house.databaseUrl);
  try {
    await fillWithDemo(house);
    await house.restart(door.url);
    const { paths } = await (await house.get("/api/openapi.json")).json<OpenApi>();
    const readings = Object.keys(paths).filter((path) => openToStaff(paths[path]?.get));
    const addressOf = addresses(house, { paths, now: new Date() });
    // The bench first creates its user accounts, straight in the database, while the worker is idle.
    await quiet(door);
    const tokens: string[] = [];
    while (tokens.length < readings.length) tokens.push(await house.enroll("admin"));
    const waits = new Map<string, number>();
    const silent: string[] = [];
    for (const [rank, path] of readings.entries()) {
      const token = tokens[rank] ?? house.token;
      const address = await addressOf(path);
      await quiet(door);
      const answered = address !== null && (await answers(house, address, token));
      if (answered) waits.set(path, door.inSequence());
      else silent.push(path);
    }
    const most = Math.max(...waits.values());
    const worst = [...waits].filter(([, count]) => count === most).map(([path]) => path);
    return [
      {
        name: "Lectures : attentes de la base à la suite, au plus",
        raw: `${worst.slice(0, 3).join(", ")} ; ${tally([...waits.values()])}`,
        value: most,
        unit: "",
        limit: { atMost: WAITS },
      },
      {
        name: "Lectures qui ont répondu",
        raw: `${waits.size} de ${readings.length} ; sans réponse : ${silent.join(", ")}`,
        value: Math.floor((100 * waits.size) / readings.length),
        unit: "%",
        limit: { atLeast: 80 },
      },
    ];
  } finally {
    door.close();
    await house.close();
  }
}

/** Whether staff may make this read: the reads of visitors require a token of another kind, sent by e-mail. */
const openToStaff = (reading: OpenApi["paths"][string][string] | undefined) =>
  reading !== undefined && (reading.security ?? []).every((door) => "jeton" in door);

async function fillWithDemo(house: House): Promise<void> {
  const { databaseUrl, address, mails, secrets } = house;
  await addAdmin(house);
  const [, key] = secrets;
  const url = new URL(databaseUrl);
  const DATABASE_AUTH_TOKEN = url.searchParams.get("authToken") ?? "";
  const db = openDb({ DATABASE_URL: url.origin, DATABASE_AUTH_TOKEN });
  const now = new Date();
  const keys = { DATA_KEYS: `1:${key}` };
  await loadDemo({ address: address(), mails, admin: ADMIN, db, keys, now, say: () => {} });
}

async function addAdmin({ send }: House): Promise<void> {
  const post = (path: string, body: object, headers = {}) =>
    send(`/api/user/${path}`, {
      method: "POST",
      headers: { ...JSON_HEADERS, ...headers },
      body: JSON.stringify(body),
    });
  const { email, password } = ADMIN;
  const made = await post("register", { email, role: "admin" });
  const { data } = await made.json<{ data: { password: string } }>();
  const entered = await post("login", { credentials: { email, password: data.password } });
  const { user } = (await entered.json<{ data: { user: { token: string } } }>()).data;
  await post("setPassword", { password }, { authorization: `Token ${user.token}` });
}

/**
 * Waits until the queue and the background work are idle: their calls go through the same proxy, and must not count.
 */
async function quiet(door: Awaited<ReturnType<typeof openDoor>>): Promise<void> {
  do {
    door.passed();
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  } while (door.inSequence() > 0);
  door.passed();
}

/** Reads an address with its own account, because the exports of one account in an hour are limited. */
async function answers(house: House, address: string, token: string): Promise<boolean> {
  const { ok, body } = await fetch(`${house.address()}${address}`, {
    headers: { authorization: `Token ${token}` },
    redirect: "manual",
  });
  await body?.cancel();
  return ok;
}

/**
 * Returns a function that fills a path, and its required query parameters, with records of the demo. The function
 * returns null when a record is missing. `{id}` is the first record of the list that the path names.
 */
function addresses(house: House, { paths, now }: Pick<OpenApi, "paths"> & { now: Date }) {
  const mois = moisDe(aujourdhui(now));
  const [annee = "", month = ""] = mois.split("-");
  const said: Record<string, string> = {
    annee,
    year: annee,
    mois,
    period: `${month}-${annee}`,
    month,
    exercice: annee,
    genre: "Client",
  };
  const lists: Record<string, string> = {
    appartementId: "Appartement",
    clientId: "Client",
    intendanceId: "Intendance",
    cautionId: "Caution",
    dossierId: "Dossier",
  };
  const firstOf = async (list: string) => {
    const answer = await fetch(`${house.address()}/api/${list}?page=1&limit=1`, {
      headers: { authorization: `Token ${house.token}` },
    });
    if (!answer.ok) return undefined;
    const { data } = await answer.json<{ data: { id: number }[] }>();
    return Array.isArray(data) ? data[0]?.id : undefined;
  };
  return async (path: string): Promise<string | null> => {
    let address = path;
    for (const [parameter, name = ""] of path.matchAll(/\{(\w+)\}/g)) {
      const value = said[name] ?? (await firstOf(lists[name] ?? path.split("/")[2] ?? ""));
      if (value === undefined) return null;
      address = address.replace(parameter, String(value));
    }
    const query = (paths[path]?.get?.parameters ?? [])
      .filter(({ in: place, required }) => place === "query" && required)
      .map(({ name, schema }) => [name, String(schema.enum?.[0] ?? said[name] ?? 1)]);
    return query.length > 0 ? `${address}?${new URLSearchParams(query)}` : address;
  };
}

/** The number of routes for each number of waits, as « 3 : 40 routes ». */
const tally = (numbers: readonly number[]) =>
  [...new Set(numbers)]
    .toSorted((a, b) => a - b)
    .map((number) => `${number} : ${numbers.filter((one) => one === number).length} routes`)
    .join(", ");
