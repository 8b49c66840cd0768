import { useSyncExternalStore } from "react";
import { fusion, memeReleve, releveAligne } from "#domain/terrain/fusion.ts";
import type { PhotoAnnoncee } from "#domain/terrain/photo.ts";
import type { Releve } from "#domain/terrain/releve.ts";
import type { Visite } from "#domain/terrain/visite.ts";
import { ApiError, api } from "#web/lib/server/api.ts";
import { type Draft, FORMAT, type Known, type Photo, signaturesWait, waits } from "./database.ts";
import { hasSignatures, type Receipt, signaturesOf } from "./signed.ts";
import { askServer, isUnsent } from "./upkeep.ts";
import { changeDraft, currentVisits, putPhoto, visitOf } from "./visits.ts";

/** The progress of the sending, which the band at the foot shows. */
export interface Sending {
  state: "idle" | "sending" | "offline" | "session" | "failed";
  /** `done` is the count of photos sent in this round, `total` the count of photos to send in it. */
  done: number;
  total: number;
  /** Whether two versions were merged automatically since the device last had nothing to send. */
  merged: boolean;
}

let sending: Sending = { state: "idle", done: 0, total: 0, merged: false };
const listeners = new Set<() => void>();

function tell(next: Partial<Sending>): void {
  sending = { ...sending, ...next };
  for (const listener of listeners) listener();
}

export const useSending = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => sending,
  );

const EVERY_MS = 30_000;
const AFTER_MS = 2_000;

let again: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends the waiting work now, when the network comes back, and every half minute.
 * @returns a function that stops the sending
 */
export function keepSending(UserId: number): () => void {
  const send = () => void sendAll(UserId);
  const timer = setInterval(send, EVERY_MS);
  window.addEventListener("online", send);
  send();
  return () => {
    clearInterval(timer);
    clearTimeout(again);
    window.removeEventListener("online", send);
  };
}

/** Changes the inventory, and sends it a moment after the last change. */
export function write({ cle, UserId }: Draft, change: (releve: Releve) => Releve): void {
  void changeDraft(cle, (draft) => ({
    ...draft,
    releve: change(draft.releve),
    unsent: true,
    refused: null,
  }));
  sendSoon(UserId);
}

/** Sends the waiting work `AFTER_MS` after the last call. */
export function sendSoon(UserId: number): void {
  clearTimeout(again);
  again = setTimeout(() => void sendAll(UserId), AFTER_MS);
}

let running: Promise<void> | null = null;

/**
 * Sends all the unsent work of this account on the device, except visits with a clash. A round under way is finished
 * first, then another starts.
 */
export async function sendAll(UserId: number): Promise<void> {
  while (running) await running;
  running = round(UserId).finally(() => {
    running = null;
  });
  return running;
}

const toSend = (UserId: number) =>
  [...currentVisits().values()].filter(
    (visit) => visit.draft.UserId === UserId && !visit.draft.clash && isUnsent(visit),
  );

/** Whether the last round left nothing to send: only then does a new round clear `merged`. */
let allSent = true;

async function round(UserId: number): Promise<void> {
  const visits = toSend(UserId);
  const total = visits
    .flatMap(({ photos }) => photos)
    .filter(({ received, removedAt }) => !received && removedAt === null).length;
  const busy = visits.length > 0;
  tell({ state: busy ? "sending" : "idle", done: 0, total });
  if (busy && allSent) tell({ merged: false });
  const lock = busy ? await navigator.wakeLock?.request("screen").catch(() => null) : null;
  try {
    for (const { draft } of visits) await sendVisit(draft.cle);
    await askServer();
    allSent = toSend(UserId).length === 0;
    tell({ state: "idle" });
  } catch (error) {
    allSent = false;
    tell({ state: stateOf(error) });
  } finally {
    void lock?.release().catch(() => {});
  }
}

function stateOf(error: unknown): Sending["state"] {
  if (!(error instanceof ApiError)) return "failed";
  if (error.status === 0) return "offline";
  return error.status === 401 ? "session" : "failed";
}

/** The most merges in a row, when two agents write at the same time. */
const MERGES = 5;

async function sendVisit(cle: string): Promise<void> {
  for (let merges = 0; merges < MERGES; merges++) {
    const visit = visitOf(cle);
    if (!visit || visit.draft.clash) return;
    try {
      await sendDraft(visit.draft, visit.photos);
      break;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 409) {
        if (!(await mergeWithServer(cle, error.message))) return;
        continue;
      }
      if (error.status !== 422 && error.status !== 404) throw error;
      await changeDraft(cle, (draft) => ({ ...draft, refused: reasonOf(error) }));
      return;
    }
  }
  await sendThumbnails(cle);
  await sendSignatures(cle);
  await sendPhotos(cle);
}

/**
 * Sends the signatures, after the thumbnails printed on the signed paper. The tenant's copy does not wait for the
 * photos.
 */
async function sendSignatures(cle: string): Promise<void> {
  const draft = visitOf(cle)?.draft;
  const { signing } = draft ?? {};
  const EtatLieuxId = draft?.visite.constat?.id;
  if (!draft || !signing || !EtatLieuxId || !signaturesWait(draft)) return;
  const signatures = signaturesOf(signing);
  const refused = signatures.some(({ refus }) => refus !== null);
  try {
    const receipt = await api.post<Receipt>(
      `/EtatLieux/${EtatLieuxId}/${refused ? "refus" : "signer"}`,
      { cle: signing.cle, contenu: signing.contenu, empreinte: signing.empreinte, signatures },
      { quiet: true },
    );
    await changeDraft(cle, (now) => ({
      ...now,
      refused: null,
      signing: now.signing ? { ...now.signing, receipt } : null,
    }));
  } catch (error) {
    if (!(error instanceof ApiError) || ![404, 409, 422].includes(error.status)) throw error;
    await changeDraft(cle, (now) => ({ ...now, refused: reasonOf(error) }));
  }
}

