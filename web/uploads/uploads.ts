import { useSyncExternalStore } from "react";
import {
  estImage,
  IMAGE_ATTENDUE,
  natureDe,
  OCTETS_DE_TETE,
} from "#domain/fichiers/contenu-fichier.ts";
import {
  FICHIER_VIDE,
  IMAGES_PAR_TELEVERSEMENT,
  OCTETS_PAR_FICHIER,
  tropLourd,
} from "#domain/fichiers/fichier.ts";
import { OCTETS_PAR_RELEVE } from "#domain/gerance/banque/releve.ts";
import { confirm } from "#web/components/confirm.tsx";
import { useLeaveGuard } from "#web/lib/navigation.ts";
import { notify } from "#web/lib/notify.ts";
import { ApiError } from "#web/lib/server/api.ts";
import { queryClient, readAgain } from "#web/lib/server/query-client.ts";
import { sessionQuery } from "#web/lib/server/session.ts";
import { type Destination, giveUp, isPassing, send } from "./send.ts";

export interface Place {
  /** Distinguishes this place from the others, « Client/3 ». */
  name: string;
  destination: Destination;
  /** The names of the resources to read again after a file has arrived. */
  touched: readonly string[];
  /** The text of the notification once this many files have arrived. */
  arrived(count: number): string;
  /** Called with the server's answer for each file. */
  received?(answer: unknown, file: File): void;
  /** Called with the refusal of a file; when it returns true, the file leaves the list of uploads. */
  refused?(error: ApiError, file: File): boolean;
  /** Called with the message of a failure, for a place that shows no list of uploads. */
  failed?(message: string): void;
}

export interface Upload {
  id: number;
  place: Place;
  file: File;
  state: "waiting" | "sending" | "failed";
  /** Bytes sent so far. */
  sent: number;
  error: string | null;
  /** Whether another try may succeed. */
  mayRetry: boolean;
  uploadId?: string;
}

// One queue for the whole product: the uploads go on when the user changes tab.
let uploads: readonly Upload[] = [];
let lastId = 0;
let running = false;
const listeners = new Set<() => void>();
const controllers = new Map<number, AbortController>();
const arrivals = new Map<string, number>();

const isUnderWay = ({ state }: Upload) => state !== "failed";
const keepPage = (event: BeforeUnloadEvent) => event.preventDefault();

function set(next: readonly Upload[]): void {
  uploads = next;
  if (uploads.some(isUnderWay)) window.addEventListener("beforeunload", keepPage);
  else window.removeEventListener("beforeunload", keepPage);
  for (const listener of listeners) listener();
}

const change = (id: number, changes: Partial<Upload>) =>
  set(uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));

const forget = (id: number) => set(uploads.filter((upload) => upload.id !== id));

/** Queues files for a place; they are sent one after the other. A file that the place cannot take fails at once. */
export async function addUploads(place: Place, files: readonly File[]): Promise<void> {
  const waiting = uploads.filter(
    (upload) => upload.place.name === place.name && isUnderWay(upload),
  );
  const room =
    place.destination.usage === "image" ? IMAGES_PAR_TELEVERSEMENT - waiting.length : Infinity;
  const added: Upload[] = [];
  for (const file of files) {
    const refusal = await refusalOf(place, file);
    const crowded = refusal === null && added.filter(isUnderWay).length >= room;
    added.push({
      id: ++lastId,
      place,
      file,
      state: refusal !== null || crowded ? "failed" : "waiting",
      sent: 0,
      error: crowded ? `${IMAGES_PAR_TELEVERSEMENT} fichiers au plus.` : refusal,
      mayRetry: crowded,
    });
  }
  set([...uploads, ...added]);
  for (const { error } of added) if (error !== null) place.failed?.(error);
  void run();
}

/**
 * The refusal that the browser can find before it sends the file: too heavy, empty, unreadable, no image where one is
 * needed; else null.
 */
