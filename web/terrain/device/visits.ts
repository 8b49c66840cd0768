import { useSyncExternalStore } from "react";
import type { CoteEtatLieux } from "#domain/biens/etat-lieux.ts";
import { aujourdhui } from "#domain/dates.ts";
import { releveAligne } from "#domain/terrain/fusion.ts";
import { departDeSortie } from "#domain/terrain/releve.ts";
import type { Visite } from "#domain/terrain/visite.ts";
import { serverNow } from "#web/lib/clock.ts";
import { api } from "#web/lib/server/api.ts";
import {
  type Draft,
  drafts,
  type EntryThumbnail,
  entriesOf,
  FORMAT,
  forgetVisit,
  keepDraft,
  keepEntries,
  keepPhoto,
  type Photo,
  photosOf,
} from "./database.ts";

export interface Visit {
  draft: Draft;
  photos: readonly Photo[];
  entries: readonly EntryThumbnail[];
  /** Whether all that is shown is on the device's disk. */
  kept: boolean;
  /** Whether the device had no room to write the draft. */
  full: boolean;
}

let visits: ReadonlyMap<string, Visit> = new Map();
const listeners = new Set<() => void>();

function show(cle: string, visit: Visit | null): void {
  const next = new Map(visits);
  if (visit) next.set(cle, visit);
  else next.delete(cle);
  visits = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useVisits = () => useSyncExternalStore(subscribe, () => visits);
export const currentVisits = () => visits;
export const visitOf = (cle: string) => visits.get(cle);

/** Reads the drafts of this device and shows them. */
export async function openVisits(): Promise<void> {
  const found = await Promise.all(
    (await drafts()).map(async (draft) => ({
      draft,
      photos: await photosOf(draft.cle),
      entries: await entriesOf(draft.cle),
      kept: true,
      full: false,
    })),
  );
  visits = new Map(found.map((visit) => [visit.draft.cle, visit]));
  for (const listener of listeners) listener();
}

/** Time before another try to write a draft: the browser counts freed room only after a while. */
const AGAIN_MS = 2_000;

const writing = new Map<string, Promise<void>>();

/** Writes the draft to the disk, then marks it as kept. A refused write is tried again later. */
function write(cle: string): Promise<void> {
  const turn = (writing.get(cle) ?? Promise.resolve()).then(async () => {
    const visit = visits.get(cle);
    if (!visit || visit.kept) return;
    const { draft } = visit;
    try {
      await keepDraft(draft);
    } catch {
      const now = visits.get(cle);
      if (now) show(cle, { ...now, full: true });
      setTimeout(() => void write(cle), AGAIN_MS);
      return;
    }
    const now = visits.get(cle);
    if (now) show(cle, { ...now, kept: now.draft === draft, full: false });
    if (now && now.draft !== draft) void write(cle);
  });
  writing.set(cle, turn);
  return turn;
}

/**
 * Shows a changed draft at once. The promise settles once the draft is on the disk, or once the disk has refused it.
 */
export function changeDraft(cle: string, change: (draft: Draft) => Draft): Promise<void> {
  const visit = visits.get(cle);
  if (!visit) return Promise.resolve();
  show(cle, { ...visit, draft: change(visit.draft), kept: false });
  return write(cle);
}

/**
 * Stores a photo, then shows it.
 * @throws QuotaExceededError when the device is full
 */
export async function putPhoto(photo: Photo): Promise<void> {
  await keepPhoto(photo);
  const visit = visits.get(photo.visite);
  if (!visit) return;
  const others = visit.photos.filter(({ cle }) => cle !== photo.cle);
  const photos = [...others, photo].sort((one, other) => one.rang - other.rang);
  show(photo.visite, { ...visit, photos });
}

const SEEN_FOR_MS = 60_000;

/**
 * Prepares one side of a dossier for this device: the inventory, the inventory of the entry, and the thumbnails of
 * both. A draft that the account already has here is opened as it is.
 */
export async function prepare(
  { DossierId, cote }: { DossierId: number; cote: CoteEtatLieux },
  UserId: number,
): Promise<Draft> {
  const known = [...visits.values()].find(
    ({ draft }) => draft.DossierId === DossierId && draft.cote === cote && draft.UserId === UserId,
  );
  if (known) return known.draft;
  const visite = await api.get<Visite>(`/Terrain/${DossierId}/${cote}`, { quiet: true });
  const { constat } = visite;
  const today = { lieu: visite.ville, date: aujourdhui(new Date(serverNow())) };
  const draft: Draft = {
    cle: crypto.randomUUID(),
    format: FORMAT,
    UserId,
    DossierId,
    cote,
    visite,
    base: constat && { releve: releveAligne(constat.releve), version: constat.version },
    sent: null,
    releve: constat
      ? releveAligne(constat.releve)
      : departDeSortie(visite.entree?.releve ?? null, today),
    unsent: false,
    clash: null,
    refused: null,
    startedAt: new Date(serverNow()).toISOString(),
  };
  await keepDraft(draft);
  const entries = await thumbnailsOf(draft);
  await keepEntries(entries);
  show(draft.cle, { draft, photos: [], entries, kept: true, full: false });
  return draft;
}

/** The thumbnails of the entry's photos, shown for comparison, and of the photos of the same side. */
async function thumbnailsOf({ cle, visite }: Draft): Promise<EntryThumbnail[]> {
  const photos = [...(visite.entree?.photos ?? []), ...(visite.constat?.photos ?? [])];
  const found = await Promise.all(
    photos
      .filter(({ retireeLe }) => retireeLe === null)
      .map(async ({ cle: photo, vignette }) => {
        const answer =
          vignette === null
            ? null
            : await fetch(`/files/${vignette}`, {
                signal: AbortSignal.timeout(SEEN_FOR_MS),
              }).catch(() => null);
        return answer?.ok ? [{ cle: photo, visite: cle, thumbnail: await answer.blob() }] : [];
      }),
  );
  return found.flat();
}

export async function forget(cle: string): Promise<void> {
  await forgetVisit(cle);
  show(cle, null);
}
