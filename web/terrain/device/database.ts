import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { CoteEtatLieux } from "#domain/biens/etat-lieux.ts";
import type { PhotoAnnoncee } from "#domain/terrain/photo.ts";
import type { Releve } from "#domain/terrain/releve.ts";
import type { Visite } from "#domain/terrain/visite.ts";
import type { Signing } from "./signed.ts";

/** The version of the shape in which drafts are stored. */
export const FORMAT = 1;

/** An inventory as the server has it, with its version. */
export interface Known {
  releve: Releve;
  version: number;
  /** The author of this version and its time; absent in a draft that was just prepared, and in older drafts. */
  auteur?: string | null;
  ecritLe?: string;
}

/** An inventory of one side (entry or exit) that somebody writes on this device. */
export interface Draft {
  cle: string;
  format: typeof FORMAT;
  UserId: number;
  DossierId: number;
  cote: CoteEtatLieux;
  /** The server's data on the dossier, photos of the entry included. */
  visite: Visite;
  /** The server's version that the draft started from; null when the side had no inventory. */
  base: Known | null;
  /** The last inventory sent, kept because the server's answer may be lost. */
  sent: Releve | null;
  releve: Releve;
  /** Whether something was written since the server's last answer. */
  unsent: boolean;
  /** The colleague's version when both people wrote the same line; null without a clash, or once the user chooses. */
  clash: Known | null;
  /**
   * Why the server refused the draft, its signatures or a photo, which stay on the device; null without a refusal.
   */
  refused: string | null;
  /** The signatures of the inventory; absent or null until the signing begins. */
  signing?: Signing | null;
  startedAt: string;
}

export interface Photo extends PhotoAnnoncee {
  /** Null once the server has the photo. */
  image: Blob | null;
  thumbnail: Blob;
  /** Whether the server has the thumbnail; absent until then. */
  thumbnailReceived?: boolean;
  received: boolean;
  /** In milliseconds, by the clock of the device; null for a photo that was not removed. */
  removedAt: number | null;
  /** Whether the server knows that the photo was removed. */
  removalSent: boolean;
}

/** The thumbnail of a photo that the server had when the visit was prepared, of the entry or of the same side. */
export interface EntryThumbnail {
  cle: string;
  visite: string;
  thumbnail: Blob;
}

interface Person {
  id: number;
  nom: string;
}

interface Schema extends DBSchema {
  visits: { key: string; value: Draft };
  photos: { key: string; value: Photo; indexes: { visite: string } };
  entries: { key: string; value: EntryThumbnail; indexes: { visite: string } };
  meta: { key: string; value: unknown };
}

export const NAME = "terrain";

let opened: Promise<IDBPDatabase<Schema>> | null = null;

/** The database of the inventories on site, in this browser (terrain/README §19.5). */
export function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(NAME, 1, {
    upgrade(db) {
      db.createObjectStore("visits", { keyPath: "cle" });
      db.createObjectStore("photos", { keyPath: "cle" }).createIndex("visite", "visite");
      db.createObjectStore("entries", { keyPath: "cle" }).createIndex("visite", "visite");
      db.createObjectStore("meta");
    },
  });
  return opened;
}

/** A power cut after a strict write loses nothing. */
const STRICT = { durability: "strict" } as const;

export async function keepDraft(draft: Draft): Promise<void> {
  const db = await database();
  await withRoom(
    () => db.transaction("visits", "readwrite", STRICT),
    (tx) => tx.store.put(draft),
  );
}

export async function keepPhoto(photo: Photo): Promise<void> {
  const db = await database();
  const tx = db.transaction("photos", "readwrite", STRICT);
  await Promise.all([tx.store.put(photo), tx.done]);
}

export const drafts = async () => (await database()).getAll("visits");
export const photosOf = async (visite: string) =>
  (await (await database()).getAllFromIndex("photos", "visite", visite)).sort(
    (one, other) => one.rang - other.rang,
  );
export const entriesOf = async (visite: string) =>
  (await database()).getAllFromIndex("entries", "visite", visite);

export async function keepEntries(thumbnails: readonly EntryThumbnail[]): Promise<void> {
  const tx = (await database()).transaction("entries", "readwrite");
  await Promise.all([...thumbnails.map((thumbnail) => tx.store.put(thumbnail)), tx.done]);
}

export async function forgetVisit(cle: string): Promise<void> {
  const tx = (await database()).transaction(["visits", "photos", "entries"], "readwrite", STRICT);
  const photos = await tx.objectStore("photos").index("visite").getAllKeys(cle);
  const entries = await tx.objectStore("entries").index("visite").getAllKeys(cle);
  await Promise.all([
    tx.objectStore("visits").delete(cle),
    ...photos.map((key) => tx.objectStore("photos").delete(key)),
    ...entries.map((key) => tx.objectStore("entries").delete(key)),
    tx.done,
  ]);
}

