import {
  type EntiteSignee,
  type EtatTeleversement,
  OCTETS_PAR_TRANCHE,
  sembleSensible,
  type Televersement,
} from "#domain/fichiers/fichier.ts";
import { KEEPERS, type Keeper } from "#web/entities/fichiers/fichiers.ts";
import { ApiError, api } from "#web/lib/server/api.ts";
import { watched } from "./transfer.ts";

/** The destination and the usage of a file, in the words of the API for files in parts. */
export type Destination =
  | ({ usage: "fichier"; sensible?: boolean } & Partial<Record<Keeper, number>>)
  | { usage: "remplacement"; FichierId: number }
  | { usage: "image"; AppartementId: number }
  | { usage: "document"; entite: EntiteSignee; entiteId: number; champ: string }
  | { usage: "releve"; CompteBancaireId?: number; colonnes?: string };

/** A bank statement is never large enough to be sent in parts. */
type InParts = Exclude<Destination, { usage: "releve" }>;

export interface Sending {
  file: File;
  destination: Destination;
  /** Called with the bytes of the file sent so far. */
  onSent(bytes: number): void;
  signal: AbortSignal;
  /** The upload of a large file that broke off: the server has kept the parts received. */
  uploadId?: string | undefined;
  /** Called as soon as the server has opened the upload of a large file. */
  onOpened(uploadId: string): void;
}

/** Sends a large file in parts; a smaller file, or a bank statement, as a form. */
export function send(sending: Sending): Promise<unknown> {
  const { file, destination, signal } = sending;
  return file.size > OCTETS_PAR_TRANCHE && destination.usage !== "releve"
    ? sendInParts({ ...sending, destination })
    : waitFor(signal, () => sendAsForm(sending));
}

function sendAsForm({ file, destination, onSent, signal }: Sending): Promise<unknown> {
  const options = {
    quiet: true,
    signal,
    transport: watched((bytes) => onSent(Math.min(bytes, file.size))),
  };
  const form = new FormData();
  switch (destination.usage) {
    case "fichier":
      for (const name of KEEPERS) {
        if (destination[name]) form.append(name, String(destination[name]));
      }
      if (isSensitive(destination, file)) form.append("sensible", "true");
      form.append("url", file);
      return api.post("/Fichier", form, options);
    case "remplacement":
      form.append("url", file);
      return api.put(`/Fichier/${destination.FichierId}`, form, options);
    case "image":
      form.append("AppartementId", String(destination.AppartementId));
      form.append("url", file);
      return api.post("/Image", form, options);
    case "document":
      form.append(destination.champ, file);
      return api.put(`/${destination.entite}/${destination.entiteId}`, form, options);
    case "releve":
      if (destination.CompteBancaireId)
        form.append("CompteBancaireId", String(destination.CompteBancaireId));
      if (destination.colonnes) form.append("colonnes", destination.colonnes);
      form.append("fichier", file);
      return api.post("/Releve", form, options);
  }
}

/** Whether a file is an identity paper or a bank paper, because the caller (`sensible`) or its name says so. */
const isSensitive = ({ sensible = false }: { sensible?: boolean }, { name }: File): boolean =>
  sensible || sembleSensible(name);

async function sendInParts({
  file,
  destination,
  ...sending
}: Sending & { destination: InParts }): Promise<unknown> {
  const { signal, onSent } = sending;
  const televersement: Televersement = {
    ...destination,
    ...(destination.usage === "fichier" && { sensible: isSensitive(destination, file) }),
    nom: file.name,
    taille: file.size,
    ...(file.type && { type: file.type }),
  };
  const state = await openUpload(televersement, sending);
  const { partSize, partCount } = state;
  const received = new Set(state.received);
  const sizeOf = (part: number) => Math.min(partSize, file.size - (part - 1) * partSize);
  let sent = [...received].reduce((total, part) => total + sizeOf(part), 0);
  onSent(sent);
  for (let part = 1; part <= partCount; part++) {
    if (received.has(part)) continue;
    const start = (part - 1) * partSize;
    await insist(signal, () =>
      api.put(
        `/Upload/${state.uploadId}/part/${part}`,
        file.slice(start, start + sizeOf(part), "application/octet-stream"),
        { quiet: true, signal, transport: watched((bytes) => onSent(sent + bytes)) },
      ),
    );
    sent += sizeOf(part);
    onSent(sent);
  }
  return insist(signal, () =>
    api.post(`/Upload/${state.uploadId}/complete`, undefined, { quiet: true, signal }),
  );
}

/** Opens the upload of a large file, or continues a former one that the server still has. */
async function openUpload(
  televersement: Televersement,
  { uploadId, signal, onOpened }: Pick<Sending, "uploadId" | "signal" | "onOpened">,
): Promise<EtatTeleversement> {
  const options = { quiet: true, signal };
  if (uploadId) {
    try {
      return await api.get<EtatTeleversement>(`/Upload/${uploadId}`, options);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
  }
  const opened = await waitFor(signal, () =>
    api.post<EtatTeleversement>("/Upload", televersement, options),
  );
  onOpened(opened.uploadId);
  return opened;
}

/** Deletes the parts of a large file. When this call fails, the server deletes them later. */
export function giveUp(uploadId: string): void {
  api.delete(`/Upload/${uploadId}`, undefined, { quiet: true }).catch(() => {});
}

const PAUSES = [500, 2000];
const REFUSALS_MET = 5;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Tries again when the server refuses too many files at once (429), so that a thousand files dropped together all
 * arrive in the end.
 */
async function waitFor<T>(signal: AbortSignal, attempt: () => Promise<T>): Promise<T> {
  for (let refusals = 0; ; refusals++) {
    try {
      return await attempt();
    } catch (error) {
      const tooMany = error instanceof ApiError && error.status === 429;
      if (!tooMany || refusals === REFUSALS_MET) throw error;
      await pause(error.retryAfter * 1000);
      signal.throwIfAborted();
    }
  }
}

/** Tries a call again when the network or the server drops it, three times in all. */
async function insist<T>(signal: AbortSignal, attempt: () => Promise<T>): Promise<T> {
  for (const wait of PAUSES) {
    try {
      return await waitFor(signal, attempt);
    } catch (error) {
      if (!isPassing(error)) throw error;
      await pause(wait);
      signal.throwIfAborted();
    }
  }
  return waitFor(signal, attempt);
}

/** Whether another try may succeed. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || error.status === 400 || error.status === 429 || error.status >= 500;
}
