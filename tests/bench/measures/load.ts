import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@libsql/client/web";
import { ajouterMois, aujourdhui, moisDe } from "#domain/dates.ts";
import { digits, type Figure } from "../figures.ts";
import { callSums, furnish } from "../house/agency.ts";
import { type House, openHouse } from "../house/house.ts";
import { type Seen, staffAtWork, type Work } from "../house/staff.ts";

const SECONDS = Number(process.env.LOAD_SECONDS) || 60;
const PEOPLE = 50;
const PAUSE_MS = 1000;
const RECEIPTS = 10_000;
/** One dossier in eight has ended: 10,000 run. */
const DOSSIERS = 11_428;
/** The month to make: the month before already has its receipts. */
const MONTH = moisDe(aujourdhui(new Date()));
const IDLE_SECONDS = 40;
const POLL_MS = 500;
const PATIENCE_MS = 900_000;

/** Fifty people at work while the month is made: failed calls, lost writes, mails sent twice, and durations. */
export async function load(): Promise<Figure[]> {
  const house = await openHouse(DOSSIERS);
  try {
    await furnish(house.databaseUrl, ajouterMois(MONTH, -1));
    await callSums(house.databaseUrl);
    const work: Work = {
      address: house.address(),
      token: house.token,
      people: PEOPLE,
      seconds: SECONDS,
      pause: PAUSE_MS,
      what: "everything",
      dossiers: DOSSIERS,
    };
    const alone = { people: 1, seconds: IDLE_SECONDS, pause: 50, what: "reading" } as const;
    const idle = await staffAtWork({ ...work, ...alone }, Promise.resolve());
    const month = makeMonth(house);
    const [seen, made] = await Promise.all([staffAtWork(work, month), month]);
    return figures(seen, idle, made, mailsOf(house));
  } finally {
    await house.close();
  }
}

/**
 * Runs the daily run, and waits until every mail has been sent or has failed, for `PATIENCE_MS` at most.
 * @returns the number of complete receipts, the number of doubtful mails and dead letters, and the duration in
 * seconds
 */
async function makeMonth(house: House) {
  const database = createClient({ url: house.databaseUrl });
  const start = performance.now();
  await house.fireDailyRun(new Date(`${MONTH}-05T05:00:00Z`));
  for (;;) {
    const { rows } = await database.execute({
      sql: `SELECT count(*) AS receipts, count(file) AS files, count(DISTINCT numero) AS numbers,
          (SELECT count(*) FROM Courriel c JOIN Quitance q ON q.id = c.QuitanceId
            WHERE q.mois = ? AND c.genre = 'avis' AND c.etat = 'envoye') AS sent,
          (SELECT count(*) FROM Courriel WHERE etat IN ('incertain', 'refuse')) AS doubtful,
          (SELECT count(*) FROM Rebut) AS dead
        FROM Quitance WHERE mois = ?`,
      args: [MONTH, MONTH],
    });
    const [row] = rows;
    const of = (name: string) => Number(row?.[name]);
    const seconds = (performance.now() - start) / 1000;
    if (of("sent") + of("doubtful") >= RECEIPTS || seconds * 1000 > PATIENCE_MS) {
      database.close();
      const complete = Math.min(of("receipts"), of("files"), of("numbers"), of("sent"));
      return { complete, doubtful: of("doubtful") + of("dead"), seconds };
    }
    await sleep(POLL_MS);
  }
}

/** The recipient and the subject of each mail sent. */
function mailsOf(house: House): string[] {
  return readdirSync(house.mails).map((folder) => {
    const headers = readFileSync(join(house.mails, folder, "entetes.txt"), "utf8").split("\n");
    return headers.filter((header) => /^(To|Subject): /.test(header)).join(" ");
  });
}

function figures(
  seen: Seen,
  idle: Seen,
  made: Awaited<ReturnType<typeof makeMonth>>,
  mails: readonly string[],
): Figure[] {
  const done = Object.values(seen.times).flat().length;
  const p95 = (name: string, kind: "list" | "record"): Figure => ({
    name: `Charge : 95e centile des ${name}, à ${PEOPLE} / au repos`,
    raw: `${digits(centile(seen.times[kind], 95))} ms contre ${digits(centile(idle.times[kind], 95))} ms ; médiane ${digits(centile(seen.times[kind], 50))} ms contre ${digits(centile(idle.times[kind], 50))} ms`,
    value: centile(seen.times[kind], 95) / centile(idle.times[kind], 95),
    unit: "×",
  });
  return [
    {
      name: `Charge : erreurs de ${PEOPLE} personnes pendant ${SECONDS} s`,
      raw: [`${done} gestes, ${digits(done / SECONDS)}/s`, ...seen.errors.slice(0, 5)].join(" ; "),
      value: seen.errors.length + idle.errors.length,
      unit: "",
      limit: { atMost: 0 },
    },
    {
      name: "Charge : écritures acquittées qui ne se relisent pas",
      raw: [`${seen.written} écritures`, ...seen.lost.slice(0, 5)].join(" ; "),
      value: seen.lost.length,
      unit: "",
      limit: { atMost: 0 },
    },
    p95("listes", "list"),
    p95("fiches", "record"),
    {
      name: `Charge : attente du seul fil du runtime local, 95e centile, à ${PEOPLE}`,
      raw: `au repos ${digits(centile(idle.waits, 95))} ms ; médiane ${digits(centile(seen.waits, 50))} ms contre ${digits(centile(idle.waits, 50))} ms`,
      value: centile(seen.waits, 95),
      unit: "ms",
    },
    {
      name: "Charge : quittances du mois, PDF et courriel compris",
      raw: `${digits(made.seconds)} s, ${digits(made.complete / made.seconds)}/s ; ${made.doubtful} courriels douteux ou travaux rebutés`,
      value: made.complete - made.doubtful,
      unit: "",
      limit: { atLeast: RECEIPTS },
    },
    {
      name: "Charge : courriels partis deux fois",
      raw: `${mails.length} courriels partis`,
      value: mails.length - new Set(mails).size,
      unit: "",
      limit: { atMost: 0 },
    },
  ];
}

function centile(values: readonly number[], rank: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((sorted.length * rank) / 100) - 1] ?? Number.NaN;
}
