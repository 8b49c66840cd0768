/** The message of the innermost cause: drizzle and libSQL both wrap the errors they catch. */
function rootMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause ? rootMessage(error.cause) : error.message;
}

/** The message of a failure for a log, without the statement and its values, which drizzle adds. */
export const motifDe = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${rootMessage(error)}` : String(error);

const BUSY = /database is locked|SQLITE_BUSY/i;
const DOWN =
  /fetch failed|network connection lost|SERVER_ERROR|HTTP status (5\d\d|429)|ECONNREFUSED|stream not found|STREAM_EXPIRED|aborted due to timeout/i;

/** Whether another writer held the database until the end of the tries: nothing was written. */
export const isBusy = (error: unknown): boolean => BUSY.test(rootMessage(error));

/**
 * Whether the database does not answer, is restarting or stays locked: a bare TypeError in production, a plain Error
 * in the local runtime, a server error of libSQL; drizzle wraps each.
 */
export function isDatabaseDown(error: unknown): boolean {
  return isBusy(error) || DOWN.test(rootMessage(error));
}

const FULL =
  /disk I\/O error|SQLITE_FULL|SQLITE_IOERR|database or disk is full|ENOSPC|no space left/i;

/**
 * Whether the disk of the database, or of the files and the queue of the local runtime, is full or fails: nothing was
 * written.
 */
export const isStorageFull = (error: unknown): boolean => FULL.test(rootMessage(error));

/** Whether a trigger refused to write something about an erased person (personnes/README §9.15). */
export const isOfErased = (error: unknown): boolean => /personne effacee/.test(rootMessage(error));

/** The rule of the database that a write broke; null when it failed for another reason. */
export function brokenConstraint(error: unknown): "UNIQUE" | "FOREIGN KEY" | null {
  const [, kind] = rootMessage(error).match(/(UNIQUE|FOREIGN KEY) constraint failed/) ?? [];
  return kind === "UNIQUE" || kind === "FOREIGN KEY" ? kind : null;
}

/**
 * Whether somebody else wrote between a read and the write that relies on it: for example, a debt was settled, an
 * advance spent or a record changed. Nothing was written.
 */
export const isLostRace = (error: unknown): boolean =>
  /CHECK constraint failed|règlement dépassé|malformed JSON|UNIQUE constraint failed: Reglement/.test(
    rootMessage(error),
  );

/** Whether somebody else settled a statement line first: nothing was written. */
export const isLineTaken = (error: unknown): boolean =>
  /NOT NULL constraint failed: LigneReleve\.etat/.test(rootMessage(error));

/** Whether the result would exceed ten megabytes, so that the query must select fewer rows. */
export const isTooLarge = (error: unknown): boolean =>
  /RESPONSE_TOO_LARGE|response is too large/i.test(rootMessage(error));
