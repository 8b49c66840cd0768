import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

/** The work to simulate. */
export interface Work {
  address: string;
  token: string;
  /** The number of people at work at once. */
  people: number;
  seconds: number;
  /** The average pause of a person between two acts, in milliseconds. */
  pause: number;
  /** « reading »: lists and records only; « everything »: all that staff do. */
  what: "reading" | "everything";
  /** The number of dossiers in the database, whose identifiers start at 1. */
  dossiers: number;
}

export interface Seen {
  /** The duration of each act in milliseconds, by kind of act. */
  times: Record<Kind, number[]>;
  /**
   * The duration in milliseconds of answers that need no work: it shows the wait for the only thread of the runtime.
   */
  waits: number[];
  errors: string[];
  /** The number of writes that the product acknowledged. */
  written: number;
  /** The acknowledged writes that could not be read back. */
  lost: string[];
}

type Kind = "list" | "record" | "dashboard" | "write" | "document" | "upload";

const BELL_MS = 100;

/**
 * Runs the staff in a thread of their own, so that they do not wait for this process.
 * @param settled resolves once their writes may be read back
 */
export async function staffAtWork(work: Work, settled: Promise<unknown>): Promise<Seen> {
  const thread = new Worker(import.meta.filename, { workerData: work });
  const seen = new Promise<Seen>((resolve, reject) => {
    thread.once("error", reject);
    thread.once("message", resolve);
  });
  await Promise.race([settled, seen]);
  thread.postMessage("settled");
  return seen;
}

const LISTS = "Client Appartement Locataire Dossier Quitance Mission Intendance Fichier".split(" ");
const RECORDS = "Client Appartement Locataire Dossier Quitance".split(" ");
const SEARCHED = "martin dubois monge harpe petit vincennes moreau 75005".split(" ");
const UPLOAD_BYTES = 300_000;
const JSON_TYPE = { "Content-Type": "application/json" };

/** The acknowledged writes by name, each with a check that the write is in the database. */
type Ledger = Map<string, () => Promise<boolean>>;

async function everyone(work: Work): Promise<Seen> {
  const seen: Seen = {
    times: { list: [], record: [], dashboard: [], write: [], document: [], upload: [] },
    waits: [],
    errors: [],
    written: 0,
    lost: [],
  };
  const ledger: Ledger = new Map();
  const end = performance.now() + work.seconds * 1000;
  const people = Array.from({ length: work.people }, async (_, rank) => {
    const person = new Person(rank, work, seen, ledger);
    await sleep(Math.random() * work.pause);
    while (performance.now() < end) {
      await person.doSomething();
      await sleep(work.pause * (0.5 + Math.random()));
    }
  });
  const settled = new Promise((resolve) => parentPort?.once("message", resolve));
  await Promise.all([...people, ringing(work, seen, end)]);
  if (work.what === "everything") await settled;
  for (const [what, isThere] of ledger) {
    if (!(await isThere().catch(() => false))) seen.lost.push(what);
  }
  return seen;
}

async function ringing({ address }: Work, { waits }: Seen, end: number): Promise<void> {
  while (performance.now() < end) {
    const start = performance.now();
    await (await fetch(`${address}/api/version`)).arrayBuffer();
    waits.push(performance.now() - start);
    await sleep(BELL_MS);
  }
}

class Person {
  #rank: number;
  #work: Work;
  #seen: Seen;
  #ledger: Ledger;
  #count = 0;

  constructor(rank: number, work: Work, seen: Seen, ledger: Ledger) {
    this.#rank = rank;
    this.#work = work;
    this.#seen = seen;
    this.#ledger = ledger;
  }

  /**
   * Does one act at random: a list or a record when only reading; else, six acts in ten are lists or records, and two
   * in ten are writes.
   */
  async doSomething(): Promise<void> {
    const chance = this.#work.what === "reading" ? Math.random() * 0.6 : Math.random();
    this.#count++;
    if (chance < 0.35) await this.#list();
    else if (chance < 0.6) await this.#record();
    else if (chance < 0.65) await this.#timed("dashboard", () => this.#json("/api/dashboard"));
    else if (chance < 0.85) await this.#timed("write", () => this.#write());
    else if (chance < 0.93) await this.#timed("document", () => this.#document());
    else await this.#timed("upload", () => this.#upload());
  }

