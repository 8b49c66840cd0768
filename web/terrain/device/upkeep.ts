import { useSyncExternalStore } from "react";
import type { GesteSurBrouillons } from "#domain/terrain/terrain-fiche.ts";
import { type Oublis, type PhotosAttendues, sansContact } from "#domain/terrain/visite.ts";
import { serverNow } from "#web/lib/clock.ts";
import { ApiError, api } from "#web/lib/server/api.ts";
import { clockTold } from "./clock.ts";
import {
  forgetEverything,
  forgetPerson,
  lastContact,
  rememberContact,
  signaturesWait,
  waits,
} from "./database.ts";
import { changeDraft, currentVisits, forget, type Visit } from "./visits.ts";

/** Whether the server lacks something of this visit. */
export const isUnsent = ({ draft, photos }: Visit): boolean =>
  draft.unsent || signaturesWait(draft) || photos.some(waits);

interface Told {
  /**
   * The photos that the server awaits, from this account or for the dossiers of this device, and that this device
   * does not have: another device has them, or they are lost.
   */
  awaited: readonly PhotosAttendues[];
  /** Whether the device has had no answer of the server for a month. */
  late: boolean;
}

let told: Told = { awaited: [], late: false };
const listeners = new Set<() => void>();

function tell(next: Partial<Told>): void {
  told = { ...told, ...next };
  for (const listener of listeners) listener();
}

export const useTold = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => told,
  );

/**
 * Deletes the sent visits of a device that has had no answer of the server for a month (terrain/README §19.6). It
 * must be called when the product opens.
 */
export async function tidy(): Promise<void> {
  const contact = await lastContact();
  if (contact === null || !sansContact(contact, serverNow())) return;
  for (const visit of currentVisits().values()) if (!isUnsent(visit)) await forget(visit.draft.cle);
  tell({ late: true });
}

const EVERY_MS = 10 * 60_000;
let next = 0;

/**
 * Calls the server, at most every ten minutes, to learn which visits this device must delete and which photos the
 * server awaits.
 */
export async function askServer(): Promise<void> {
  if (performance.now() < next) return;
  next = performance.now() + EVERY_MS;
  const here = [...currentVisits().values()];
  const ids = [...new Set(here.map(({ draft }) => draft.DossierId))].join(",");
  const { oublis, attendues } = await api
    .get<Oublis>(`/Terrain/oublis${ids && `?dossiers=${ids}`}`, { quiet: true })
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 0) next = 0;
      throw error;
    });
  for (const visit of currentVisits().values()) {
    const { cle, DossierId, cote } = visit.draft;
    const motif = oublis.find((one) => one.DossierId === DossierId && one.cote === cote)?.motif;
    if (motif === "efface" || (motif === "signe" && !isUnsent(visit))) await forget(cle);
  }
  const keys = new Set(currentVisits().keys());
  tell({ awaited: attendues.filter(({ visite }) => !keys.has(visite)), late: false });
  await rememberContact(new Date(serverNow()).toISOString());
  await clockTold();
  await tellErasures();
}

const ERASURES = "terrain-effaces";

const erasures = (): GesteSurBrouillons[] => JSON.parse(localStorage.getItem(ERASURES) ?? "[]");
const keepErasures = (erasures: readonly GesteSurBrouillons[]) =>
  erasures.length > 0
    ? localStorage.setItem(ERASURES, JSON.stringify(erasures))
    : localStorage.removeItem(ERASURES);

/**
 * Reports the erased drafts at the next contact. The list is in `localStorage`, because the database is deleted with
 * the drafts.
 */
async function tellErasures(): Promise<void> {
  for (let [first] = erasures(); first; [first] = erasures()) {
    await api.post("/Terrain/brouillons/effaces", first, { quiet: true });
    keepErasures(erasures().slice(1));
  }
}

const gesture = (visits: readonly Visit[], UserId: number): GesteSurBrouillons => ({
  dossiers: [...new Set(visits.map(({ draft }) => draft.DossierId))],
  photos: visits.flatMap(({ photos }) => photos).filter(waits).length,
  UserId,
  le: new Date(serverNow()).toISOString(),
});

const visitsOf = (UserId: number) =>
  [...currentVisits().values()].filter(({ draft }) => draft.UserId === UserId);

/**
 * Deletes an account's visits from this device, none when null. Unless colleagues have unsent work here, deletes all
 * that the product stored on the device.
 */
export async function leaveDevice(UserId: number | null): Promise<void> {
  const own = UserId === null ? [] : visitsOf(UserId);
  for (const { draft } of own) await forget(draft.cle);
  if ([...currentVisits().values()].some(isUnsent)) await forgetPerson();
  else await forgetEverything();
}

/** Deletes an account's visits from this device. The journal of security notes the unsent work among them. */
export async function eraseUnsent(UserId: number): Promise<void> {
  const erased = visitsOf(UserId).filter(isUnsent);
  if (erased.length > 0) keepErasures([...erasures(), gesture(erased, UserId)]);
  await tellErasures().catch(() => {});
  await leaveDevice(UserId);
}

/**
 * Gives an administrator the unsent work of colleagues on this device, once the journal of security has noted it.
 * @throws ApiError when the server refuses or does not answer
 */
export async function takeOver(UserId: number): Promise<void> {
  const others = [...currentVisits().values()].filter(
    (visit) => visit.draft.UserId !== UserId && isUnsent(visit),
  );
  for (const [owner, visits] of Map.groupBy(others, ({ draft }) => draft.UserId)) {
    await api.post("/Terrain/brouillons/repris", gesture(visits, owner), { quiet: true });
    for (const { draft } of visits) await changeDraft(draft.cle, (now) => ({ ...now, UserId }));
  }
}