async function refusalOf({ destination }: Place, file: File): Promise<string | null> {
  const most = destination.usage === "releve" ? OCTETS_PAR_RELEVE : OCTETS_PAR_FICHIER;
  if (file.size > most) return tropLourd(most);
  try {
    const head = new Uint8Array(await file.slice(0, OCTETS_DE_TETE).arrayBuffer());
    if (head.length === 0) return FICHIER_VIDE;
    return destination.usage === "image" && !estImage(natureDe(head).type) ? IMAGE_ATTENDUE : null;
  } catch {
    return "Ce fichier ne peut pas être lu.";
  }
}

async function run(): Promise<void> {
  if (running) return;
  running = true;
  try {
    const next = () => uploads.find(({ state }) => state === "waiting");
    for (let upload = next(); upload; upload = next()) await carry(upload);
  } finally {
    running = false;
  }
}

async function carry({ id, place, file, uploadId }: Upload): Promise<void> {
  const controller = new AbortController();
  controllers.set(id, controller);
  change(id, { state: "sending", sent: 0, error: null });
  try {
    const answer = await send({
      file,
      destination: place.destination,
      signal: controller.signal,
      uploadId,
      onSent: (sent) => change(id, { sent }),
      onOpened: (opened) => change(id, { uploadId: opened }),
    });
    arrivals.set(place.name, (arrivals.get(place.name) ?? 0) + 1);
    await readAgain(place.touched).catch(() => {});
    place.received?.(answer, file);
    forget(id);
  } catch (error) {
    if (controller.signal.aborted) return;
    if (error instanceof ApiError && place.refused?.(error, file)) forget(id);
    else {
      const said = fail(id, error);
      place.failed?.(said);
    }
  } finally {
    controllers.delete(id);
    tell(place);
  }
}

/** @returns the message shown to the user */
function fail(id: number, error: unknown): string {
  const known = error instanceof ApiError;
  const message = known
    ? (Object.values(error.fields)[0] ?? error.message)
    : "Ce fichier n’a pas pu être envoyé.";
  change(id, {
    state: "failed",
    error: message,
    mayRetry: !known || isPassing(error) || error.status === 401,
  });
  // Reading the session again sends the user to the sign-in page when the session is over.
  if (known && (error.status === 401 || error.status === 403)) {
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }
  return message;
}

/** Notifies that files have arrived, once no other file is being sent to the place. */
function tell(place: Place): void {
  const count = arrivals.get(place.name) ?? 0;
  const more = uploads.some((upload) => upload.place.name === place.name && isUnderWay(upload));
  if (count === 0 || more) return;
  arrivals.delete(place.name);
  notify(place.arrived(count));
}

/** Cancels an upload, or removes a failed one from the list. */
export function cancelUpload({ id, uploadId }: Upload): void {
  controllers.get(id)?.abort();
  forget(id);
  if (uploadId) giveUp(uploadId);
}

export function retryUpload({ id }: Upload): void {
  change(id, { state: "waiting", error: null });
  void run();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const useAllUploads = () => useSyncExternalStore(subscribe, () => uploads);

export function useUploads(name: string): readonly Upload[] {
  return useAllUploads().filter((upload) => upload.place.name === name);
}

const LEAVE_QUESTION = {
  title: "Abandonner les envois en cours ?",
  text: "Les fichiers qui ne sont pas encore arrivés ne seront pas gardés.",
  action: "Abandonner",
  cancel: "Continuer les envois",
  danger: true,
};

/**
 * While files are being sent, asks before the user leaves the page; leaving cancels the uploads. Each screen calls
 * this hook once.
 */
export function useUploadGuard(): void {
  const underWay = useAllUploads().filter(isUnderWay);
  useLeaveGuard(underWay.length > 0, async () => {
    const accepted = await confirm(LEAVE_QUESTION);
    if (accepted) uploads.filter(isUnderWay).forEach(cancelUpload);
    return accepted;
  });
}