  #list() {
    const name = any(LISTS);
    const search = Math.random() < 0.4 ? `&q=${any(SEARCHED)}` : "";
    const page = 1 + Math.floor(Math.random() * 5);
    return this.#timed("list", () => this.#json(`/api/${name}?page=${page}&limit=20${search}`));
  }

  #record() {
    // There is one owner for four apartments, so that higher identifiers do not exist for every kind of record.
    const id = 1 + Math.floor((Math.random() * this.#work.dossiers) / 4);
    return this.#timed("record", () => this.#json(`/api/${any(RECORDS)}/${id}`));
  }

  /** Writes records that no other person writes: the last acknowledged value must be there at the end. */
  async #write() {
    const id = 1 + this.#rank + this.#work.people * Math.floor(Math.random() * 20);
    switch (this.#count % 4) {
      case 0:
        return this.#keep(`/api/Locataire/${id}`, { ville: `Ville ${this.#count}` }, "PUT");
      case 1:
        return this.#keep(`/api/Appartement/${id}`, { etage: String(this.#count % 50) }, "PUT");
      case 2: {
        const client = { ...OWNER, nom: `Nouveau ${this.#rank}-${this.#count}` };
        return this.#keep("/api/Client", client, "POST");
      }
      default: {
        const regle = Math.random() < 0.5;
        await this.#json(`/api/Quitance/switchState/${regle}/${id}`);
        return this.#acknowledge(`/api/Quitance/${id}`, { regle });
      }
    }
  }

  async #keep(path: string, values: Row, method: "POST" | "PUT") {
    const { id } = await this.#json(path, {
      method,
      headers: JSON_TYPE,
      body: JSON.stringify(values),
    });
    this.#acknowledge(method === "POST" ? `${path}/${id}` : path, values);
  }

  #acknowledge(path: string, values: Row) {
    this.#seen.written++;
    this.#ledger.set(`${path} ${Object.keys(values)}`, async () => {
      const row = await this.#json(path);
      return Object.entries(values).every(([field, value]) => row[field] === value);
    });
  }

  async #document() {
    const id = 1 + Math.floor(Math.random() * this.#work.dossiers);
    if (this.#count % 2) return this.#bytes(`/api/quitance/download/${id}`);
    const { generated } = await this.#json(`/api/Dossier/${id}/contratLocation/generate`);
    this.#seen.written++;
    this.#ledger.set(String(generated), async () => {
      const bytes = await this.#bytes(`/files/${generated}`);
      return bytes.subarray(0, 5).toString() === "%PDF-";
    });
    return undefined;
  }

  async #upload() {
    const bytes = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(UPLOAD_BYTES)]);
    const body = new FormData();
    body.append("url", new File([bytes], "pièce.pdf"));
    const { url } = await this.#json("/api/Fichier", { method: "POST", body });
    this.#seen.written++;
    const key = String(url).split("?")[0];
    const sum = digest(bytes);
    this.#ledger.set(`${key}`, async () => digest(await this.#bytes(`/files/${key}`)) === sum);
  }

  async #timed(kind: Kind, work: () => Promise<unknown>): Promise<void> {
    const start = performance.now();
    try {
      await work();
      this.#seen.times[kind].push(performance.now() - start);
    } catch (error) {
      this.#seen.errors.push(`${kind} ${error instanceof Error ? error.message : error}`);
    }
  }

  async #json(path: string, init?: RequestInit): Promise<Row> {
    return JSON.parse((await this.#bytes(path, init)).toString()).data;
  }

  async #bytes(path: string, init: RequestInit = {}): Promise<Buffer> {
    const headers = new Headers(init.headers);
    headers.set("Authorization", `Token ${this.#work.token}`);
    const answer = await fetch(`${this.#work.address}${path}`, { ...init, headers });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok) {
      throw new Error(
        `${init.method ?? "GET"} ${path}: ${answer.status} ${bytes.subarray(0, 200)}`,
      );
    }
    return bytes;
  }
}

type Row = Record<string, string | number | boolean>;

const OWNER = {
  prenom: "Jeanne",
  adresseDefaut: "adresse",
  mailDefaut: "mailPerso",
  telDefaut: "mobilePerso",
};

const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

if (!isMainThread) parentPort?.postMessage(await everyone(workerData));