const PERSON = "person";
const AWAITED = "awaited";
const BALLAST = "ballast";
const BALLAST_BYTES = 2 * 1024 * 1024;

/** The last person who worked on this device: recognized offline, until that person signs out. */
export const lastPerson = async () =>
  ((await (await database()).get("meta", PERSON)) as Person | undefined) ?? null;
export const rememberPerson = async (person: Person) =>
  (await database()).put("meta", person, PERSON);
export const forgetPerson = async () => (await database()).delete("meta", PERSON);

/** Notes the place to photograph before the camera opens: some systems kill the page behind the camera. */
export const awaitPhoto = async (place: string) => (await database()).put("meta", place, AWAITED);
export const photoCame = async () => (await database()).delete("meta", AWAITED);
export const photoAwaited = async () =>
  ((await (await database()).get("meta", AWAITED)) as string | undefined) ?? null;

const CONTACT = "contact";
const CLOCK = "clock";
const LOCK = "lock";

/** The instant of the server's last answer to `askServer`, by the server's clock. */
export const lastContact = async () =>
  ((await (await database()).get("meta", CONTACT)) as string | undefined) ?? null;
export const rememberContact = async (instant: string) =>
  (await database()).put("meta", instant, CONTACT);

/** How many milliseconds this device's clock was ahead of the server's at the last answer; 0 when unknown. */
export const lastAhead = async () =>
  ((await (await database()).get("meta", CLOCK)) as number | undefined) ?? 0;
export const rememberAhead = async (ahead: number) => (await database()).put("meta", ahead, CLOCK);

/** Whether the user of this device has confirmed that a code locks its screen. */
export const lockTold = async () => (await database()).get("meta", LOCK).then(Boolean);
export const tellLock = async () => (await database()).put("meta", true, LOCK);

/** Reserves room that is freed when the device is full: photos are then refused, but texts can still be written. */
export async function takeBallast(): Promise<void> {
  const db = await database();
  if (await db.getKey("meta", BALLAST)) return;
  await db.put("meta", incompressible(BALLAST_BYTES), BALLAST).catch(() => {});
}

/** Random bytes, which the disk cannot compress. */
function incompressible(size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let from = 0; from < size; from += AT_ONCE)
    crypto.getRandomValues(bytes.subarray(from, from + AT_ONCE));
  return bytes;
}

const AT_ONCE = 65_536;

async function withRoom<Tx extends { done: Promise<void> }>(
  begin: () => Tx,
  write: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  const attempt = async () => {
    const tx = begin();
    await Promise.all([write(tx), tx.done]);
  };
  try {
    await attempt();
  } catch (error) {
    if (!isFull(error)) throw error;
    await (await database()).delete("meta", BALLAST);
    await attempt();
  }
}

export const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "QuotaExceededError";

/** Whether finished signatures still wait to be sent. */
export const signaturesWait = ({ signing }: Draft): boolean =>
  Boolean(signing?.finishedAt) && !signing?.receipt;

/** The count of visits and photos that the device has not sent. */
export interface Unsent {
  visits: number;
  photos: number;
}

export async function unsentOf(UserId: number | null): Promise<Unsent> {
  const own = (await drafts()).filter((draft) => UserId === null || draft.UserId === UserId);
  const photos = await Promise.all(own.map(({ cle }) => photosOf(cle)));
  return {
    visits: own.filter((draft) => draft.unsent || signaturesWait(draft)).length,
    photos: photos.flat().filter(waits).length,
  };
}

/** Milliseconds during which a removed photo can be restored: the server learns of the removal only afterwards. */
export const UNDO_MS = 30_000;

/** Whether the server lacks this photo, or does not know of a removal older than `UNDO_MS`. */
export const waits = ({ received, removedAt, removalSent }: Photo): boolean =>
  removedAt === null ? !received : !removalSent && Date.now() - removedAt > UNDO_MS;

/** Deletes from this device the drafts, the product's files and the service worker. */
export async function forgetEverything(): Promise<void> {
  (await opened)?.close();
  opened = null;
  await new Promise<void>((resolve) => {
    const deletion = indexedDB.deleteDatabase(NAME);
    deletion.onsuccess = deletion.onerror = deletion.onblocked = () => resolve();
  });
  for (const name of await caches.keys()) await caches.delete(name);
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  for (const registration of registrations) await registration.unregister();
}