const reasonOf = ({ message, fields }: ApiError) =>
  [message, ...Object.values(fields)].filter(Boolean).join(" ");

const announced = ({
  image: _image,
  thumbnail: _thumbnail,
  thumbnailReceived: _thumbnailReceived,
  received: _received,
  removedAt: _removedAt,
  removalSent: _sent,
  ...photo
}: Photo): PhotoAnnoncee => photo;

async function sendDraft({ cle, base, releve, DossierId, cote }: Draft, photos: readonly Photo[]) {
  await changeDraft(cle, (draft) => ({ ...draft, sent: releve }));
  const removed = photos.filter((photo) => photo.removedAt !== null && waits(photo));
  const { valeurs, complements, edf } = releveAligne(releve);
  const visite = await api.put<Visite>(
    `/Terrain/${DossierId}/${cote}`,
    {
      format: FORMAT,
      cle,
      version: base?.version ?? null,
      valeurs,
      complements,
      edf,
      photos: photos.map(announced),
      retirees: removed.map((photo) => photo.cle),
    },
    { quiet: true },
  );
  await changeDraft(cle, (draft) => ({
    ...draft,
    visite,
    base: knownOf(visite),
    unsent: draft.releve !== releve,
    refused: null,
  }));
  for (const photo of removed) await putPhoto({ ...photo, removalSent: true });
}

const knownOf = ({ constat }: Visite): Known | null => {
  if (!constat) return null;
  const { version, auteur, ecritLe } = constat;
  return { releve: releveAligne(constat.releve), version, auteur, ecritLe };
};

/**
 * Merges the draft with the version that somebody else has sent.
 * @returns false when the user must act: choose between two texts, or read why the server refused the draft
 */
async function mergeWithServer(cle: string, reason: string): Promise<boolean> {
  const visit = visitOf(cle);
  if (!visit) return false;
  const { draft } = visit;
  const kept = Boolean(draft.signing?.lock ?? draft.signing?.finishedAt) || hasSignatures(visit);
  const visite = await api.get<Visite>(`/Terrain/${draft.DossierId}/${draft.cote}`, {
    quiet: true,
  });
  const theirs = knownOf(visite);
  if (visite.constat?.signe) {
    await changeDraft(cle, (now) => ({ ...now, visite, refused: reason }));
    return false;
  }
  let clashes = false;
  await changeDraft(cle, (now) => {
    const next = { ...now, visite };
    if (!theirs) return { ...next, base: null };
    if (now.base?.version === theirs.version) return { ...next, refused: reason };
    // Once people have begun to sign, the text stays as they have read it.
    if (kept) return { ...next, base: theirs };
    // True when the server's version is the inventory that this device sent last, although the device never got the
    // answer.
    const ours = now.sent && memeReleve(now.sent, theirs.releve);
    const base = ours ? now.sent : (now.base?.releve ?? null);
    const { releve, conflits } = fusion(base, { mien: now.releve, leur: theirs.releve });
    if (conflits.length > 0) {
      clashes = true;
      return { ...next, clash: theirs, base: base && { releve: base, version: theirs.version } };
    }
    if (!ours) tell({ merged: true });
    return { ...next, releve, base: theirs };
  });
  return !clashes && visitOf(cle)?.draft.refused === null;
}

/**
 * The HTTP statuses that a new try would get again: the refused photo stays on the device, and the others are sent.
 */
const REFUSALS = [404, 413, 415, 422];

const unsentOf = (cle: string) =>
  visitOf(cle)?.photos.filter(({ received, removedAt }) => !received && removedAt === null) ?? [];

async function sendThumbnails(cle: string): Promise<void> {
  for (const photo of unsentOf(cle)) {
    if (photo.thumbnailReceived) continue;
    if (await sendPixels(photo, "vignette", photo.thumbnail))
      await putPhoto({ ...latest(photo), thumbnailReceived: true });
  }
}

async function sendPhotos(cle: string): Promise<void> {
  for (const photo of unsentOf(cle)) {
    if (!photo.image || !(await sendPixels(photo, "photo", photo.image))) continue;
    await putPhoto({ ...latest(photo), image: null, received: true });
    tell({ done: sending.done + 1 });
  }
}

/** The photo as it is now: it may have been removed while its pixels were being sent. */
const latest = (photo: Photo): Photo =>
  visitOf(photo.visite)?.photos.find(({ cle }) => cle === photo.cle) ?? photo;

/** @returns true once the server has the pixels; false when another try would be refused too */
async function sendPixels(
  { cle, visite }: Photo,
  field: "photo" | "vignette",
  pixels: Blob,
): Promise<boolean> {
  const form = new FormData();
  form.set(field, pixels, `${field}.jpg`);
  try {
    await api.put(`/Terrain/photo/${cle}`, form, { quiet: true });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || !REFUSALS.includes(error.status)) throw error;
    await changeDraft(visite, (draft) => ({ ...draft, refused: reasonOf(error) }));
    return false;
  }
}
